"""What a study found, on one screen: main table, verdicts, controls, verification."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from earned.records.files import read_json, read_records
from earned.render.display import show
from earned.render.plain import render_plain
from earned.render.table import Table
from earned.tables.rendering import INDEX
from earned.verify.run import verify


def summary(root: Path) -> tuple[list[str], bool]:
    """Give the lines, and whether controls and verification passed; no number of a broken study."""
    report = verify(root)
    if not report.passed:
        return report.lines(), False
    lines: list[str] = []
    controls_passed = True
    for audit in read_json(root / "study" / "config.json")["audits"]:
        results = read_json(root / audit / "analysis" / "frozen_results.json")
        tables = read_records(root / audit / "tables" / INDEX, Table)
        lines += ["", *render_plain(tables[0], results), "", *_verdicts(results), ""]
        lines += [*_controls(results), _usage(results["usage"])]
        controls_passed &= all(outcome["passed"] for outcome in results["controls"].values())
    lines += ["", *report.lines(), "", f"results lie in {root}/ (tables: {root}/*/tables)"]
    return lines, controls_passed


def _verdicts(results: Any) -> list[str]:  # noqa: ANN401
    return [
        f"{found['label']}: {name} {judged['verdict']} ({judged['why']})"
        for found in results["analyses"].values()
        if found["control"] is None
        for name, judged in found["verdicts"].items()
    ]


def _usage(usage: Any) -> str:  # noqa: ANN401
    made = usage["made"]
    said = (
        f"usage: {made['calls']} calls ({usage['naive']['calls']} without sharing), "
        f"{made['prompt_tokens']} prompt and {made['completion_tokens']} completion tokens"
    )
    if made["cost"] is None:
        return said
    left_out = (
        f" (without {', '.join(usage['unpriced'])}: no price, or tokens not counted)"
        if usage["unpriced"]
        else ""
    )
    return f"{said}, cost {show(made['cost'], 'money')} {made['currency']}{left_out}"


def _controls(results: Any) -> list[str]:  # noqa: ANN401
    lines = []
    for outcome in results["controls"].values():
        held = sum(check["passed"] for check in outcome["checks"])
        word = "passed" if outcome["passed"] else "FAILED"
        lines.append(f"control {outcome['control']}: {word} ({held} of {len(outcome['checks'])})")
        lines += [
            f"  {check['name']}: expected {check['expected']}, observed {check['observed']}"
            for check in outcome["checks"]
            if not check["passed"]
        ]
    return lines
