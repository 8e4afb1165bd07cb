"""What it means that a request failed for good: its own fault, an outage, or a dead server."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest

from earned.engines.away import ServerAwayError
from earned.engines.breaker import Breaker
from earned.engines.outcomes import CONTEXT_OVERFLOW, failed
from earned.errors import UserError
from earned.records.completion import Completion

GOOD = Completion(text="good", finish_reason="stop", prompt_tokens=1, completion_tokens=1)
BAD = failed("HTTP status 500 after 4 attempts")
Ask = Callable[[int], Awaitable[tuple[Completion, bool]]]


class Server:
    """Answers probes as a list of states says, True for up; the last state stays."""

    def __init__(self, *states: bool, fault: type[UserError] = ServerAwayError) -> None:
        self.states, self.probes, self.fault = list(states), 0, fault

    def probe(self) -> None:
        self.probes += 1
        up = self.states.pop(0) if len(self.states) > 1 else self.states[0]
        if not up:
            raise self.fault("the engine's server does not answer", where="host")


def breaker(server: Server, attempts: int = 4) -> Breaker:
    return Breaker(server.probe, attempts, 0.0001)


def answering(*given: Completion, outage: bool = False) -> tuple[Ask, list[int]]:
    """A request that is answered so, one after the other; and the times it was asked."""
    rest: Iterator[Completion] = iter(given)
    times: list[int] = []

    async def ask(n: int) -> tuple[Completion, bool]:
        times.append(n)
        answer = next(rest)
        return answer, outage and answer is not GOOD

    return ask, times


def test_an_answered_request_asks_nothing_of_the_server() -> None:
    server = Server(False)
    assert asyncio.run(breaker(server).answer(answering(GOOD)[0])) == GOOD
    assert server.probes == 0


def test_a_failure_at_a_server_that_is_up_is_the_requests_own() -> None:
    """Field case 27."""
    server, (ask, times) = Server(True), answering(BAD)
    assert asyncio.run(breaker(server).answer(ask)) == BAD
    assert (server.probes, times) == (1, [1])


@pytest.mark.parametrize("away", [1, 3])
def test_a_request_that_met_an_outage_is_asked_anew_when_the_server_is_back(away: int) -> None:
    server, (ask, times) = Server(*[False] * away, True), answering(BAD, GOOD)
    assert asyncio.run(breaker(server).answer(ask)) == GOOD
    assert (server.probes, times) == (away + 1, [1, 2])


def test_a_request_whose_server_came_back_before_the_first_look_is_asked_anew() -> None:
    server, (ask, times) = Server(True), answering(BAD, GOOD, outage=True)
    assert asyncio.run(breaker(server).answer(ask)) == GOOD
    assert times == [1, 2]


def test_a_request_that_takes_its_server_down_each_time_is_not_asked_for_ever() -> None:
    """Field case 27."""
    server, (ask, times) = Server(False, True, False, True), answering(BAD, BAD)
    assert asyncio.run(breaker(server).answer(ask)) == BAD
    assert times == [1, 2]


def test_a_dead_server_ends_the_run_in_one_sentence() -> None:
    """Field case 5, in the middle of a run."""
    server = Server(False)
    with pytest.raises(UserError) as caught:
        asyncio.run(breaker(server).answer(answering(BAD)[0]))
    assert str(caught.value) == (
        "host: in the middle of the run, the engine's server does not answer; what was answered "
        "is stored and is not asked again: run again when that is mended."
    )
    assert server.probes == 4


def test_what_no_pause_mends_ends_the_run_at_once() -> None:
    """A key that was revoked, a model that was taken away."""
    server = Server(False, fault=UserError)
    with pytest.raises(UserError, match="in the middle of the run"):
        asyncio.run(breaker(server).answer(answering(BAD)[0]))
    assert server.probes == 1


def test_a_server_that_is_just_starting_is_waited_for_at_the_start() -> None:
    server = Server(False, False, True)
    breaker(server).at_start()
    assert server.probes == 3


@pytest.mark.parametrize(("fault", "probes"), [(ServerAwayError, 4), (UserError, 1)])
def test_a_dead_server_fails_at_the_start(fault: type[UserError], probes: int) -> None:
    """Field case 5: after bounded attempts, or at once where no pause helps."""
    server = Server(False, fault=fault)
    with pytest.raises(UserError, match=r"^host: the engine's server does not answer"):
        breaker(server).at_start()
    assert server.probes == probes


def test_requests_that_fail_together_share_one_look() -> None:
    server = Server(True)
    one = breaker(server)

    async def together() -> list[Completion]:
        return await asyncio.gather(*(one.answer(answering(BAD)[0]) for _ in range(20)))

    assert asyncio.run(together()) == [BAD] * 20
    assert server.probes == 1


def test_prompts_over_the_window_are_no_fault_of_the_server() -> None:
    """Field case 25: a cell whose prompts are all too long is a result, not a dead server."""
    server, refusal = Server(False), failed(f"{CONTEXT_OVERFLOW}: too long")
    one = breaker(server)
    for _ in range(30):
        assert asyncio.run(one.answer(answering(refusal)[0])) == refusal
    assert server.probes == 0
