"""The single-source scores: AUROC, and where the scores of each class lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from earned.audits.acquabench.names import COLOC_SCORES, DETECTOR_SCORES, NEGATIVES
from earned.audits.acquabench.tables.common import (
    ERRORS,
    each,
    errors_cell,
    label_of,
    limit,
)
from earned.render.pointer import pointer
from earned.render.table import Cell, Part, Row, Table, auroc_cell, conditional_cell, one, said

CLASSES = {
    "attributable": "Attributable GOLD",
    "earned": "Earned CLEAN",
    "sham": "Exposed successful SHAM",
}
"""Class of records to what a table calls it."""
_AGAINST = {"earned": "earned", "sham": "SHAM"}
_STATUS = {"conditional": "conditional; ", "undefined": "no interval; "}


def detector(results: Mapping[str, Any]) -> Table:
    """Lay out the AUROC of every score in every regime."""
    analyses = results["analyses"]
    rows = [
        Row(
            key=f"{key}.{score}_vs_{name}",
            label=f"{label_of(found)}, {score} vs {_AGAINST[name]}",
            cells=tuple(_detector_cells(at, f"{score}_vs_{name}", found)),
        )
        for key, found, at in each(analyses)
        for score in DETECTOR_SCORES
        for name in NEGATIVES
    ]
    return Table(
        name="detector",
        title="Detector: AUROC of a single-source score for attributable GOLD successes.",
        stub="Regime, model, score",
        columns=(
            *("AUROC", "Attributable", "Negatives", "Questions with a positive"),
            *("Conditional interval", "Remark", "Errors"),
        ),
        rows=tuple(rows),
        notes=(
            "coloc counts all question tokens; coloc_content drops stopwords and tokens of two "
            "letters or fewer, and counts each once. string_match: the reference occurs in an "
            "observed source.",
            "earned: against earned CLEAN successes. SHAM: against exposed SHAM successes.",
            "Under five questions with a positive the figure is descriptive only. Below one half, "
            "attributable records score lower than the negatives.",
            *limit(analyses),
            "Remark: zero width, the bounds are equal; conditional, some replicates lack a class "
            "and are left out; no interval, too many do, and the conditional interval over the "
            "others is a diagnostic.",
            ERRORS,
        ),
        splits=("Conditional interval",),
    )


def score_distribution(results: Mapping[str, Any]) -> Table:
    """Lay out median and quartiles of coloc by class."""
    rows = [
        Row(
            key=f"{key}.{score}",
            label=f"{label_of(found)}, {score}",
            cells=tuple(quartiles_cell(f"{at}/distributions/{score}/{name}") for name in CLASSES),
        )
        for key, found, at in each(results["analyses"])
        for score in COLOC_SCORES
        if score in found["distributions"]
    ]
    return Table(
        name="score_distribution",
        title="Scores by class, n: median [first quartile, third quartile].",
        stub="Regime, model, score",
        columns=tuple(CLASSES.values()),
        rows=tuple(rows),
        notes=("Descriptive: the direction of the AUROC is seen here; no endpoint of its own.",),
    )


def _detector_cells(at: str, name: str, found: Mapping[str, Any]) -> Iterator[Cell]:
    own = f"{at}{pointer('detectors', name)}"
    yield auroc_cell(own)
    yield one(f"{own}/positives", "count")
    yield one(f"{own}/negatives", "count")
    word = " (descriptive)" if found["detectors"][name]["descriptive"] else ""
    holding = Part(name="value", pointer=f"{own}/positive_qids", format="count", after=word)
    yield Cell(parts=(holding,))
    yield conditional_cell(own, "decimal")
    yield remark_cell(f"{own}/interval", found["detectors"][name]["interval"])
    yield errors_cell(at)


def remark_cell(at: str, interval: Mapping[str, Any]) -> Cell:
    """Say of an interval that must not be read as an ordinary one what is special about it."""
    width = "zero width" if interval["zero_width"] else ""
    status = _STATUS.get(interval["status"])
    if status is None:
        return said(width)
    before = f"{width}; {status}" if width else status
    return Cell(parts=(Part(name="value", pointer=f"{at}/reason", format="text", before=before),))


def quartiles_cell(at: str) -> Cell:
    """Make a cell `n: median [first quartile, third quartile]`."""
    return Cell(
        parts=(
            Part(name="n", pointer=f"{at}/n", format="count"),
            Part(name="median", pointer=f"{at}/median", format="decimal", before=": "),
            Part(name="q1", pointer=f"{at}/q1", format="decimal", before=" ["),
            Part(name="q3", pointer=f"{at}/q3", format="decimal", before=", ", after="]"),
        )
    )
