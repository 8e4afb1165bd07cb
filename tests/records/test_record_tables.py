"""Record tables: the columns are the record's fields, and nothing else is read."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Literal

import polars as pl
import pytest

from earned.errors import UserError
from earned.records.base import Record
from earned.records.table import read_table, write_table
from support import ROOT


class Score(Record):
    qid: str
    em: bool
    steps: int
    f1: float
    coloc: float | None
    arm: Literal["A", "B"]


ROWS = [
    Score(qid="q1", em=True, steps=3, f1=0.25, coloc=None, arm="A"),
    Score(qid="q2é", em=False, steps=0, f1=1.0, coloc=0.5, arm="B"),
]


def frame() -> pl.DataFrame:
    return pl.DataFrame([row.model_dump() for row in ROWS])


def refused(tmp_path: Path, made: pl.DataFrame) -> str:
    path = tmp_path / "other.parquet"
    made.write_parquet(path)
    with pytest.raises(UserError) as caught:
        read_table(path, Score)
    assert caught.value.where == str(path)
    return caught.value.what


def test_rows_come_back_in_their_order(tmp_path: Path) -> None:
    write_table(tmp_path / "t.parquet", ROWS, Score)
    read = read_table(tmp_path / "t.parquet", Score)
    assert read.rows(named=True) == [row.model_dump() for row in ROWS]
    assert read.columns == list(Score.model_fields)


def test_a_table_without_rows_keeps_its_columns(tmp_path: Path) -> None:
    write_table(tmp_path / "t.parquet", [], Score)
    read = read_table(tmp_path / "t.parquet", Score)
    assert (read.height, read.columns) == (0, list(Score.model_fields))


def test_equal_rows_give_equal_bytes_and_other_rows_do_not(tmp_path: Path) -> None:
    for name, rows in [("a", ROWS), ("b", ROWS), ("c", ROWS[::-1])]:
        write_table(tmp_path / name, rows, Score)
    a, b, c = ((tmp_path / name).read_bytes() for name in "abc")
    assert a == b != c


@pytest.mark.parametrize("name", list(Score.model_fields))
def test_a_missing_column_is_an_error(tmp_path: Path, name: str) -> None:
    """Field case 2: never taken for 0.0."""
    assert refused(tmp_path, frame().drop(name)).startswith(f"column {name}: missing instead")


def test_an_unknown_column_is_an_error(tmp_path: Path) -> None:
    """Field case 2."""
    said = refused(tmp_path, frame().with_columns(f2=pl.lit(0.0)))
    assert said == "column f2: Float64 instead of no such column"


@pytest.mark.parametrize(
    ("name", "other"),
    [("f1", pl.Float32), ("steps", pl.Float64), ("em", pl.Int64), ("qid", pl.Categorical)],
)
def test_a_column_of_another_type_is_an_error(
    tmp_path: Path, name: str, other: type[pl.DataType]
) -> None:
    said = refused(tmp_path, frame().with_columns(pl.col(name).cast(other)))
    assert said.startswith(f"column {name}: ")


@pytest.mark.parametrize("cut", [0, 3, 40, -1, -9])
def test_a_damaged_table_is_an_error(tmp_path: Path, cut: int) -> None:
    path = tmp_path / "t.parquet"
    write_table(path, ROWS, Score)
    path.write_bytes(path.read_bytes()[:cut])
    with pytest.raises(UserError, match=r"t\.parquet: is not a readable table"):
        read_table(path, Score)


def test_a_missing_table_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"none\.parquet: is not a readable table"):
        read_table(tmp_path / "none.parquet", Score)


FULL_DISK = """
import resource, sys
from pathlib import Path
from earned.errors import UserError
from earned.records.base import Record
from earned.records.table import write_table
class Row(Record):
    text: str
resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))
try:
    write_table(Path(sys.argv[1]), [Row(text=str(n**9)) for n in range(999)], Row)
except UserError as error:
    print(error)
"""


def test_a_full_disk_is_one_sentence_and_leaves_the_old_table(tmp_path: Path) -> None:
    """Field case 20."""
    path = tmp_path / "t.parquet"
    write_table(path, [], Score)
    before = path.read_bytes()
    said = subprocess.run(
        [sys.executable, "-c", FULL_DISK, str(path)],
        env={"PYTHONPATH": str(ROOT / "workflow")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert said.stdout.startswith(f"{path}: could not be written (File too large)")
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
