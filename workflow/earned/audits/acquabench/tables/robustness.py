"""Does a conclusion hang on a choice, on the size of the sample, or on the engine's noise?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.names import COLOC_SCORES, NEGATIVES
from earned.audits.acquabench.tables.common import (
    COLUMNS,
    HEADLINES,
    LETTERS,
    each,
    label_of,
)
from earned.render.pointer import pointer
from earned.render.table import (
    Cell,
    Part,
    Row,
    Table,
    auroc_cell,
    effect_cell,
    one,
    rate_cell,
    said,
)

_SCORES = {f"{score}_vs_{name}": f"{score} vs {word}" for score in COLOC_SCORES
           for name, word in zip(NEGATIVES, ("earned", "SHAM"), strict=True)}  # fmt: skip


def sensitivity(results: Mapping[str, Any]) -> Table:
    """Lay out the headline quantities under every choice, and mark verdicts that move."""
    rows = [
        Row(
            key=f"{key}.{name}",
            label=f"{label_of(found)}: {variant['label']}",
            cells=tuple(_variant_cells(at, name, found["sensitivity"])),
        )
        for key, found, at in each(results["analyses"])
        for name, variant in found["sensitivity"]["variants"].items()
    ]
    return Table(
        name="sensitivity",
        title="Sensitivity: headline quantities under other thresholds, matches and surfaces.",
        stub="Regime, model: choice",
        columns=(
            *("Chosen", *(COLUMNS[name] for name in HEADLINES)),
            *(f"AUROC {label}" for label in _SCORES.values()),
        ),
        rows=tuple(rows),
        notes=(
            *(() if rows else ("The study has no variant.",)),
            "Chosen: the choice of the headline results. Moved: the verdict differs from the "
            "headline's.",
            "Contrasts are percentage points with intervals. A choice about the score changes "
            f"which records are labelled, and with them the AUROC. {LETTERS}",
            "Equal bounds are an interval of zero width. A figure without bounds has no interval, "
            "and a dash no value; the reason stands in frozen_results.json.",
        ),
        splits=(f"AUROC {_SCORES['coloc_vs_earned']}",),
    )


def power(results: Mapping[str, Any]) -> Table:
    """Lay out the smallest contrast of GOLD and SHAM that each population would detect."""
    fields = {"standard_error": "Standard error", "smallest": "Smallest G-S",
              "power": "Power %", "level": "Level %"}  # fmt: skip
    return Table(
        name="power",
        title="Power: the smallest true G-S that the population would detect.",
        stub="Regime, model",
        columns=("Questions", "Observed G-S", *fields.values(), "Remark"),
        rows=tuple(
            Row(
                key=key,
                label=label_of(found),
                cells=(
                    one(f"{at}/power/clusters", "count"),
                    effect_cell(f"{at}/effects/delta_gs"),
                    *(one(f"{at}/power/{field}", "percent") for field in fields),
                    one(f"{at}/power/reason", "text"),
                ),
            )
            for key, found, at in each(results["analyses"])
        ),
        notes=(
            "Standard error and smallest contrast are percentage points, from the observed "
            "variance between questions; two-sided level. G-S is GOLD less SHAM.",
        ),
    )


def noise(results: Mapping[str, Any]) -> Table:
    """Lay out what another run of the same triplets changes."""
    rows = [
        Row(
            key=f"{key}.{n}",
            label=label_of(found),
            cells=tuple(_noise_cells(f"{at}/noise/{n}", again)),
        )
        for key, found, at in each(results["analyses"])
        for n, again in enumerate(found["noise"])
    ]
    heads = (head for name in COLUMNS.values() for head in (name, f"{name} changed"))
    return Table(
        name="noise",
        title="Noise: what another run of the same triplets changes.",
        stub="Regime, model",
        columns=("Repeat", "Units", *(f"{c} flips" for c in CONDITIONS), *heads),
        rows=tuple(rows),
        notes=(
            *(() if rows else ("Every triplet ran once, so the study measures no noise.",)),
            "Flips: units whose success differs between the runs. A contrast is shown as first "
            "run, later run (difference), in percentage points; changed: units whose own contrast "
            f"differs; of net rescue, of the units that fail CLEAN in either run. {LETTERS}",
        ),
        splits=(COLUMNS["delta_gc"], COLUMNS["delta_sc"]),
    )


def _variant_cells(at: str, name: str, found: Mapping[str, Any]) -> Iterator[Cell]:
    own, variant = f"{at}/sensitivity{pointer('variants', name)}", found["variants"][name]
    yield one(f"{own}/chosen", "flag")
    for estimand in HEADLINES:
        yield _judged(own, estimand, variant, name in found["moved"].get(estimand, ()))
    for detector in _SCORES:
        known = detector in variant["detectors"]
        yield auroc_cell(f"{own}/detectors/{detector}") if known else said()


def _judged(own: str, estimand: str, variant: Mapping[str, Any], moved: bool) -> Cell:
    if estimand not in variant["effects"]:
        return said()
    shown = effect_cell(f"{own}/effects/{estimand}").parts
    if estimand not in variant["verdicts"]:
        return Cell(parts=shown)
    verdict = Part(name="verdict", pointer=f"{own}/verdicts/{estimand}", format="text", before=" ",
                   after=" (moved)" if moved else "")  # fmt: skip
    return Cell(parts=(*shown, verdict))


def _noise_cells(at: str, again: Mapping[str, Any]) -> Iterator[Cell]:
    yield one(f"{at}/repeat", "count")
    yield one(f"{at}/units", "count")
    for condition in CONDITIONS:
        yield rate_cell(f"{at}/flips/{condition}") if condition in again["flips"] else said()
    for name in COLUMNS:
        if name not in again["contrasts"]:
            yield from (said(), said())
            continue
        own = f"{at}/contrasts/{name}"
        yield Cell(parts=(
            Part(name="first", pointer=f"{own}/first", format="points"),
            Part(name="again", pointer=f"{own}/again", format="points", before=", "),
            Part(name="difference", pointer=f"{own}/difference", format="points", before=" (",
                 after=")"),
        ))  # fmt: skip
        yield rate_cell(f"{own}/changed")
