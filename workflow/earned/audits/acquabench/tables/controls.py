"""What the scripted controls must show, and showed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from earned.audits.acquabench.tables.common import title_of
from earned.render.pointer import pointer
from earned.render.table import Format, Row, Table, one

_FIELDS: dict[str, Format] = {"expected": "text", "observed": "text", "passed": "flag"}


def controls(results: Mapping[str, Any]) -> Table:
    """Lay out every check of every control."""
    rows = [
        Row(
            key=f"{key}.{n}",
            label=f"{_regime(results, key)}{outcome['control']}: {check['name']}",
            cells=tuple(
                one(pointer("controls", key, "checks", str(n), field), form)
                for field, form in _FIELDS.items()
            ),
        )
        for key, outcome in results["controls"].items()
        for n, check in enumerate(outcome["checks"])
    ]
    return Table(
        name="controls",
        title="Controls: what scripted agents of known behaviour show.",
        stub="Regime, control: check",
        columns=("Expected", "Observed", "Passed"),
        rows=tuple(rows),
        notes=() if rows else ("The study has no control.",),
    )


def _regime(results: Mapping[str, Any], key: str) -> str:
    found = results["analyses"].get(key)
    return f"{title_of(found['regime'])}, " if found else ""
