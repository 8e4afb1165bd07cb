"""Deterministic mode: the same batches whatever was stored before, so the same bytes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from earned.agents import driver
from earned.agents.store import CompletionStore
from earned.records.completion import Completion, Request
from toy_agents import BatchEngine, Killed, ToyEpisode, drive, kill_at, said


def episodes() -> list[ToyEpisode]:
    """Seven episodes of unlike length; the first three share their first request."""
    arms = [ToyEpisode("unit0", 4, (1, arm)) for arm in ("", "gold", "sham")]
    return [*arms, *(ToyEpisode(f"unit{n}", 1 + n % 3) for n in range(1, 5))]


def texts(played: Sequence[ToyEpisode]) -> list[list[str]]:
    return [[text for _, text in episode.answers] for episode in played]


def test_replies_of_the_toy_engine_depend_on_the_batch(tmp_path: Path) -> None:
    played = [episodes(), episodes()]
    drive(BatchEngine(), tmp_path / "a", played[0], batch_size=3)
    drive(BatchEngine(), tmp_path / "b", played[1], batch_size=2)
    assert texts(played[0]) != texts(played[1])


def test_a_run_killed_at_any_commit_ends_in_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Field case 3. A batch is planned before stored requests are taken out of it."""
    whole = episodes()
    drive(BatchEngine(), tmp_path / "whole", whole)
    commits = (tmp_path / "whole").read_bytes().count(b"\n") - 1
    assert commits > 5
    for moment in range(commits):
        path = tmp_path / f"killed{moment}"
        with monkeypatch.context() as patch:
            patch.setattr(CompletionStore, "commit", kill_at(moment))
            with pytest.raises(Killed):
                drive(BatchEngine(), path, episodes())
        resumed = episodes()
        engine = BatchEngine()
        drive(engine, path, resumed)
        assert texts(resumed) == texts(whole), moment
        assert path.read_bytes() == (tmp_path / "whole").read_bytes(), moment
        assert len(engine.batches) == commits - moment


def test_a_wave_ends_before_the_next_begins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driver, "WAVE", 3)
    played = [ToyEpisode(f"unit{n}", 1 + n % 3) for n in range(8)]
    engine = BatchEngine()
    progress = drive(engine, tmp_path / "s", played, batch_size=2)
    wave = {f"unit{n}": n // 3 for n in range(8)}
    waves = [{wave[prompt.split()[0]] for prompt in batch} for batch in engine.batches]
    assert all(len(found) == 1 for found in waves)
    assert [min(found) for found in waves] == sorted(min(found) for found in waves)
    assert all(len(episode.answers) == episode.steps for episode in played)
    assert progress == sorted(progress)
    assert progress[-1] == (8, 8)


def test_a_batch_with_one_missing_answer_is_asked_whole(tmp_path: Path) -> None:
    """Field case 3, with 27: what the engine failed at is asked anew, in the batch it was in."""

    class Failing(BatchEngine):
        async def complete(self, requests: Sequence[Request]) -> list[Completion]:
            answers = await super().complete(requests)
            return [said("", reason="error", error="gone"), *answers[1:]]

    first, second = BatchEngine(), BatchEngine()
    drive(first, tmp_path / "a", [ToyEpisode(f"u{n}", 1) for n in range(3)])
    drive(Failing(), tmp_path / "b", [ToyEpisode(f"u{n}", 1) for n in range(3)])
    again = [ToyEpisode(f"u{n}", 1) for n in range(3)]
    drive(second, tmp_path / "b", again)
    assert second.batches == first.batches == [["u0 ", "u1 ", "u2 "]]
    drive(third := BatchEngine(), tmp_path / "b", [ToyEpisode(f"u{n}", 1) for n in range(3)])
    assert third.batches == []


def test_a_finished_cell_asks_nothing_and_writes_nothing(tmp_path: Path) -> None:
    drive(BatchEngine(), tmp_path / "s", episodes())
    before = (tmp_path / "s").read_bytes()
    engine = BatchEngine()
    drive(engine, tmp_path / "s", episodes())
    assert engine.batches == []
    assert (tmp_path / "s").read_bytes() == before


def test_batches_are_cut_from_the_distinct_requests_in_canonical_order(tmp_path: Path) -> None:
    engine = BatchEngine(lambda *_: "t")
    drive(engine, tmp_path / "s", episodes())
    assert engine.batches[:2] == [["unit0 ", "unit1 ", "unit2 "], ["unit3 ", "unit4 "]]
    assert max(map(len, engine.batches)) == 3


def test_equal_requests_of_arms_are_one_and_get_one_answer(tmp_path: Path) -> None:
    played = [ToyEpisode("u", 3, (1, arm)) for arm in ("", "g", "s")]
    engine = BatchEngine()
    drive(engine, tmp_path / "s", played)
    assert len({episode.answers[0] for episode in played}) == 1
    assert len({episode.answers[1][0] for episode in played}) == 3
    assert sum(map(len, engine.batches)) == 1 + 3 * 2


@settings(max_examples=25, deadline=None)
@given(steps=st.integers(1, 7), units=st.integers(1, 3), coupled=st.booleans())
def test_the_calls_saved_are_those_of_the_formula(
    tmp_path_factory: pytest.TempPathFactory, steps: int, units: int, coupled: bool
) -> None:
    """Overview, rule 4: unique / naive = (1 + 3 (k - 1)) / 3k; 1 without coupling."""
    played = [
        ToyEpisode(f"u{n}", steps, (1, arm), repeat=0 if coupled else repeat)
        for n in range(units)
        for repeat, arm in enumerate(("", "g", "s"))
    ]
    engine = BatchEngine()
    drive(engine, tmp_path_factory.mktemp("calls") / "s", played)
    naive = sum(len(episode.answers) for episode in played)
    assert naive == 3 * steps * units
    expected = units * (1 + 3 * (steps - 1)) if coupled else naive
    assert sum(map(len, engine.batches)) == expected


def test_arms_that_never_differ_cost_one_arm(tmp_path: Path) -> None:
    """Overview, rule 4: the saving is two thirds at most."""
    engine = BatchEngine()
    drive(engine, tmp_path / "s", [ToyEpisode("u", 5) for _ in range(3)])
    assert sum(map(len, engine.batches)) == 5


def test_a_prompt_over_the_window_never_reaches_the_engine(tmp_path: Path) -> None:
    """Field case 25: nor the next one that the episode asks in its place."""

    class Insistent(ToyEpisode):
        refused = 0

        def pending(self) -> Request | None:
            asked = super().pending()
            long = " many words" * 20 if self.refused < 3 else ""
            return asked and asked.model_copy(update={"prompt": asked.prompt + long})

        def overflow(self) -> None:
            self.refused += 1

    short, long, insistent = ToyEpisode("s", 1), ToyEpisode("w " * 40, 1), Insistent("i", 1)
    engine = BatchEngine()
    drive(engine, tmp_path / "s", [short, long, insistent], window=30)
    assert engine.batches == [["s ", "i "]]
    assert (long.overflowed, long.answers, insistent.refused) == (True, [], 3)
    assert len(insistent.answers) == 1


def test_progress_counts_finished_episodes(tmp_path: Path) -> None:
    states = drive(BatchEngine(), tmp_path / "s", [ToyEpisode(f"u{n}", n) for n in (1, 2, 3)])
    assert states == [(0, 3), (1, 3), (2, 3), (3, 3)]
