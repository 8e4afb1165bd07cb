"""A simulated human who judges a sheet, answers made by hand, and sheets as programs save them."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from earned.cli import main
from earned.grader.draw import KeyRow
from earned.grader.graded import Answer
from earned.grader.strata import ACCEPTED
from earned.records.files import read_json, validate

Row = dict[str, str]
Human = Callable[[Row], None]
"""Writes into a row's verdict, item and note."""


def answer(qid: str, prediction: str, stratum: str, **more: Any) -> Answer:
    """A distinct answer of a stratum."""
    given = {
        "audit": "toy",
        "question": f"What is {qid}?",
        "reference": "the reference",
        "em": stratum == "exact",
        "f1": 0.0,
        "success": ACCEPTED[stratum],
        "arms": ("A",),
        "models": ("m",),
        "records": 1,
        **more,
    }
    return Answer(qid=qid, prediction=prediction, stratum=stratum, **given)


def read_sheet(path: Path) -> list[Row]:
    """The rows of a sheet, as a spreadsheet shows them."""
    text = path.read_bytes().decode("utf-8-sig")
    return list(csv.DictReader(io.StringIO(text, newline="")))


def write_sheet(path: Path, rows: Iterable[Row], **form: Any) -> Path:
    """Save rows as CSV; `form` is what `csv.writer` takes."""
    rows = list(rows)
    stream = io.StringIO()
    writer = csv.DictWriter(stream, list(rows[0]), **form)
    writer.writeheader()
    writer.writerows(rows)
    path.write_bytes(stream.getvalue().encode())
    return path


def judged(sheet: Path, to: Path, human: Human) -> Path:
    """Let a human fill a sheet in."""
    rows = read_sheet(sheet)
    for row in rows:
        human(row)
    return write_sheet(to, rows)


def drawn(root: Path, *options: str) -> Path:
    """Plan and sample; give the folder of the plan."""
    before = set((root / "grader").glob("*"))
    run("plan", str(root), *options)
    (folder,) = set((root / "grader").glob("*")) - before
    run("sample", str(root), "--plan", folder.name)
    return folder


def run(*argv: str, code: int = 0) -> None:
    """Run a step of `earned grader`."""
    assert main(["grader", *argv]) == code


def key_of(folder: Path) -> dict[str, KeyRow]:
    """Row to what it stands for."""
    rows: Sequence[Any] = read_json(folder / "key.json")
    return {row["row"]: validate(KeyRow, row, where="key") for row in rows}


def as_the_machine(folder: Path) -> Human:
    """A human who agrees with the machine on every row."""
    key = key_of(folder)

    def say(row: Row) -> None:
        row["verdict"] = "right" if key[row["row"]].answer.success else "wrong"

    return say


def report_of(folder: Path) -> dict[str, Any]:
    """The report of a grader's audit."""
    found: dict[str, Any] = read_json(folder / "report.json")
    return found
