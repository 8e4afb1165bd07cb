"""The main results: D0, and the boundary regimes D1 and D2."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from earned.audits.acquabench.caveat_notes import caveat_notes
from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.tables.common import (
    AUROC_COLUMNS,
    BOUNDARY,
    COLUMNS,
    ERRORS,
    HEADLINES,
    NEGATIVE_LABELS,
    RESCUE,
    absent,
    classes_cell,
    count_of,
    each,
    errors_cell,
    headline_cell,
    intervals,
    label_of,
    limit,
    of_regimes,
)
from earned.audits.acquabench.tables.interval_notes import contrast_intervals, interval_notes
from earned.render.table import Cell, Row, Table, auroc_cell, one, rate_cell


def d0_main(results: Mapping[str, Any]) -> Table:
    """Lay out success by condition and the paired contrasts of D0."""
    analyses = of_regimes(results["analyses"], "D0")
    return Table(
        name="d0_main",
        title="D0: success by condition and paired contrasts.",
        stub="Model",
        columns=("Units", "Questions", *CONDITIONS, "Errors", *COLUMNS.values()),
        rows=tuple(
            Row(key=key, label=found["label"], cells=tuple(_main_cells(at)))
            for key, found, at in each(analyses)
        ),
        notes=(
            *absent(analyses, "D0"),
            intervals(analyses),
            RESCUE,
            ERRORS,
            *interval_notes(analyses, contrast_intervals),
            *caveat_notes(results),
        ),
        splits=(COLUMNS["delta_gc"],),
    )


def boundary(results: Mapping[str, Any]) -> Table:
    """Lay out the contrasts of D1 and D2 beside the single-source score."""
    analyses = of_regimes(results["analyses"], *BOUNDARY)
    heads = (head for name in NEGATIVE_LABELS for head in (AUROC_COLUMNS[name], count_of(name)))
    return Table(
        name="boundary",
        title="D1 and D2: paired contrasts, and AUROC of coloc for attributable GOLD successes.",
        stub="Regime, model",
        columns=("Units", "Questions", *(COLUMNS[name] for name in HEADLINES), *heads, "Errors"),
        rows=tuple(
            Row(key=key, label=label_of(found), cells=tuple(_boundary_cells(at)))
            for key, found, at in each(analyses)
        ),
        notes=(
            *absent(analyses, *BOUNDARY),
            intervals(analyses),
            RESCUE,
            "AUROC: attributable GOLD successes against earned CLEAN successes, and against "
            "successful exposed SHAM records; n counts both classes. Below one half, the "
            "attributable ones score lower.",
            *limit(analyses),
            ERRORS,
            *interval_notes(analyses, _boundary_intervals),
        ),
        splits=(AUROC_COLUMNS["earned"],),
    )


def _main_cells(at: str) -> Iterator[Cell]:
    yield one(f"{at}/complete_units", "count")
    yield one(f"{at}/qids", "count")
    for condition in CONDITIONS:
        yield rate_cell(f"{at}/arms/{condition}/success")
    yield errors_cell(at)
    for estimand in COLUMNS:
        yield headline_cell(at, estimand)


def _boundary_cells(at: str) -> Iterator[Cell]:
    yield one(f"{at}/complete_units", "count")
    yield one(f"{at}/qids", "count")
    for estimand in HEADLINES:
        yield headline_cell(at, estimand)
    for negatives in NEGATIVE_LABELS:
        yield auroc_cell(f"{at}/detectors/coloc_vs_{negatives}")
        yield classes_cell(f"{at}/detectors/coloc_vs_{negatives}")
    yield errors_cell(at)


def _boundary_intervals(at: str) -> dict[str, str]:
    """Point at the intervals that the table shows, named as its columns."""
    contrasts = contrast_intervals(at)
    return {
        **{COLUMNS[name]: contrasts[COLUMNS[name]] for name in HEADLINES},
        **{
            head: f"{at}/detectors/coloc_vs_{name}/interval" for name, head in AUROC_COLUMNS.items()
        },
    }
