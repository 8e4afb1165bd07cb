"""Texts survive the sheet, as it is written and as spreadsheet programs save it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.grader.cells import guarded, same_cell, unguarded
from earned.grader.draw import KeyRow, draw
from earned.grader.plan import planned_strata
from earned.grader.returned import read_returned
from earned.grader.sheet import Ruling, sheet_text
from judging import answer, read_sheet, write_sheet

AWKWARD = (
    "=1+1", "+44 20", "-5", "@sum", "\t=x", "\r=x", "#N/A", "'quoted", "''=1", "1986", "007", "3-4",
    "1,000", "July 4, 1776", "true", "12E3", " =1", "  lead", "tail  ", "line\none", "cr\r\nlf",
    "semi;colon", "a, b", 'say "hi"', "Zoë – 中文 🙂", "", "1.10", "$8.4M",
)  # fmt: skip
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)


@pytest.fixture
def rows() -> list[KeyRow]:
    answers = [
        answer(f"q{n}", text, "no_overlap", question=f"{text}?", reference=text[::-1])
        for n, text in enumerate(AWKWARD)
    ]
    return draw("d" * 64, planned_strata(answers, 100), answers)


@pytest.fixture
def sheet(rows: list[KeyRow], tmp_path: Path) -> Path:
    path = tmp_path / "sheet.csv"
    path.write_bytes(sheet_text(rows).encode())
    return path


@pytest.mark.parametrize("text", AWKWARD)
def test_no_cell_begins_like_a_formula_or_is_a_value_alone(text: str) -> None:
    cell = guarded(text)
    assert not cell.startswith(("=", "+", "-", "@", "\t", "\r", "#"))
    assert not cell.strip().startswith(("=", "+", "-", "@"))
    assert not cell.strip().replace(",", "").replace(".", "").isdecimal()
    assert cell.strip().lower() not in ("true", "false")


@pytest.mark.parametrize("text", ["Paris", "Doran D. Corvisquist", "Kestrel Gulf", "unknown"])
def test_plain_text_is_left_as_it_is(text: str) -> None:
    assert guarded(text) == text


@given(TEXTS)
def test_guard_comes_off_exactly(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert same_cell(guarded(text), text)


@given(TEXTS, TEXTS)
def test_another_text_is_not_the_same_cell(one: str, other: str) -> None:
    plain = {text.replace("\r\n", "\n").replace("\r", "\n") for text in (one, other)}
    if len(plain) == 2 and f"'{other}" != one and f"'{one}" != other:
        assert not same_cell(guarded(one), other)


def test_sheet_as_a_spreadsheet_shows_it(sheet: Path, rows: list[KeyRow]) -> None:
    assert sheet.read_bytes().startswith("\ufeff".encode())
    shown = {row["row"]: row for row in read_sheet(sheet)}
    assert len(shown) == len(AWKWARD)
    for row in rows:
        assert unguarded(shown[row.row]["answer"]) == row.answer.prediction
        assert unguarded(shown[row.row]["reference"]) == row.answer.reference
        assert unguarded(shown[row.row]["question"]) == row.answer.question


FORMS = {
    "semicolons": {"delimiter": ";"},
    "tabs": {"delimiter": "\t"},
    "every cell quoted": {"quoting": 1},
    "newlines": {"lineterminator": "\n", "quoting": 1},
    "all at once": {"delimiter": ";", "quoting": 1, "lineterminator": "\n"},
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("mark", [b"", "\ufeff".encode()], ids=["plain", "byte order mark"])
def test_sheet_saved_in_another_form_reads_back(
    sheet: Path, rows: list[KeyRow], form: str, mark: bytes
) -> None:
    filled = read_sheet(sheet)
    for n, row in enumerate(filled):
        row["verdict"] = ("right", "Wrong ", " UNSURE", "")[n % 4]
        row["item"] = ("defective", "ok", "")[n % 3]
        row["note"] = "=a note; with, all\nof it" if n == 5 else ""
    random.Random(1).shuffle(filled)
    write_sheet(sheet, filled, **FORMS[form])
    sheet.write_bytes(mark + sheet.read_bytes())
    found = read_returned(sheet, rows)
    assert {name: one.verdict for name, one in found.items()} == {
        row["row"]: row["verdict"].strip().lower() for row in filled
    }
    assert {name: one.item for name, one in found.items()} == {
        row["row"]: row["item"] for row in filled
    }
    assert sorted(one.note for one in found.values())[-1] == "=a note; with, all\nof it"


def test_columns_in_another_order_and_blank_ones_beside_them(
    sheet: Path, rows: list[KeyRow]
) -> None:
    filled = [
        {**dict(reversed(row.items())), "verdict": "right", "": ""} for row in read_sheet(sheet)
    ]
    write_sheet(sheet, filled)
    sheet.write_bytes(sheet.read_bytes() + b",,,,,,,\r\n")
    assert {one.verdict for one in read_returned(sheet, rows).values()} == {"right"}


def test_guards_that_a_human_took_off_do_not_matter(sheet: Path, rows: list[KeyRow]) -> None:
    filled = [{name: unguarded(cell) for name, cell in row.items()} for row in read_sheet(sheet)]
    write_sheet(sheet, [{**row, "verdict": "wrong"} for row in filled])
    assert len(read_returned(sheet, rows)) == len(rows)


def test_sheet_saved_as_unicode_text_reads_back(sheet: Path, rows: list[KeyRow]) -> None:
    filled = [{**row, "verdict": "right"} for row in read_sheet(sheet)]
    text = write_sheet(sheet, filled, delimiter="\t").read_bytes().decode()
    sheet.write_bytes(text.encode("utf-16"))
    assert len(read_returned(sheet, rows)) == len(rows)


def test_rulings_written_again_read_the_same(sheet: Path, rows: list[KeyRow]) -> None:
    notes = ["'=1", "=1", "'hello", "''x", "two\r\nlines", "12", "", "'"]
    filled = [{**row, "verdict": "right", "note": notes[n % len(notes)]}
              for n, row in enumerate(read_sheet(sheet))]  # fmt: skip
    once = read_returned(write_sheet(sheet, filled), rows)
    sheet.write_bytes(sheet_text(rows, once).encode())
    assert read_returned(sheet, rows) == once
    assert Ruling(row=rows[2].row, verdict="right", item="", note="'hello") in once.values()
