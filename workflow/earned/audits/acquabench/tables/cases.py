"""Mechanism cases: single triplets, condition by condition and step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from earned.audits.acquabench.tables.common import title_of
from earned.render.note import note, value
from earned.render.pointer import pointer
from earned.render.table import Cell, Row, Table, Text, list_cell, one, said

_ABOUT = {
    "qid": "Qid",
    "surface": "Surface",
    "question": "Question",
    "reference": "Reference",
}
_ARM = {
    "supplied": "Supplied",
    "prediction": "Prediction",
}


def d0_case(results: Mapping[str, Any]) -> Table:
    """Lay out the cases of D0."""
    return _case(results, "D0", "d0_case", "D0 cases: one source supplies the value.")


def d2_case(results: Mapping[str, Any]) -> Table:
    """Lay out the cases of D2."""
    return _case(results, "D2", "d2_case", "D2 cases: two sources supply the value together.")


def case_steps(results: Mapping[str, Any]) -> Table:
    """Lay out each step of each arm of each case."""
    rows = [
        Row(
            key=f"{key}.{arm['condition']}.{step['step']}",
            label=f"{title_of(case['regime'])}, {case['label']}, {arm['condition']}",
            cells=tuple(_step_cells(pointer("cases", key, "arms", str(a), "steps", str(s)), step)),
        )
        for key, case in results["cases"].items()
        for a, arm in enumerate(case["arms"])
        for s, step in enumerate(arm["steps"])
    ]
    return Table(
        name="case_steps",
        title="Cases step by step.",
        stub="Regime, model, condition",
        columns=("Step", "Action", "Sources shown", "Planted sentences"),
        rows=tuple(rows),
        notes=(
            *(() if rows else ("The study has no case.",)),
            "Sources by title, best first; planted sentences are those among the sources shown.",
        ),
    )


def _case(results: Mapping[str, Any], regime: str, name: str, title: str) -> Table:
    cases = {key: case for key, case in results["cases"].items() if case["regime"] == regime}
    rules: dict[str, str] = {}
    for key, found in cases.items():
        rules.setdefault(found["rule"], key)
    rows = [
        Row(
            key=f"{key}.{arm['condition']}",
            label=f"{case['label']}, {arm['condition']}",
            cells=tuple(_case_cells(key, number, arm)),
        )
        for key, case in cases.items()
        for number, arm in enumerate(case["arms"])
    ]
    return Table(
        name=name,
        title=title,
        stub="Model, condition",
        columns=(
            *(*_ABOUT.values(), "Candidates", *_ARM.values()),
            *("EM", "F1", "coloc", "Steps", "Exposed to"),
        ),
        rows=tuple(rows),
        notes=(
            *(() if cases else (f"The study has no case in regime {regime}.",)),
            *(_rule_note(key, rule) for rule, key in rules.items()),
            "Candidates: triplets that fit the rule. Exposed to: planted sentences in the order in "
            "which they were shown. A case explains; it is no further evidence.",
        ),
        splits=(_ARM["supplied"],),
    )


def _rule_note(key: str, rule: str) -> Text:
    end = "" if rule.endswith(".") else "."
    return note(
        f"rule {key}", "Chosen by rule: ", value("value", pointer("cases", key, "rule")), end
    )


def _case_cells(key: str, number: int, arm: Mapping[str, Any]) -> Iterator[Cell]:
    at = pointer("cases", key)
    about = [one(f"{at}/{field}", "text") for field in _ABOUT]
    about.append(one(f"{at}/candidates", "count"))
    yield from about if number == 0 else (said("") for _ in about)
    own = f"{at}/arms/{number}"
    for field in _ARM:
        yield one(f"{own}/{field}", "text")
    yield one(f"{own}/em", "count")
    yield one(f"{own}/f1", "decimal")
    yield one(f"{own}/coloc", "decimal")
    yield one(f"{own}/step_count", "count")
    yield list_cell(f"{own}/exposure", arm["exposure"])


def _step_cells(at: str, step: Mapping[str, Any]) -> Iterator[Cell]:
    yield one(f"{at}/step", "count")
    yield one(f"{at}/action", "text")
    yield list_cell(f"{at}/shown", step["shown"])
    yield list_cell(f"{at}/planted", step["planted"])
