"""The style control: its own checks, and what each model shows in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.names import DETECTOR_SCORES, NEGATIVES
from earned.audits.acquabench.tables.common import (
    AUROC_GAPS,
    COLUMNS,
    HEADLINES,
    LETTERS,
    NEGATIVE_LABELS,
    STYLE,
    absent,
    classes_cell,
    each,
    headline_cell,
    of_regimes,
)
from earned.audits.acquabench.tables.interval_notes import contrast_intervals, interval_notes
from earned.render.table import Cell, Row, Table, auroc_cell, one, rate_cell


def style_validation(results: Mapping[str, Any]) -> Table:
    """Lay out the checks of the construction, then the quantities of each model."""
    analyses = of_regimes(results["analyses"], STYLE)
    return Table(
        name="style_validation",
        title="Style control: checks of its construction, and results.",
        stub="Quantity",
        columns=("Value",),
        rows=(
            *(_probe_rows(results["style"]) if results["style"] else ()),
            *(row for key, found, at in each(analyses) for row in _model_rows(key, found, at)),
        ),
        notes=(
            *_absent(results, analyses),
            "The construction is compared GOLD against SHAM. Contrasts are percentage points with "
            f"intervals; retrieval surface only. {LETTERS}",
            f"n: attributable records / negatives. {AUROC_GAPS}",
            "The control shares questions and sources with D0: it is no independent replication.",
            *interval_notes(analyses, contrast_intervals),
        ),
    )


def _absent(results: Mapping[str, Any], analyses: Mapping[str, Any]) -> tuple[str, ...]:
    if results["style"] and not analyses:
        return ("No model ran in the style control.",)
    return absent(analyses, STYLE)


def _probe_rows(probe: Mapping[str, Any]) -> Iterator[Row]:
    yield _checked("pairs", "questions with GOLD and SHAM", one("/style/pairs", "count"))
    yield _checked("base_match", "base documents match", rate_cell("/style/base_match"))
    yield _checked("template_match", "templates match", rate_cell("/style/template_match"))
    for name, label in (
        ("token_difference", "median absolute difference of planted tokens"),
        ("coverage_difference", "median absolute difference of question coverage"),
        ("planted_to_base", "median of planted to base length"),
    ):
        yield _checked(name, label, one(f"/style/{name}", "decimal"))
    label = "most tokens in a row shared with a question"
    yield _checked("longest_run", label, one("/style/longest_run", "count"))
    yield _checked("passed", "gate passed", one("/style/passed", "flag"))
    for n, _ in enumerate(probe["faults"]):
        yield _checked(f"fault_{n}", "fault", one(f"/style/faults/{n}", "text"))


def _checked(name: str, label: str, cell: Cell) -> Row:
    return Row(key=f"construction.{name}", label=f"Construction: {label}", cells=(cell,))


def _model_rows(key: str, found: Mapping[str, Any], at: str) -> Iterator[Row]:
    for name, label, cell in _quantities(at):
        yield Row(key=f"{key}.{name}", label=f"{found['label']}: {label}", cells=(cell,))


def _quantities(at: str) -> Iterator[tuple[str, str, Cell]]:
    yield "questions", "paired questions", one(f"{at}/qids", "count")
    for condition in CONDITIONS:
        yield condition, f"{condition} success", rate_cell(f"{at}/arms/{condition}/success")
    for name in HEADLINES[:-1]:
        yield name, COLUMNS[name], headline_cell(at, name)
    yield "rescue_gold", "GOLD rescue of CLEAN failures", rate_cell(f"{at}/residual/rescue_gold")
    yield "rescue_sham", "SHAM rescue of CLEAN failures", rate_cell(f"{at}/residual/rescue_sham")
    yield "net_rescue", COLUMNS["net_rescue"], headline_cell(at, "net_rescue")
    yield "attributable", "attributable GOLD successes", one(f"{at}/residual/attributable", "count")
    for score in DETECTOR_SCORES:
        for name in NEGATIVES:
            own, label = f"{at}/detectors/{score}_vs_{name}", f"{score} vs {NEGATIVE_LABELS[name]}"
            yield f"{score}_vs_{name}", f"AUROC {label}", auroc_cell(own)
            yield f"n_{score}_vs_{name}", f"n of {label}", classes_cell(own)
