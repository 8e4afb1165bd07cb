"""Throughput mode of an engine that batches itself: full batches, refilled as episodes end."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from earned.agents.store import CompletionStore, read_blocks
from toy_agents import BatchEngine, Killed, ToyEpisode, drive, kill_at


def episodes(units: int = 8) -> list[ToyEpisode]:
    """Arms of units of unlike length, apart after the first step."""
    return [
        ToyEpisode(f"unit{n}", 1 + n % 4, (1, arm)) for n in range(units) for arm in ("", "g", "s")
    ]


def texts(played: Sequence[ToyEpisode]) -> list[list[str]]:
    return [[text for _, text in episode.answers] for episode in played]


def test_batches_are_full_until_the_last_episodes(tmp_path: Path) -> None:
    played, engine = episodes(), BatchEngine()
    drive(engine, tmp_path / "s", played, batch_size=4, concurrency=4, batched=True)
    sizes = [len(batch) for batch in engine.batches]
    assert sum(sizes) == sum(1 + 3 * (n % 4) for n in range(8)) == 44
    assert sizes[:8] == [4] * 8  # then only the three arms of the last unit are left
    assert all(len(episode.answers) == episode.steps for episode in played)


def test_a_new_episode_enters_as_one_ends(tmp_path: Path) -> None:
    played = [ToyEpisode("long", 4), *(ToyEpisode(f"u{n}", 1) for n in range(4))]
    engine = BatchEngine(lambda *_: "t")
    drive(engine, tmp_path / "s", played, batch_size=2, concurrency=1, batched=True)
    assert [len(batch) for batch in engine.batches] == [2, 2, 2, 2]
    assert [any(p.startswith("long") for p in batch) for batch in engine.batches] == [True] * 4


def test_what_is_gathered_is_sorted_by_length_before_batches_are_cut(tmp_path: Path) -> None:
    names = ["a" * length for length in (9, 1, 8, 2, 7, 3)]
    engine = BatchEngine()
    drive(
        engine, tmp_path / "s", [ToyEpisode(name, 1) for name in names],
        batch_size=2, concurrency=7, batched=True,
    )  # fmt: skip
    assert [[len(p) - 1 for p in batch] for batch in engine.batches] == [[1, 2], [3, 7], [8, 9]]


@settings(max_examples=40, deadline=None)
@given(
    steps=st.lists(st.integers(0, 4), max_size=9),
    batch_size=st.integers(2, 5),
    concurrency=st.integers(1, 12),
)
def test_every_episode_ends_and_nothing_is_asked_twice(
    tmp_path_factory: pytest.TempPathFactory,
    steps: list[int],
    batch_size: int,
    concurrency: int,
) -> None:
    played = [ToyEpisode(f"u{n // 3}", k, (n % 2, "x" * (n % 3))) for n, k in enumerate(steps)]
    engine, path = BatchEngine(), tmp_path_factory.mktemp("batches") / "s"
    states = drive(
        engine, path, played, batch_size=batch_size, concurrency=concurrency, batched=True
    )
    assert [len(episode.answers) for episode in played] == steps
    prompts = [prompt for batch in engine.batches for prompt in batch]
    assert len(prompts) == len(set(prompts))
    assert states == sorted(states)
    assert states[-1] == (len(steps), len(steps))


@pytest.mark.parametrize("moment", [0, 1, 5, 9])
def test_a_killed_run_keeps_its_batches_and_asks_only_the_rest(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: int
) -> None:
    """Field case 3."""
    path = tmp_path / "s"
    with monkeypatch.context() as patch:
        patch.setattr(CompletionStore, "commit", kill_at(moment))
        with pytest.raises(Killed):
            drive(BatchEngine(), path, episodes(), batch_size=4, concurrency=8, batched=True)
    before = path.read_bytes()
    kept = {s.key for block in read_blocks(before, "") for s in block.completions}
    assert len(kept) == 4 * moment
    resumed, engine = episodes(), BatchEngine()
    drive(engine, path, resumed, batch_size=4, concurrency=8, batched=True)
    assert path.read_bytes().startswith(before)
    asked = {key for episode in resumed for key, _ in episode.answers}
    assert sum(map(len, engine.batches)) == len(asked) - len(kept)
    again = episodes()
    drive(engine := BatchEngine(), path, again, batch_size=4, concurrency=8, batched=True)
    assert (engine.batches, texts(again)) == ([], texts(resumed))


def test_a_prompt_over_the_window_never_reaches_the_engine(tmp_path: Path) -> None:
    """Field case 25."""
    short, long = ToyEpisode("s", 1), ToyEpisode("w " * 40, 1)
    engine = BatchEngine()
    drive(
        engine, tmp_path / "s", [long, short],
        batch_size=2, concurrency=2, batched=True, window=30,
    )  # fmt: skip
    assert engine.batches == [["s "]]
    assert (long.overflowed, len(short.answers)) == (True, 1)


@pytest.mark.parametrize("mode", [{}, {"concurrency": 2}, {"concurrency": 2, "batched": True}])
def test_an_agents_own_smaller_window_holds_for_what_is_stored_too(
    tmp_path: Path, mode: dict[str, Any]
) -> None:
    """Field case 25: it is in no key, and a resumed run is to end as a fresh one."""
    ended = []
    for window in (100, 30):
        played = ToyEpisode("word " * 25, 1)
        drive(BatchEngine(), tmp_path / "s", [played], window=window, **mode)
        ended.append(played.overflowed)
    assert ended == [False, True]
