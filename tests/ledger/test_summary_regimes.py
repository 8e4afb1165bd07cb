"""The summary of a study of several regimes: leading table, a line for each other one."""

from __future__ import annotations

from typing import Any

from earned.audits.acquabench.tables import LEADING, run
from earned.ledger.summary import _beyond, _controls, _leading, _verdicts
from frozen_results import full_results

FULL = full_results()


def of(*regimes: str) -> dict[str, Any]:
    found = {k: a for k, a in FULL["analyses"].items() if a["regime"] in regimes}
    return full_results(analyses=found, contrasts={}, cases={}, controls={}, published=None)


def test_the_leading_table_is_that_of_d0_and_else_that_of_the_boundary() -> None:
    for regimes, name in ((("D0", "D2"), "d0_main"), (("D2",), "boundary"), ((), "d0_main")):
        assert _leading(run(of(*regimes)), LEADING).name == name


def test_each_regime_beyond_has_one_line() -> None:
    lines = _beyond(_leading(run(FULL), LEADING), FULL)
    assert [line.partition(",")[0] for line in lines] == ["D1", "D2", "style"]
    assert "Qwen2.5-14B +19.4 [+13.3, +25.6]; Qwen2.5-32B" in lines[1]
    assert _beyond(_leading(run(of("D2")), LEADING), of("D2")) == []


def test_a_verdict_names_its_regime_and_controls_have_none() -> None:
    lines = _verdicts(FULL)
    assert len(lines) == 4 * 2 * 3
    assert lines[0].startswith("D0, Qwen2.5-14B: delta_gc unresolved (")


def test_a_control_of_several_regimes_is_one_line() -> None:
    check = {"name": "CLEAN successes", "expected": "0", "observed": "0", "passed": True}
    held = {"control": "copier", "checks": [check] * 2, "passed": True}
    missed = {**held, "checks": [check, {**check, "observed": "1", "passed": False}],
              "passed": False}  # fmt: skip
    one = {**FULL, "controls": {"d0_copier": held}}
    assert _controls(one) == ["control copier: passed (2 of 2)"]
    both = {**FULL, "controls": {"d0_copier": held, "d2_copier": missed}}
    assert _controls(both) == [
        "control copier: FAILED (D0 2 of 2, D2 1 of 2)",
        "  D2 CLEAN successes: expected 0, observed 1",
    ]
