"""Point estimates by surface."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.tables.common import (
    BOUNDARY,
    COLUMNS,
    ERRORS,
    absent,
    each,
    label_of,
    of_regimes,
)
from earned.render.pointer import pointer
from earned.render.table import Cell, Row, Table, counts_cell, one, rate_cell


def d0_by_surface(results: Mapping[str, Any]) -> Table:
    """Lay out D0 by surface."""
    return _by_surface(results, "d0_by_surface", "D0 by surface: point estimates only.", "D0")


def boundary_by_surface(results: Mapping[str, Any]) -> Table:
    """Lay out D1 and D2 by surface."""
    title = "D1 and D2 by surface: point estimates only."
    return _by_surface(results, "boundary_by_surface", title, *BOUNDARY)


def _by_surface(results: Mapping[str, Any], name: str, title: str, *regimes: str) -> Table:
    analyses = of_regimes(results["analyses"], *regimes)
    rows = [
        Row(
            key=f"{key}.{surface}",
            label=f"{label_of(found)}, {surface}",
            cells=tuple(_cells(at + pointer("by_surface", surface))),
        )
        for key, found, at in each(analyses)
        for surface in found["surfaces"]
    ]
    return Table(
        name=name,
        title=title,
        stub="Regime, model, surface",
        columns=(
            *("Units", *CONDITIONS, *COLUMNS.values()),
            *("Attributable and placebo", "Errors"),
        ),
        rows=tuple(rows),
        notes=(
            *absent(analyses, *regimes),
            "Surfaces are realizations of one intervention, not independent replications.",
            "Contrasts are percentage points. Placebo: SHAM records that would have passed for "
            "attributable.",
            ERRORS,
        ),
        splits=(COLUMNS["delta_gc"],),
    )


def _cells(at: str) -> Iterator[Cell]:
    yield one(f"{at}/units", "count")
    for condition in CONDITIONS:
        yield rate_cell(f"{at}/success/{condition}")
    for estimand in COLUMNS:
        yield one(f"{at}/{estimand}", "points")
    yield counts_cell({name: f"{at}/{name}" for name in ("attributable", "placebo")})
    yield counts_cell({c: f"{at}/engine_errors/{c}" for c in CONDITIONS})
