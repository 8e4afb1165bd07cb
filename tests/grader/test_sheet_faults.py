"""Every fault of a returned sheet is one sentence with its line and column."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from earned.errors import UserError
from earned.grader.draw import KeyRow, draw
from earned.grader.plan import planned_strata
from earned.grader.returned import read_returned
from earned.grader.sheet import sheet_text
from judging import Row, answer, read_sheet, write_sheet

Fault = Callable[[list[Row]], object]


@pytest.fixture
def rows() -> list[KeyRow]:
    answers = [answer(f"q{n}", f"answer {'abc'[n]}", "exact") for n in range(3)]
    return draw("e" * 64, planned_strata(answers, 9), answers)


@pytest.fixture
def sheet(rows: list[KeyRow], tmp_path: Path) -> Path:
    path = tmp_path / "back.csv"
    path.write_bytes(sheet_text(rows).encode())
    filled = [{**row, "verdict": "right"} for row in read_sheet(path)]
    return write_sheet(path, filled)


def fault_of(sheet: Path, rows: list[KeyRow]) -> str:
    with pytest.raises(UserError) as caught:
        read_returned(sheet, rows)
    sentence = str(caught.value)
    assert sentence.startswith(f"{sheet}, ")
    assert sentence.endswith(".")
    assert "\n" not in sentence
    return sentence.removeprefix(f"{sheet}, ")


FAULTS: dict[str, tuple[Fault, str]] = {
    "verdict misspelt": (
        lambda r: r[1].update(verdict="rihgt"),
        "line 3, column verdict: 'rihgt' is none of right, wrong, unsure; correct it",
    ),
    "item misspelt": (
        lambda r: r[2].update(item="bad"),
        "line 4, column item: 'bad' is none of ok, defective; correct it",
    ),
    "unknown row": (lambda r: r[0].update(row="nobody"), "line 2, column row: 'nobody' is no row"),
    "row twice": (lambda r: r.append(dict(r[0])), "line 5, column row: row {0} is there twice, "
                  "first in line 2;"),
    "row missing": (lambda r: r.pop(1), "column row: row {1} is missing; give the whole sheet"),
    "rows missing": (lambda r: r.__delitem__(slice(1, 3)), "column row: row {1} and 1 more are"),
    "question changed": (
        lambda r: r[1].update(question=r[1]["question"] + " now"),
        "line 3, column question: the question of row {1} is not what was drawn",
    ),
    "reference changed": (
        lambda r: r[0].update(reference="another"),
        "line 2, column reference: the reference of row {0} is not what was drawn",
    ),
    "answer changed": (
        lambda r: r[2].update(answer=r[2]["answer"].upper()),
        "line 4, column answer: the answer of row {2} is not what was drawn",
    ),
    "rows' answers swapped": (
        lambda r: (r[0].update(answer=r[1]["answer"]), r[1].update(answer="x")),
        "line 2, column answer: the answer of row {0} is not what was drawn",
    ),
    "all blank": (
        lambda r: [row.update(verdict=" ") for row in r],
        "column verdict: no row has a verdict",
    ),
    "column missing": (
        lambda r: [row.pop("item") for row in r],
        "line 1: column item is missing; keep the sheet's columns",
    ),
    "column added": (
        lambda r: [row.update(judge="me") for row in r],
        "line 1: there is no column judge; write what you have to say into column note",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_named_with_its_place(name: str, sheet: Path, rows: list[KeyRow]) -> None:
    plant, expected = FAULTS[name]
    filled = read_sheet(sheet)
    plant(filled)
    write_sheet(sheet, filled)
    assert fault_of(sheet, rows).startswith(expected.format(*(row.row for row in rows)))


def test_line_is_that_of_the_file_where_cells_hold_several(sheet: Path, rows: list[KeyRow]) -> None:
    filled = read_sheet(sheet)
    filled[0]["note"] = "one\ntwo\nthree"
    filled[1]["verdict"] = "maybe"
    write_sheet(sheet, filled)
    assert fault_of(sheet, rows).startswith("line 5, column verdict: 'maybe'")


def test_blank_verdicts_count_as_not_judged(sheet: Path, rows: list[KeyRow]) -> None:
    filled = read_sheet(sheet)
    filled[1]["verdict"] = ""
    found = read_returned(write_sheet(sheet, filled), rows)
    assert [found[row.row].verdict for row in rows] == ["right", "", "right"]


def test_sheet_in_an_old_code_page(sheet: Path, rows: list[KeyRow]) -> None:
    filled = read_sheet(sheet)
    filled[1]["note"] = "naïve"
    text = write_sheet(sheet, filled).read_bytes().decode()
    sheet.write_bytes(text.encode("cp1252"))
    assert fault_of(sheet, rows) == "line 3: is not UTF-8; save it as `CSV UTF-8`."


def test_file_that_is_no_sheet(sheet: Path, rows: list[KeyRow]) -> None:
    for content in (b"", b"hello\n", b"a,b,c\n1,2,3\n"):
        sheet.write_bytes(content)
        assert fault_of(sheet, rows).startswith("line 1: the first line does not name the columns")


def test_workbook_is_no_sheet(sheet: Path, rows: list[KeyRow]) -> None:
    sheet.write_bytes(b"PK\x03\x04\x14\x00\x06\x00\x08\x00\xff\xff!\x00")
    assert "is not UTF-8; save it as `CSV UTF-8`" in fault_of(sheet, rows)


def test_cell_that_ran_over_the_last_column(sheet: Path, rows: list[KeyRow]) -> None:
    lines = sheet.read_text(encoding="utf-8").splitlines()
    lines[2] += "not, quoted"
    sheet.write_text("\n".join(lines), encoding="utf-8")
    assert fault_of(sheet, rows).startswith("line 3: a cell beyond the last column holds ' quoted'")


def test_sheet_that_is_not_there(tmp_path: Path, rows: list[KeyRow]) -> None:
    with pytest.raises(UserError, match="cannot be read \\(No such file or directory\\)"):
        read_returned(tmp_path / "nothing.csv", rows)
