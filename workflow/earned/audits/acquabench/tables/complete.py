"""Complete figures of D0 and of the boundary regimes: as run, rescue rates, labels."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.names import CONTRASTS
from earned.audits.acquabench.tables.common import (
    BOUNDARY,
    COLUMNS,
    ERRORS,
    absent,
    each,
    errors_cell,
    headline_cell,
    intervals,
    label_of,
    of_regimes,
)
from earned.audits.acquabench.tables.interval_notes import contrast_intervals, interval_notes
from earned.render.table import Cell, Row, Table, conditional_cell, one, rate_cell

_RESCUE = ("CLEAN failures", "R_G", "R_S", COLUMNS["net_rescue"], "Conditional interval")


def d0_complete(results: Mapping[str, Any]) -> Table:
    """Lay out everything counted in D0."""
    return _complete(results, "d0_complete", "D0: complete results.", "D0")


def boundary_complete(results: Mapping[str, Any]) -> Table:
    """Lay out everything counted in D1 and D2."""
    return _complete(results, "boundary_complete", "D1 and D2: complete results.", *BOUNDARY)


def _complete(results: Mapping[str, Any], name: str, title: str, *regimes: str) -> Table:
    analyses = of_regimes(results["analyses"], *regimes)
    return Table(
        name=name,
        title=title,
        stub="Regime, model",
        columns=(
            *("Units run", "Complete", "Questions", *CONDITIONS),
            *(f"{condition} as run" for condition in CONDITIONS),
            "Errors",
            *(COLUMNS[name] for name in CONTRASTS),
            *("Attributable", "Placebo"),
            *_RESCUE,
        ),
        rows=tuple(
            Row(key=key, label=label_of(found), cells=tuple(_cells(at)))
            for key, found, at in each(analyses)
        ),
        notes=(
            *absent(analyses, *regimes),
            "Rates are over complete triplets; as run, an engine error scores 0.",
            ERRORS,
            intervals(analyses),
            "R_G and R_S: GOLD and SHAM successes of the units whose CLEAN record failed; net "
            "rescue is their difference. Coupled arms share requests, so both are lower than they "
            "would be apart, and their difference is not.",
            "Conditional interval: where net rescue is undefined in too many replicates, the "
            "bounds over the others; a diagnostic, no interval.",
            "Attributable: CLEAN failed, GOLD was exposed and succeeded. Placebo: the same of "
            "SHAM.",
            *interval_notes(analyses, contrast_intervals),
        ),
        splits=(f"{CONDITIONS[0]} as run", COLUMNS["delta_gc"], _RESCUE[0]),
    )


def _cells(at: str) -> Iterator[Cell]:
    for count in ("units", "complete_units", "qids"):
        yield one(f"{at}/{count}", "count")
    for kind in ("success", "as_run"):
        for condition in CONDITIONS:
            yield rate_cell(f"{at}/arms/{condition}/{kind}")
    yield errors_cell(at)
    for contrast in CONTRASTS:
        yield headline_cell(at, contrast)
    left = f"{at}/residual"
    yield one(f"{left}/attributable", "count")
    yield one(f"{left}/placebo", "count")
    yield one(f"{left}/clean_failed", "count")
    yield rate_cell(f"{left}/rescue_gold")
    yield rate_cell(f"{left}/rescue_sham")
    yield headline_cell(at, "net_rescue")
    yield conditional_cell(f"{left}/net_rescue", "points")
