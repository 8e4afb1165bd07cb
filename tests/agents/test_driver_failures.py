"""Throughput mode: what goes wrong in one place ends the run, and nobody waits for ever."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from earned.agents.driver import Driver
from earned.agents.store import CompletionStore
from earned.errors import UserError
from earned.records.completion import Completion, Request
from toy_agents import IDENTITY, SlowEngine, ToyEpisode

TIMEOUT_S = 30


def run(engine: SlowEngine, store: CompletionStore, played: list[ToyEpisode]) -> list[object]:
    """Run each episode as a worker would, and give what came of it."""
    driver = Driver(engine, store, 10_000, lambda *_: None)

    async def all_of_them() -> list[object]:
        running = [driver.run_concurrently([episode], 1) for episode in played]
        ended = asyncio.gather(*running, return_exceptions=True)
        return list(await asyncio.wait_for(ended, TIMEOUT_S))

    ended = asyncio.run(all_of_them())
    assert driver._in_flight == {}
    return ended


class Gone(SlowEngine):
    """Raises, late, as an engine does that gives up."""

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        await super().complete(requests)
        raise UserError("the server is gone")


def test_an_engine_that_gives_up_tells_all_who_wait_for_one_answer(tmp_path: Path) -> None:
    """Overview, rule 4: three arms wait for one request."""
    engine = Gone(1)
    with CompletionStore(tmp_path / "s", engine.identity) as store:
        ended = run(engine, store, [ToyEpisode("u", 1) for _ in range(3)])
    assert [str(error) for error in ended] == ["the server is gone."] * 3
    assert len(engine.batches) == 1


def test_an_engine_that_gives_up_ends_the_run(tmp_path: Path) -> None:
    played = [ToyEpisode(f"u{n}", 2) for n in range(20)]
    engine = Gone(1)
    with CompletionStore(tmp_path / "s", engine.identity) as store:
        driver = Driver(engine, store, 10_000, lambda *_: None)
        running = driver.run_concurrently(played, 6)
        with pytest.raises(UserError, match="the server is gone"):
            asyncio.run(asyncio.wait_for(running, TIMEOUT_S))


def test_an_episode_that_breaks_leaves_no_other_waiting(tmp_path: Path) -> None:
    class Broken(ToyEpisode):
        def feed(self, key: str, completion: Completion) -> None:
            super().feed(key, completion)
            raise ZeroDivisionError

    engine = SlowEngine(1)
    played = [Broken("u", 1), ToyEpisode("u", 1), ToyEpisode("u", 1)]
    with CompletionStore(tmp_path / "s", engine.identity) as store:
        ended = run(engine, store, played)
    assert [type(one) for one in ended] == [ZeroDivisionError, type(None), type(None)]
    assert [len(episode.answers) for episode in played] == [1, 1, 1]


def test_tokens_are_counted_beside_the_loop(tmp_path: Path) -> None:
    """Field case 25: a server is asked for them, and others must not wait for that."""

    class Counting(SlowEngine):
        def __init__(self) -> None:
            super().__init__(1)
            self.identity = IDENTITY.model_copy(update={"settings": {"window": 30}})
            self.counted_in: list[threading.Thread] = []

        def count_tokens(self, prompt: str) -> int:
            self.counted_in.append(threading.current_thread())
            return super().count_tokens(prompt)

    engine = Counting()
    with CompletionStore(tmp_path / "s", engine.identity) as store:
        driver = Driver(engine, store, 30, lambda *_: None)
        asyncio.run(driver.run_concurrently([ToyEpisode("w" * 40, 1)], 1))
        assert len(engine.counted_in) == 1
        assert engine.counted_in[0] is not threading.main_thread()
        asyncio.run(driver.run_concurrently([ToyEpisode("w" * 40, 1)], 1))
        assert len(engine.counted_in) == 1, "a stored request is known to fit"


def test_a_completion_is_on_the_disk_before_its_episode_goes_on(tmp_path: Path) -> None:
    """Field case 3."""
    path = tmp_path / "s"

    class Looking(ToyEpisode):
        def feed(self, key: str, completion: Completion) -> None:
            assert key.encode() in path.read_bytes()
            super().feed(key, completion)

    engine = SlowEngine(1)
    played = [Looking(f"u{n}", 3) for n in range(12)]
    with CompletionStore(path, engine.identity) as store:
        driver = Driver(engine, store, 10_000, lambda *_: None)
        asyncio.run(driver.run_concurrently(played, 5))
    assert all(len(episode.answers) == 3 for episode in played)
