from __future__ import annotations

import asyncio
import time
from typing import Any

import pytest

from earned.engines.openai_client import OpenAIEngine
from earned.engines.outcomes import is_overflow
from earned.engines.wire import Wire
from earned.errors import UserError
from earned.records.completion import Completion, EngineIdentity, Request
from fault_server import FaultServer, Reply, completion, running, status

IDENTITY = EngineIdentity(engine="openai", engine_version="1", model="m", settings={})
SECRET = "sk-very-secret"


def ask(prompt: str = "p", **changes: Any) -> Request:
    fields = {"max_tokens": 8, "temperature": 0.0, "stop": (), "repeat": 0} | changes
    return Request(prompt=prompt, **fields)


def engine(server: FaultServer, **options: Any) -> OpenAIEngine:
    defaults = {"attempts": 3, "backoff_s": 0.001, "timeout_s": 5.0}
    return OpenAIEngine(server.base_url, "m", IDENTITY, **(defaults | options))


def run(one: OpenAIEngine, *requests: Request) -> list[Completion]:
    return asyncio.run(one.complete(requests))


def faults_then_good(faults: int, fault: Reply) -> FaultServer:
    """Fails the first requests; a probe, which asks for one token, is always answered."""
    met = iter([fault] * faults)
    good = completion("good")
    return FaultServer(lambda body, _: good if is_probe(body) else next(met, good))


def is_probe(body: dict[str, Any]) -> bool:
    return bool(body["max_tokens"] == 1)


def asked(server: FaultServer) -> int:
    return sum(not is_probe(body) for body in server.bodies)


BROKEN = [
    status(429),
    status(500),
    status(503),
    (200, "text/html", b"<html>welcome</html>"),
    (200, "application/json", b'{"choices": ['),
    (200, "application/json", b'{"choices": []}'),
    (200, "application/json", b"null"),
    (200, "application/json", b'{"choices": [{"text": null, "finish_reason": null}]}'),
]


@pytest.mark.parametrize("fault", BROKEN)
def test_a_passing_fault_is_tried_again(fault: Reply) -> None:
    """Field case 27."""
    with running(faults_then_good(2, fault)) as server:
        assert run(engine(server), ask())[0].text == "good"
        assert len(server.bodies) == 3


@pytest.mark.parametrize("fault", BROKEN)
def test_a_lasting_fault_ends_in_a_typed_error_after_the_attempts_allowed(fault: Reply) -> None:
    """Field case 27."""
    with running(faults_then_good(99, fault)) as server:
        answer = run(engine(server), ask())[0]
        assert (answer.finish_reason, answer.text) == ("error", "")
        tried = 6 if fault[0] in {429, 503} else 3  # which may be an outage that is over
        assert f"after {tried} attempts" in answer.error
        assert asked(server) == tried


def test_a_refusal_is_not_tried_again() -> None:
    with running(faults_then_good(99, status(422))) as server:
        assert run(engine(server), ask())[0].error == "HTTP status 422 after 1 attempt"
        assert asked(server) == 1


def test_a_silent_server_times_out() -> None:
    def late(body: dict[str, Any], _: int) -> Reply:
        time.sleep(0 if is_probe(body) else 0.5)
        return completion("late")

    with running(FaultServer(late)) as server:
        answer = run(engine(server, timeout_s=0.2, attempts=2), ask())[0]
        assert answer.error == "timed out after 2 attempts"


def test_a_server_that_cuts_every_answer_ends_the_run() -> None:
    with (
        running(FaultServer(lambda *_: completion("x" * 500), cut=True)) as server,
        pytest.raises(UserError, match=r"in the middle of the run, .* does not answer"),
    ):
        run(engine(server), ask())


def test_one_failing_request_leaves_its_neighbours_alone() -> None:
    server = FaultServer(
        lambda body, _: status(500) if body["prompt"] == "bad" else completion(body["prompt"])
    )
    with running(server):
        answers = run(engine(server), ask("a"), ask("bad"), ask("c"))
        assert [answer.text for answer in answers] == ["a", "", "c"]
        assert [answer.finish_reason for answer in answers] == ["stop", "error", "stop"]


def test_neither_key_nor_address_reaches_an_error() -> None:
    leak = status(401, f"bad key {SECRET} at http://127.0.0.1/v1")
    with running(faults_then_good(99, leak)) as server:
        answer = run(engine(server, api_key=SECRET), ask())[0]
        assert server.headers[0]["authorization"] == f"Bearer {SECRET}"
        assert SECRET not in answer.error
        assert "127.0.0.1" not in answer.error


def test_stop_strings_are_applied_whatever_the_server_did() -> None:
    """Field case 24."""
    with running(FaultServer(lambda *_: completion("one END two", "length"))) as server:
        answer = run(engine(server), ask(stop=("END",)))[0]
        assert (answer.text, answer.finish_reason) == ("one ", "stop")
        assert server.bodies[0]["stop"] == ["END"]


def test_a_full_answer_says_that_it_ran_into_the_limit() -> None:
    with running(FaultServer(lambda *_: completion("one two", "length"))) as server:
        answer = run(engine(server), ask())[0]
        assert answer.finish_reason == "length"
        assert (answer.prompt_tokens, answer.completion_tokens) == (3, 2)


def test_a_prompt_that_the_server_finds_too_long_is_an_overflow() -> None:
    """Field case 25."""
    refusal = status(400, "maximum context length is 8192 tokens")
    with running(FaultServer(lambda *_: refusal)) as server:
        assert is_overflow(run(engine(server), ask())[0])
    with running(faults_then_good(99, status(400, "bad stop"))) as server:
        assert not is_overflow(run(engine(server), ask())[0])


def test_no_more_requests_are_under_way_than_allowed() -> None:
    with running(FaultServer(lambda *_: completion("x"), delay_s=0.02)) as server:
        run(engine(server, concurrency=3), *(ask(str(n)) for n in range(12)))
        assert server.busiest == 3


def test_an_engine_serves_one_event_loop_after_another() -> None:
    with running(FaultServer(lambda *_: completion("x"))) as server:
        one = engine(server)
        assert [run(one, ask())[0].text, run(one, ask())[0].text] == ["x", "x"]


def test_every_decoding_parameter_is_sent() -> None:
    with running(FaultServer(lambda *_: completion("x"))) as server:
        one = engine(server, wire=Wire(extra_body={"cache_prompt": False}))
        run(one, ask(temperature=0.7, max_tokens=5))
        sent = server.bodies[0]
        assert (sent["temperature"], sent["max_tokens"], sent["cache_prompt"]) == (0.7, 5, False)
        assert isinstance(sent["seed"], int)
        run(one, ask())
        assert "seed" not in server.bodies[1]


def doubling(body: dict[str, Any]) -> list[int]:
    return [1] * bool(body["add_special"]) + [ord(letter) for letter in body["content"]]


def test_a_server_that_would_add_a_token_gets_token_ids() -> None:
    with running(FaultServer(lambda *_: completion("x"), tokens=doubling)) as server:
        run(engine(server, native_tokenize=True), ask("ab"))
        assert server.bodies[0]["prompt"] == [97, 98]


def test_a_server_that_adds_nothing_gets_the_text() -> None:
    plain = FaultServer(lambda *_: completion("x"), tokens=lambda body: [7] * len(body["content"]))
    with running(plain) as server:
        one = engine(server, native_tokenize=True)
        run(one, ask("ab"))
        assert server.bodies[0]["prompt"] == "ab"
        assert one.count_tokens("abc") == 3


def test_an_outage_in_an_early_attempt_counts_though_the_last_failed_otherwise() -> None:
    html = (200, "text/html", b"<html>")
    met = iter([status(503), html, html])
    good = completion("good")
    with running(
        FaultServer(lambda body, _: good if is_probe(body) else next(met, good))
    ) as server:
        assert run(engine(server), ask())[0].text == "good"
        assert asked(server) == 4


def test_a_request_whose_server_process_is_gone_is_not_tried_again() -> None:
    """Field case 5, in the middle of a run: a local server does not come back by itself."""
    looks: list[int] = []

    def gone() -> None:
        looks.append(1)
        raise UserError("the server ended in the middle of the run")

    with running(FaultServer(lambda *_: completion("x"))) as server:
        one = engine(server, served=gone)
        assert run(one, ask())[0].text == "x"
        assert looks == []
    with pytest.raises(UserError, match=r"^the server ended in the middle"):
        run(one, ask())
    assert looks == [1]


def test_a_tokenizer_that_fails_once_is_asked_again() -> None:
    calls: list[str] = []

    def tokens(body: dict[str, Any]) -> list[int]:
        calls.append(body["content"])
        if len(calls) == 1:
            raise ConnectionResetError  # the server hangs up
        return [7] * len(body["content"])

    with running(FaultServer(lambda *_: completion("x"), tokens=tokens)) as server:
        assert engine(server, native_tokenize=True).count_tokens("abc") == 3
    assert calls == ["abc", "abc"]


def test_the_probe_passes_a_good_server() -> None:
    with running(FaultServer(lambda *_: completion("x"))) as server:
        engine(server).probe()
        assert len(server.bodies) == 1


def test_a_dead_server_fails_the_probe_at_once() -> None:
    """Field case 5."""
    with running(FaultServer(lambda *_: completion("x"))) as server:
        one = engine(server)
    with pytest.raises(UserError, match="does not answer"):
        one.probe()


@pytest.mark.parametrize(
    ("server", "message"),
    [
        (FaultServer(lambda *_: completion("x"), models=("other",)), "no model m; it has: other"),
        (FaultServer(lambda *_: status(404), models=None), "HTTP status 404 for model m"),
        (FaultServer(lambda *_: status(401)), "refused the key"),
        (FaultServer(lambda *_: (200, "text/html", b"hello")), "does not speak"),
        (FaultServer(lambda *_: (200, "application/json", b"{")), "does not speak"),
    ],
)
def test_a_wrong_server_fails_the_probe(server: FaultServer, message: str) -> None:
    """Field case 5."""
    with running(server), pytest.raises(UserError, match=message):
        engine(server).probe()
