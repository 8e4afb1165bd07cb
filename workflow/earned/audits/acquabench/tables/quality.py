"""How the agents behaved: outcomes and counters of every arm."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.tables.common import each, label_of
from earned.records.trajectory import OUTCOMES
from earned.render.table import Cell, Row, Table, one, rate_cell

_COUNTERS = {
    "forced": "Forced",
    "parse_failures": "Parse failures",
    "mismatches": "Mismatches",
    "dropped_actions": "Dropped actions",
    "empty_queries": "Empty queries",
    "capped_steps": "Capped steps",
}


def quality(results: Mapping[str, Any]) -> Table:
    """Lay out outcomes and counters, one row an arm."""
    rows = [
        Row(
            key=f"{key}.{condition}",
            label=f"{label_of(found)}, {condition}",
            cells=tuple(_cells(at, condition)),
        )
        for key, found, at in each(results["analyses"])
        for condition in CONDITIONS
    ]
    outcomes = (name.replace("_", " ").capitalize() for name in OUTCOMES)
    return Table(
        name="quality",
        title="Quality: outcomes and counters per arm.",
        stub="Regime, model, condition",
        columns=(
            *("Complete triplets", "As run", "Records", *outcomes),
            *(*_COUNTERS.values(), "Mean steps"),
        ),
        rows=tuple(rows),
        notes=(
            "Success over complete triplets, and over all records with an engine error scored 0.",
            "Every record ends in exactly one outcome, the first that fits: engine error, context "
            "overflow, unclosed reasoning, parse error, forced finish, ok. The counters may "
            "overlap; Forced counts every record with a forced continuation, whatever its outcome.",
        ),
        splits=(_COUNTERS["forced"],),
    )


def _cells(at: str, condition: str) -> Iterator[Cell]:
    own, arm = f"{at}/quality/{condition}", f"{at}/arms/{condition}"
    yield rate_cell(f"{arm}/success")
    yield rate_cell(f"{arm}/as_run")
    yield one(f"{own}/records", "count")
    for outcome in OUTCOMES:
        yield one(f"{arm}/outcomes/{outcome}", "count")
    for counter in _COUNTERS:
        yield one(f"{own}/{counter}", "count")
    yield one(f"{own}/mean_steps", "mean")
