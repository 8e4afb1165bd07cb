"""Stage tables of AcquaBench: which numbers of the frozen results stand in which table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.names import CONTRASTS, DETECTOR_SCORES, NEGATIVES
from earned.audits.acquabench.tables.interval_notes import (
    contrast_intervals,
    detector_intervals,
    interval_notes,
)
from earned.audits.acquabench.tables.usage import usage_table
from earned.records.trajectory import OUTCOMES
from earned.render.pointer import pointer
from earned.render.table import (
    Cell,
    Row,
    Table,
    auroc_cell,
    counts_cell,
    effect_cell,
    one,
    rate_cell,
)

TABLES = ("d0_main", "d0_by_surface", "detector", "quality", "controls", "usage")
_NEGATIVE_LABELS = {"earned": "earned CLEAN", "sham": "successful exposed SHAM"}
_COUNTERS = ("parse_failures", "mismatches", "dropped_actions", "empty_queries", "capped_steps")
_INTERVALS = (
    "Contrasts are percentage points with qid-cluster percentile bootstrap intervals; surfaces "
    "are pooled."
)
_ERRORS = "Engine errors are counted per arm (CLEAN / GOLD / SHAM); their triplets are left out."


def run(results: Mapping[str, Any]) -> list[Table]:
    """Lay out every table, for whatever models the results hold."""
    analyses = results["analyses"]
    return [
        _main(analyses, tuple(results.get("caveats", ()))),
        _by_surface(analyses),
        _detector(analyses),
        _quality(analyses),
        _controls(results["controls"]),
        usage_table(results),
    ]


def _main(analyses: Mapping[str, Any], caveats: tuple[str, ...]) -> Table:
    return Table(
        name="d0_main",
        title="D0: success by condition and paired contrasts.",
        stub="Model",
        columns=("Units", "Questions", *CONDITIONS, "G-C", "G-S", "S-C", "Net rescue", "Errors"),
        rows=tuple(
            Row(key=key, label=found["label"], cells=tuple(_main_cells(key)))
            for key, found in analyses.items()
        ),
        notes=(
            _INTERVALS,
            "Net rescue is over units whose CLEAN record failed.",
            _ERRORS,
            *interval_notes(analyses, contrast_intervals),
            *caveats,
        ),
    )


def _main_cells(key: str) -> Iterator[Cell]:
    at = pointer("analyses", key)
    yield one(f"{at}/complete_units", "count")
    yield one(f"{at}/qids", "count")
    for condition in CONDITIONS:
        yield rate_cell(f"{at}/arms/{condition}/success")
    for contrast in CONTRASTS:
        yield effect_cell(f"{at}/effects/{contrast}", f"{at}/verdicts/{contrast}")
    yield effect_cell(f"{at}/residual/net_rescue", f"{at}/verdicts/net_rescue")
    yield _errors(at)


def _errors(at: str) -> Cell:
    return counts_cell({c: f"{at}/arms/{c}/outcomes/engine_error" for c in CONDITIONS})


def _by_surface(analyses: Mapping[str, Any]) -> Table:
    rows = [
        Row(
            key=f"{key}.{surface}",
            label=f"{found['label']}, {surface}",
            cells=tuple(_surface_cells(pointer("analyses", key), surface)),
        )
        for key, found in analyses.items()
        for surface in found["surfaces"]
    ]
    return Table(
        name="d0_by_surface",
        title="D0 by surface: point estimates only.",
        stub="Model, surface",
        columns=(
            "Units",
            *CONDITIONS,
            "G-C",
            "G-S",
            "S-C",
            "Net rescue",
            "Attributable and placebo",
            "Errors",
        ),
        rows=tuple(rows),
        notes=(
            "Surfaces are realizations of one intervention, not independent replications.",
            "Placebo: SHAM records that would have passed for attributable.",
            _ERRORS,
        ),
    )


def _surface_cells(at: str, surface: str) -> Iterator[Cell]:
    own = f"{at}{pointer('by_surface', surface)}"
    yield one(f"{own}/units", "count")
    for condition in CONDITIONS:
        yield rate_cell(f"{own}/success/{condition}")
    for contrast in (*CONTRASTS, "net_rescue"):
        yield one(f"{own}/{contrast}", "points")
    yield counts_cell({name: f"{own}/{name}" for name in ("attributable", "placebo")})
    yield counts_cell({c: f"{own}/engine_errors/{c}" for c in CONDITIONS})


def _detector(analyses: Mapping[str, Any]) -> Table:
    rows = [
        Row(
            key=f"{key}.{score}_vs_{name}",
            label=f"{found['label']}, {score} vs {_NEGATIVE_LABELS[name]}",
            cells=tuple(_detector_cells(pointer("analyses", key), f"{score}_vs_{name}")),
        )
        for key, found in analyses.items()
        for score in DETECTOR_SCORES
        for name in NEGATIVES
    ]
    return Table(
        name="detector",
        title="Detector: AUROC of a single-source score for attributable GOLD successes.",
        stub="Model, score",
        columns=(
            "AUROC",
            "Attributable",
            "Negatives",
            "Questions with a positive",
            "Remark",
            "Errors",
        ),
        rows=tuple(rows),
        notes=(
            "Under five questions with a positive the figure is descriptive only.",
            _ERRORS,
            *interval_notes(analyses, detector_intervals),
        ),
    )


def _detector_cells(at: str, detector: str) -> Iterator[Cell]:
    own = f"{at}{pointer('detectors', detector)}"
    yield auroc_cell(own)
    yield one(f"{own}/positives", "count")
    yield one(f"{own}/negatives", "count")
    yield one(f"{own}/positive_qids", "count")
    yield one(f"{own}/interval/reason", "text")
    yield _errors(at)


def _quality(analyses: Mapping[str, Any]) -> Table:
    rows = [
        Row(
            key=f"{key}.{condition}",
            label=f"{found['label']}, {condition}",
            cells=tuple(_quality_cells(pointer("analyses", key), condition)),
        )
        for key, found in analyses.items()
        for condition in CONDITIONS
    ]
    heads = (_words(name) for name in (*OUTCOMES, *_COUNTERS))
    return Table(
        name="quality",
        title="Quality: outcomes and counters per arm.",
        stub="Model, condition",
        columns=("Complete triplets", "As run", "Records", *heads, "Mean steps"),
        rows=tuple(rows),
        notes=(
            "Success over complete triplets, and over all records with an engine error scored 0.",
            "Every record ends in exactly one outcome; the counters may overlap.",
        ),
    )


def _quality_cells(at: str, condition: str) -> Iterator[Cell]:
    own, arm = f"{at}/quality/{condition}", f"{at}/arms/{condition}"
    yield rate_cell(f"{arm}/success")
    yield rate_cell(f"{arm}/as_run")
    yield one(f"{own}/records", "count")
    for outcome in OUTCOMES:
        yield one(f"{arm}/outcomes/{outcome}", "count")
    for counter in _COUNTERS:
        yield one(f"{own}/{counter}", "count")
    yield one(f"{own}/mean_steps", "mean")


def _controls(controls: Mapping[str, Any]) -> Table:
    rows = [
        Row(
            key=f"{key}.{n}",
            label=f"{outcome['control']}: {check['name']}",
            cells=tuple(
                one(pointer("controls", key, "checks", str(n), field), "text")
                for field in ("expected", "observed", "passed")
            ),
        )
        for key, outcome in controls.items()
        for n, check in enumerate(outcome["checks"])
    ]
    return Table(
        name="controls",
        title="Controls: what scripted agents of known behaviour show.",
        stub="Control: check",
        columns=("Expected", "Observed", "Passed"),
        rows=tuple(rows),
    )


def _words(name: str) -> str:
    return name.replace("_", " ").capitalize()
