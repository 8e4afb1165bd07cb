"""What holds of every ledger: random results, tables and notes."""

from __future__ import annotations

import csv
import io
import json
import random
import tempfile
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from earned.ledger.claim import Claim
from earned.ledger.files import CSV_NAME, JSON_NAME, ledger_files, ledger_schema
from earned.render.display import show
from earned.render.forest_points import FigurePoint
from earned.render.note import note, value
from earned.render.pointer import lookup, pointer
from earned.render.table import Cell, Format, Row, Table, effect_cell, one, rate_cell, said
from earned.verify.orphans import check_orphans
from earned.verify.report import Report
from ledgers import AUDIT, claims, entry, write_study

NAMES = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1,
                max_size=8)  # fmt: skip
WORDS = st.text(st.sampled_from("abc D0|*_[]&<\\\"'~é中"), max_size=12)
SCHEMA = Draft202012Validator(ledger_schema())
SETTINGS = settings(max_examples=40, deadline=None, derandomize=True,
                    suppress_health_check=[HealthCheck.too_slow])  # fmt: skip


@st.composite
def rates(draw: st.DrawFn) -> dict[str, Any]:
    denominator = draw(st.integers(0, 50))
    numerator = draw(st.integers(0, denominator))
    return {"numerator": numerator, "denominator": denominator,
            "value": numerator / denominator if denominator else None}  # fmt: skip


@st.composite
def effects(draw: st.DrawFn) -> dict[str, Any]:
    rate = draw(rates())
    bounds = sorted(draw(st.lists(st.floats(-1, 1), min_size=2, max_size=2)))
    low, high = bounds if draw(st.booleans()) else (None, None)
    return {
        **rate,
        "units": rate["denominator"],
        "qids": draw(st.integers(0, 9)),
        "interval": {"point": rate["value"], "low": low, "high": high, "level": 0.9},
    }


VALUES: dict[str, tuple[Any, Any]] = {
    "rate": (rates(), rate_cell),
    "effect": (effects(), effect_cell),
    "count": (st.integers(-9, 10**9), lambda at: one(at, "count")),
    "decimal": (st.none() | st.floats(-5, 5), lambda at: one(at, "decimal")),
    "flag": (st.booleans(), lambda at: one(at, "flag")),
    "text": (WORDS, lambda at: one(at, "text")),
}
FORMS: dict[str, Format] = {"count": "count", "decimal": "decimal", "flag": "flag", "text": "text"}


@st.composite
def studies(draw: st.DrawFn) -> tuple[dict[str, Any], list[Table], list[Any]]:
    """A results document, tables and a figure over it."""
    kinds = draw(st.lists(st.sampled_from(sorted(VALUES)), min_size=1, max_size=4))
    columns = draw(st.lists(NAMES.map(lambda name: f"c{name}"), min_size=len(kinds),
                            max_size=len(kinds), unique=True))  # fmt: skip
    keys = draw(st.lists(NAMES.map(lambda name: f"k{name}"), max_size=4, unique=True))
    results: dict[str, Any] = {"caveats": draw(st.lists(WORDS, max_size=2)), "found": {}}
    rows, points = [], []
    for key in keys:
        results["found"][key] = {str(n): draw(VALUES[k][0]) for n, k in enumerate(kinds)}
        places = [pointer("found", key, str(n)) for n in range(len(kinds))]
        cells = [VALUES[k][1](at) if draw(st.integers(0, 4)) else said()
                 for k, at in zip(kinds, places, strict=True)]  # fmt: skip
        rows.append(Row(key=key, label=draw(NAMES), cells=tuple(cells)))
        points += [
            FigurePoint(row=key, label=key, column=column, parts=cell.parts)
            for column, cell in zip(columns, cells, strict=True)
            if cell.parts
        ]
    return results, [_table(results, columns, rows)], [entry("t", points)]


def _table(results: Any, columns: list[str], rows: list[Row]) -> Table:
    said_of = [
        note(f"of {key}", "There is ", value("v", pointer("found", key, n), FORMS[kind]), ".")
        for key, fields in results["found"].items()
        for n, kind in ((n, _simple(v)) for n, v in fields.items())
        if kind
    ][:2]
    by_key = {text.key: text for text in said_of if not isinstance(text, str)}
    return Table(name="t", title="A table.", stub="s", columns=tuple(columns), rows=tuple(rows),
                 notes=("Words.", *by_key.values()))  # fmt: skip


def _simple(found: Any) -> str:
    kinds = {bool: "flag", int: "count", float: "decimal", str: "text"}
    return kinds.get(type(found), "")


@SETTINGS
@given(studies())
def test_ids_are_unique_and_every_claim_is_read_again_at_its_locator(study: Any) -> None:
    """Field case 41."""
    results, tables, figures = study
    found = claims(results, tables, figures)
    assert len({claim.claim_id for claim in found}) == len(found)
    for claim in found:
        again = lookup(results, claim.locator)
        assert (again, type(again)) == (claim.value, type(claim.value))
        assert claim.display == show(again, claim.format)
        if claim.part == "value" and claim.denominator:
            assert claim.value == claim.numerator / claim.denominator


@SETTINGS
@given(studies())
def test_json_and_csv_hold_the_same_claims(study: Any) -> None:
    found = claims(*study)
    files = ledger_files(found)
    rows = json.loads(files[JSON_NAME])
    assert [Claim.model_validate(row) for row in rows] == found
    assert list(SCHEMA.iter_errors(rows)) == []
    lines = list(csv.DictReader(io.StringIO(files[CSV_NAME], newline="")))
    assert lines == [
        {name: "" if v is None else str(v) for name, v in row.items()} for row in _in_order(rows)
    ]
    assert ledger_files(claims(*study)) == files


def _in_order(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{name: row[name] for name in Claim.model_fields} for row in rows]


@SETTINGS
@given(studies(), st.integers())
def test_a_permuted_table_gives_the_same_claims_by_id(study: Any, seed: int) -> None:
    results, (table,), figures = study
    shuffle = random.Random(seed)
    order = shuffle.sample(range(len(table.columns)), len(table.columns))
    rows = [row.model_copy(update={"cells": tuple(row.cells[n] for n in order)})
            for row in shuffle.sample(table.rows, len(table.rows))]  # fmt: skip
    other = table.model_copy(
        update={"columns": tuple(table.columns[n] for n in order), "rows": tuple(rows),
                "notes": table.notes[::-1]}
    )  # fmt: skip
    before, after = claims(results, [table], figures), claims(results, [other], figures)
    assert {c.claim_id: c for c in before} == {c.claim_id: c for c in after}


@SETTINGS
@given(studies())
def test_what_is_published_and_what_is_claimed_are_the_same(study: Any) -> None:
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        check_orphans(write_study(Path(folder), *study), AUDIT, report)
    assert report.failures == []


@SETTINGS
@given(studies(), st.integers(0))
def test_any_claim_that_is_dropped_is_missed(study: Any, drawn: int) -> None:
    results, tables, figures = study
    report = Report()
    with tempfile.TemporaryDirectory() as folder:
        root = write_study(Path(folder), results, tables, figures)
        path = root / "ledger" / JSON_NAME
        rows = json.loads(path.read_text(encoding="utf-8"))
        numbers = [row for row in rows if row["format"] != "text" and row["value"] is not None
                   and row["format"] != "flag"]  # fmt: skip
        if not numbers:
            return
        gone = numbers[drawn % len(numbers)]
        path.write_text(json.dumps([row for row in rows if row is not gone]), encoding="utf-8")
        check_orphans(root, AUDIT, report)
    assert report.failures


def test_a_cell_without_parts_has_no_claim() -> None:
    row = Row(key="r", label="R", cells=(Cell(parts=(), text="–"),))
    assert claims({}, [Table(name="t", title="T", stub="s", columns=("c",), rows=(row,))]) == []
