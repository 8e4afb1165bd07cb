"""Point estimates by surface."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.names import COLOC_SCORES, DETECTOR_SCORES, NEGATIVES
from earned.audits.acquabench.tables.common import (
    AUROC_COLUMNS,
    BOUNDARY,
    COLUMNS,
    ERRORS,
    LETTERS,
    absent,
    classes_cell,
    count_of,
    each,
    label_of,
    of_regimes,
)
from earned.audits.acquabench.tables.detectors import CLASSES, quartiles_cell
from earned.render.pointer import pointer
from earned.render.table import Cell, Row, Table, counts_cell, one, rate_cell, said

_RATES = {"rescue_gold": "R_G", "rescue_sham": "R_S", "cleaned_gold": "Audit-cleaned"}


def d0_by_surface(results: Mapping[str, Any]) -> Table:
    """Lay out D0 by surface."""
    return _by_surface(results, "d0_by_surface", "D0 by surface: point estimates only.", "D0")


def boundary_by_surface(results: Mapping[str, Any]) -> Table:
    """Lay out D1 and D2 by surface."""
    title = "D1 and D2 by surface: point estimates only."
    return _by_surface(results, "boundary_by_surface", title, *BOUNDARY)


def detector_by_surface(results: Mapping[str, Any]) -> Table:
    """Lay out AUROC, classes and distributions of every score, surface by surface."""
    rows = [
        Row(
            key=f"{key}.{surface}.{score}",
            label=f"{label_of(found)}, {surface}: {score}",
            cells=tuple(_score_cells(at + pointer("by_surface", surface), score)),
        )
        for key, found, at in each(results["analyses"])
        for surface in found["surfaces"]
        for score in DETECTOR_SCORES
    ]
    heads = (head for name in NEGATIVES for head in (AUROC_COLUMNS[name], count_of(name)))
    return Table(
        name="detector_by_surface",
        title="Detector by surface: AUROC and score distributions, point estimates only.",
        stub="Regime, model, surface: score",
        columns=(*heads, "Questions with a positive", *CLASSES.values()),
        rows=tuple(rows),
        notes=(
            "Classes: n: median [first quartile, third quartile]. n of an AUROC: positives / "
            "negatives. Under five questions with a positive an AUROC is descriptive only.",
            "Surfaces are realizations of one intervention, not independent replications.",
        ),
        splits=(CLASSES["attributable"],),
    )


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
            *("Units", *CONDITIONS, *COLUMNS.values(), *_RATES.values()),
            *("Attributable and placebo", "Errors"),
        ),
        rows=tuple(rows),
        notes=(
            *absent(analyses, *regimes),
            "Surfaces are realizations of one intervention, not independent replications.",
            f"Contrasts are percentage points. {LETTERS}",
            "Net rescue, R_G and R_S are over units whose CLEAN record failed.",
            "Placebo: SHAM records that would have passed for attributable.",
            ERRORS,
        ),
        splits=(COLUMNS["delta_gc"], _RATES["rescue_gold"]),
    )


def _cells(at: str) -> Iterator[Cell]:
    yield one(f"{at}/units", "count")
    for condition in CONDITIONS:
        yield rate_cell(f"{at}/success/{condition}")
    for estimand in COLUMNS:
        yield one(f"{at}/{estimand}", "points")
    for name in _RATES:
        yield rate_cell(f"{at}/{name}")
    yield counts_cell({name: f"{at}/{name}" for name in ("attributable", "placebo")})
    yield counts_cell({c: f"{at}/engine_errors/{c}" for c in CONDITIONS})


def _score_cells(at: str, score: str) -> Iterator[Cell]:
    for name in NEGATIVES:
        own = f"{at}/separations/{score}_vs_{name}"
        yield one(f"{own}/auroc", "decimal")
        yield classes_cell(own)
    yield one(f"{at}/separations/{score}_vs_{next(iter(NEGATIVES))}/positive_qids", "count")
    for name in CLASSES:
        known = score in COLOC_SCORES
        yield quartiles_cell(f"{at}/distributions/{score}/{name}") if known else said()
