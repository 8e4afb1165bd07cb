"""How many records a stage holds at once does not hang on how many it reads."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import TypeVar

import polars as pl
import pytest

from case_studies import PARAMETERS, SHOWN, artifact, member, study, triplet
from earned.audits.acquabench import cases, scores
from earned.audits.acquabench.score_row import ScoreRow
from earned.records import table
from earned.records.base import Record
from earned.records.completion import Request
from earned.records.files import iter_records, write_records
from earned.records.table import schema_of, write_table
from earned.records.trajectory import Trajectory
from toy_agents import BatchEngine, ToyEpisode, drive

T = TypeVar("T", bound=Record)
FEW = 4
"""A record in hand, one that is about to be, and those that a loop's names still hold."""


class Held:
    """Counts how many of the records that it has seen are alive at once."""

    def __init__(self) -> None:
        self._alive = 0
        self.most = 0

    def passing(self, records: Iterable[T]) -> Iterator[T]:
        return (self.note(record) for record in records)

    def note(self, record: T) -> T:
        self._alive += 1
        self.most = max(self.most, self._alive)
        weakref.finalize(record, self._gone)
        return record

    def _gone(self) -> None:
        self._alive -= 1


@pytest.fixture(scope="module")
def units() -> list[str]:
    return [f"q{n:03}" for n in range(60)]


@pytest.fixture
def stored(tmp_path: Path, units: Sequence[str]) -> Path:
    path = tmp_path / "trajectories.jsonl"
    write_records(path, [run for qid in units for run in triplet(qid)])
    return path


def test_scoring_reads_one_trajectory_at_a_time(stored: Path, units: Sequence[str]) -> None:
    held = Held()
    given = {"scoring": {"f1_percent": 80}, "display_chars": SHOWN}
    members, artifacts = map(member, units), (artifact(qid, "D0") for qid in units)
    rows = scores.run(held.passing(iter_records(stored, Trajectory)), members, artifacts, given)
    assert len(rows) == 180
    assert held.most <= 57 + FEW  # `itertools.tee` keeps so many in a cell of its own


def test_cases_keep_only_what_is_behind_one(stored: Path, units: Sequence[str]) -> None:
    rows = study(*(triplet(qid) for qid in units)).rows
    held = Held()
    found = cases.run(
        [pl.DataFrame([row.model_dump() for row in rows], schema=schema_of(ScoreRow))],
        held.passing(iter_records(stored, Trajectory)),
        held.passing(map(member, units)),
        held.passing(artifact(qid, "D0") for qid in units),
        PARAMETERS,
    )
    assert len(found.cases) == 1
    assert held.most <= 5 + FEW  # its three trajectories, its item and its artifact


def test_a_table_is_written_from_a_batch_of_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, units: Sequence[str]
) -> None:
    monkeypatch.setattr(table, "BATCH", 16)
    held = Held()
    rows = study(*(triplet(qid) for qid in units)).rows
    path = tmp_path / "scores.parquet"
    write_table(path, held.passing(row.model_copy() for row in rows), ScoreRow)
    assert held.most <= 16 + FEW
    whole = path.read_bytes()
    monkeypatch.undo()
    write_table(path, rows, ScoreRow)
    assert path.read_bytes() == whole


def test_a_round_holds_the_requests_of_one_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = Held()
    pending = ToyEpisode.pending

    def noted(self: ToyEpisode) -> Request | None:
        request = pending(self)
        return request and held.note(request)

    monkeypatch.setattr(ToyEpisode, "pending", noted)
    played = [ToyEpisode(f"unit{n}", 3) for n in range(90)]
    drive(BatchEngine(), tmp_path / "store", played, batch_size=5)
    assert all(len(episode.answers) == 3 for episode in played)
    assert held.most <= 5 + FEW
