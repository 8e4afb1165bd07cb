"""Throughput mode: no finished record is lost or changed, and nothing is asked twice."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine, Sequence
from pathlib import Path

import pytest

from earned.agents.store import CompletionStore, read_blocks
from earned.records.completion import Completion
from toy_agents import SlowEngine, ToyEpisode, drive, said


def episodes() -> list[ToyEpisode]:
    return [ToyEpisode(f"unit{n}", 1 + n % 4, (1, arm)) for n in range(6) for arm in ("", "g", "s")]


def stored(path: Path) -> dict[str, str]:
    blocks = read_blocks(path.read_bytes(), "store")
    return {entry.key: entry.completion.text for block in blocks for entry in block.completions}


def answers(played: Sequence[ToyEpisode]) -> dict[str, str]:
    return {key: text for episode in played for key, text in episode.answers}


class Killed(BaseException):
    """Stands for SIGKILL."""


@pytest.mark.parametrize("moment", [0, 1, 3, 5])
def test_a_killed_run_keeps_every_finished_completion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: int
) -> None:
    """Field case 3: the engine would give another text if it were asked again."""
    path = tmp_path / "s"
    left = moment
    append = CompletionStore._append

    def killing(self: CompletionStore, **block: object) -> None:
        nonlocal left
        if left == 0:
            self._stream.write(b'{"torn')
            self._stream.flush()
            raise Killed
        left -= 1
        append(self, **block)

    with monkeypatch.context() as patch:
        patch.setattr(CompletionStore, "_append", killing)
        with pytest.raises(Killed):
            drive(SlowEngine(1), path, episodes(), concurrency=5)
    before = path.read_bytes()
    whole = before[: before.rfind(b"\n") + 1]
    finished = stored_in(whole)
    resumed, engine = episodes(), SlowEngine(2)
    drive(engine, path, resumed, concurrency=5)
    assert path.read_bytes().startswith(whole)
    assert finished.items() <= stored(path).items()
    assert answers(resumed) == stored(path)
    assert len(engine.batches) == len(stored(path)) - len(finished)


def stored_in(content: bytes) -> dict[str, str]:
    blocks = read_blocks(content, "store")
    return {entry.key: entry.completion.text for block in blocks for entry in block.completions}


@pytest.mark.parametrize("concurrency", [1, 2, 7, 50])
def test_equal_requests_in_flight_are_asked_once(tmp_path: Path, concurrency: int) -> None:
    """Overview, rule 4: three arms, one split after the first step."""
    played, engine = episodes(), SlowEngine(concurrency)
    drive(engine, tmp_path / "s", played, concurrency=concurrency)
    prompts = [prompt for batch in engine.batches for prompt in batch]
    assert len(prompts) == len(set(prompts)) == len(answers(played))
    assert len(prompts) == sum(1 + 3 * (n % 4) for n in range(6))
    for first in range(0, len(played), 3):
        assert len({episode.answers[0] for episode in played[first : first + 3]}) == 1


def test_everything_downstream_of_a_store_is_identical(tmp_path: Path) -> None:
    """Overview, what is promised of engines."""
    path = tmp_path / "s"
    first = episodes()
    drive(SlowEngine(3), path, first, concurrency=4)
    for seed, concurrency in [(4, 1), (5, 9)]:
        again, engine = episodes(), SlowEngine(seed)
        drive(engine, path, again, concurrency=concurrency)
        assert engine.batches == []
        assert [e.answers for e in again] == [e.answers for e in first]


def test_no_more_episodes_are_under_way_than_allowed(tmp_path: Path) -> None:
    most = under_way = 0

    class Counting(SlowEngine):
        async def complete(self, requests: Sequence[object]) -> list[Completion]:
            nonlocal most, under_way
            under_way += 1
            most = max(most, under_way)
            made = await super().complete(requests)  # type: ignore[arg-type]
            under_way -= 1
            return made

    played = [ToyEpisode(f"u{n}", 3) for n in range(20)]
    drive(Counting(1), tmp_path / "s", played, concurrency=4)
    assert most == 4
    assert all(len(episode.answers) == 3 for episode in played)


def test_room_for_more_than_there_is_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gathered: list[int] = []
    gather = asyncio.gather

    def counted(*tasks: Coroutine[object, object, None]) -> object:
        gathered.append(len(tasks))
        return gather(*tasks)

    monkeypatch.setattr(asyncio, "gather", counted)
    played = [ToyEpisode(f"u{n}", 1) for n in range(3)]
    drive(SlowEngine(1), tmp_path / "s", played, concurrency=1000)
    assert gathered == [3]


@pytest.mark.parametrize("concurrency", [1, 2, 3, 5])
def test_arms_of_a_unit_are_under_way_side_by_side(tmp_path: Path, concurrency: int) -> None:
    """Field case 21: interleaved, not one arm after another, however few are under way."""
    engine = SlowEngine(1, lambda prompt, _: prompt)
    played = [ToyEpisode(f"u{n}", 1, (0, arm)) for n in range(3) for arm in ("c", "g", "s")]
    drive(engine, tmp_path / "s", played, concurrency=concurrency)
    asked = [batch[0] for batch in engine.batches]
    assert asked == [f"u{n} {arm}" for n in range(3) for arm in ("c", "g", "s")]


def test_a_failure_of_the_engine_reaches_every_arm_that_asked(tmp_path: Path) -> None:
    """Field cases 27 and 37: typed, kept, and asked anew by the next run."""

    class Failing(SlowEngine):
        async def complete(self, requests: Sequence[object]) -> list[Completion]:
            await super().complete(requests)  # type: ignore[arg-type]
            return [said("", reason="error", error="refused")]

    class Noting(ToyEpisode):
        error = ""

        def feed(self, key: str, completion: Completion) -> None:
            super().feed(key, completion)
            self.error = completion.error

    played = [Noting("u", 1) for _ in range(3)]
    drive(engine := Failing(1), tmp_path / "s", played, concurrency=3)
    assert (len(engine.batches), [e.error for e in played]) == (1, ["refused"] * 3)
    again = [Noting("u", 1) for _ in range(3)]
    drive(SlowEngine(2), tmp_path / "s", again, concurrency=3)
    assert [e.error for e in again] == [""] * 3


def test_an_engine_that_breaks_ends_the_run_and_keeps_what_is_stored(tmp_path: Path) -> None:
    class Breaking(SlowEngine):
        async def complete(self, requests: Sequence[object]) -> list[Completion]:
            if len(self.batches) == 9:
                raise ConnectionError("gone")
            return await super().complete(requests)  # type: ignore[arg-type]

    with pytest.raises(ConnectionError):
        drive(Breaking(1), tmp_path / "s", episodes(), concurrency=3)
    kept = stored(tmp_path / "s")
    assert 0 < len(kept) <= 9
    drive(SlowEngine(random.Random(0).randrange(99)), tmp_path / "s", episodes(), concurrency=3)
    assert kept.items() <= stored(tmp_path / "s").items()
