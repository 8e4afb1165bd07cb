"""An engine that answers its probe and fails at every request ends the run, a resumed one not."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

import pytest

from earned.agents.driver import Driver
from earned.agents.failures import IN_A_ROW, FailuresInARow
from earned.agents.store import CompletionStore
from earned.engines.outcomes import CONTEXT_OVERFLOW, failed
from earned.errors import UserError
from earned.records.completion import Completion, EngineIdentity, Request
from toy_agents import BatchEngine, ToyEpisode

GOOD = Completion(text="x", finish_reason="stop", prompt_tokens=1, completion_tokens=1)
BAD = failed("HTTP status 500 after 4 attempts")
IDENTITY = EngineIdentity(engine="openai", engine_version="1", model="m", settings={})


def noted(counting: FailuresInARow, answer: Completion, count: int, start: int = 0) -> None:
    for number in range(start, start + count):
        counting.note(str(number), answer)


def test_failures_with_no_answer_between_end_the_run() -> None:
    counting = FailuresInARow(set(), IN_A_ROW)
    noted(counting, BAD, IN_A_ROW - 1)
    counting.note("good", GOOD)
    noted(counting, BAD, IN_A_ROW - 1)
    with pytest.raises(UserError, match=r"25 requests in a row failed, the last: HTTP status 500"):
        counting.note("last", BAD)


def test_prompts_over_the_window_are_results() -> None:
    """Field case 25."""
    noted(FailuresInARow(set(), IN_A_ROW), failed(f"{CONTEXT_OVERFLOW}: too long"), 50)


def test_a_replay_may_lack_as_much_as_it_does() -> None:
    noted(FailuresInARow(set(), None), BAD, 50)


def test_requests_that_failed_before_do_not_stop_a_resumed_run(tmp_path: Path) -> None:
    """Between them there were answers, which are in the store and are not asked again."""
    known = [str(number) for number in range(40)]
    with CompletionStore(tmp_path / "s", IDENTITY) as store:
        for key in known:
            store.commit([(key, BAD)])
            store.commit([(f"good {key}", GOOD)])
    with CompletionStore(tmp_path / "s", IDENTITY) as store:
        assert store.failed == set(known)
        counting = FailuresInARow(store.failed, IN_A_ROW)
        noted(counting, BAD, len(known))
        with pytest.raises(UserError, match="in a row"):
            noted(counting, BAD, IN_A_ROW, start=100)


class Failing(BatchEngine):
    """Fails at everything."""

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        return [BAD for _ in requests]


@pytest.mark.parametrize("most", [3, None])
@pytest.mark.parametrize("way", ["rounds", "batches", "concurrently"])
def test_the_driver_counts_what_its_engine_fails_at(
    tmp_path: Path, way: str, most: int | None
) -> None:
    played = [ToyEpisode(f"u{n}", 1) for n in range(5)]
    with CompletionStore(tmp_path / "s", IDENTITY) as store:
        driver = Driver(Failing(), store, 100, lambda *_: None, most)
        run = {
            "rounds": lambda: driver.run_rounds(played, 2),
            "batches": lambda: driver.run_batches(played, 2, 2),
            "concurrently": lambda: driver.run_concurrently(played, 1),
        }[way]
        with nullcontext() if most is None else pytest.raises(UserError, match="3 requests in"):
            asyncio.run(run())
    fed = sum(len(episode.answers) for episode in played)
    assert fed == 5 if most is None else fed < 3
