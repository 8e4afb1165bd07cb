"""What a study found, on one screen: main table, other regimes, verdicts, controls, checks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from earned.audits.registry import stage_module
from earned.config.published import published_config
from earned.records.files import read_json, read_records
from earned.records.registration import AS_REGISTERED
from earned.render.display import show, show_cell
from earned.render.plain import render_plain
from earned.render.pointer import pointer
from earned.render.table import Table, effect_cell
from earned.tables.rendering import INDEX
from earned.verify.run import verify


def summary(root: Path) -> tuple[list[str], bool]:
    """Give the lines, and whether controls and verification passed; no number of a broken study."""
    report = verify(root)
    if not report.passed:
        return report.lines(), False
    lines: list[str] = []
    controls_passed = True
    for audit in published_config(root)["audits"]:
        results = read_json(root / audit / "analysis" / "frozen_results.json")
        tables = read_records(root / audit / "tables" / INDEX, Table)
        leading = _leading(tables, stage_module(audit, "tables").LEADING)
        lines += ["", *render_plain(leading, results), "", *_beyond(leading, results)]
        lines += [*_verdicts(results), ""]
        lines += [*_controls(results), _usage(results["usage"])]
        controls_passed &= all(outcome["passed"] for outcome in results["controls"].values())
    lines += ["", *report.lines(), "", f"results lie in {root}/ (tables: {root}/*/tables)"]
    return lines, controls_passed


def _leading(tables: Sequence[Table], names: Sequence[str]) -> Table:
    """Pick the first of the named tables that has rows."""
    named = {table.name: table for table in tables}
    return next((named[name] for name in names if named[name].rows), named[names[0]])


def _beyond(leading: Table, results: Any) -> list[str]:  # noqa: ANN401
    """Give one line for each regime whose models are not in the leading table."""
    shown = {row.key for row in leading.rows}
    lines: dict[str, list[str]] = {}
    for key, found in results["analyses"].items():
        if key not in shown:
            at = pointer("analyses", key, "effects", "delta_gs")
            contrast = show_cell(effect_cell(at), results)
            lines.setdefault(found["regime"], []).append(f"{found['label']} {contrast}")
    return [f"{regime}, G-S: {'; '.join(models)}" for regime, models in lines.items()]


def _verdicts(results: Any) -> list[str]:  # noqa: ANN401
    return [
        f"{found['regime']}, {found['label']}: {name} {judged['verdict']} ({judged['why']})"
        f"{'' if judged['registration'] == AS_REGISTERED else ', rule ' + judged['registration']}"
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
    """Give one line for each control, over all its regimes, and one for each check that failed."""
    by_name: dict[str, dict[str, Any]] = {}
    for key, outcome in results["controls"].items():
        regime = results["analyses"][key]["regime"]
        by_name.setdefault(outcome["control"], {})[regime] = outcome
    return [line for name, outcomes in by_name.items() for line in _control(name, outcomes)]


def _control(name: str, outcomes: Mapping[str, Any]) -> Iterator[str]:
    prefix = "{} " if len(outcomes) > 1 else ""
    held = ", ".join(
        f"{prefix.format(regime)}{sum(c['passed'] for c in found['checks'])} of "
        f"{len(found['checks'])}"
        for regime, found in outcomes.items()
    )
    passed = all(found["passed"] for found in outcomes.values())
    yield f"control {name}: {'passed' if passed else 'FAILED'} ({held})"
    for regime, found in outcomes.items():
        for check in found["checks"]:
            if not check["passed"]:
                yield (
                    f"  {prefix.format(regime)}{check['name']}: expected {check['expected']}, "
                    f"observed {check['observed']}"
                )
