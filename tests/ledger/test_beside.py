"""Interval, counts and n of a value, from the record that holds it, whatever the audit."""

from __future__ import annotations

from typing import Any

import pytest

from earned.ledger.beside import beside
from earned.render.table import Format

INTERVAL = {"point": 0.5, "low": 0.25, "high": 0.75, "level": 0.9, "conditional_low": 0.1}
DOCUMENT: dict[str, Any] = {
    "rate": {"numerator": 2, "denominator": 4, "value": 0.5, "interval": INTERVAL},
    "bare": {"numerator": 2, "denominator": 4, "value": 0.5, "interval": None},
    "effect": {"numerator": 1, "denominator": 4, "value": 0.25, "units": 6, "qids": 3,
               "interval": INTERVAL},
    "auroc": {"auroc": 0.5, "positives": 7, "negatives": 9, "interval": INTERVAL},
    "spread": {"n": 5, "low": 0.0, "median": 0.5, "high": 1.0},
    "printed": {"value": 0.5, "low": 0.4, "high": 0.6},
    "pair": {"units": 8, "qids": 2, "gaps": {"g": {"value": 0.1, "first": 0.2,
                                                   "interval": INTERVAL}}},
    "flat": [0.5],
}  # fmt: skip
BOUNDS = {"low": 0.25, "high": 0.75}


def found(pointer: str, form: Format) -> dict[str, Any]:
    return {name: v for name, v in beside(DOCUMENT, pointer, form).items() if v is not None}


@pytest.mark.parametrize(
    ("pointer", "form", "expected"),
    [
        ("/rate/value", "percent", {**BOUNDS, "numerator": 2, "denominator": 4}),
        ("/rate/interval/high", "percent", {**BOUNDS, "numerator": 2, "denominator": 4}),
        ("/rate/numerator", "count", {"numerator": 2, "denominator": 4}),
        ("/rate/interval/level", "level", {}),
        ("/bare/value", "percent", {"numerator": 2, "denominator": 4}),
        ("/effect/value", "points",
         {**BOUNDS, "numerator": 1, "denominator": 4, "units": 6, "clusters": 3}),
        ("/effect/units", "count", {}),
        ("/auroc/auroc", "decimal", {**BOUNDS, "positives": 7, "negatives": 9}),
        ("/auroc/positives", "count", {}),
        ("/spread/median", "decimal", {"units": 5}),
        ("/printed/value", "points", {"low": 0.4, "high": 0.6}),
        ("/pair/gaps/g/value", "points", {**BOUNDS, "units": 8, "clusters": 2}),
        ("/pair/gaps/g/first", "points", {"units": 8, "clusters": 2}),
        ("/flat/0", "decimal", {}),
    ],
)  # fmt: skip
def test_a_value_has_what_its_record_says(
    pointer: str, form: Format, expected: dict[str, Any]
) -> None:
    assert found(pointer, form) == expected


def test_smallest_and_largest_value_are_no_interval() -> None:
    assert "low" not in found("/spread/low", "decimal")
