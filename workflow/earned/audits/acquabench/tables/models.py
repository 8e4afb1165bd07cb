"""Models of one family against each other, and what the scores look like from each view."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.tables.common import each, label_of, label_part, title_of
from earned.audits.acquabench.tables.interval_notes import Named, notes_of
from earned.render.pointer import pointer
from earned.render.table import (
    Cell,
    Format,
    Row,
    Table,
    Text,
    counts_cell,
    effect_cell,
    one,
    rate_cell,
    said,
)

_VIEWS = {
    "clean": "CLEAN score gap",
    "gold": "GOLD score gap",
    "sham": "SHAM score gap",
    "delta_gc": "effect G-C",
    "delta_gs": "effect G-S",
    "net_rescue": "effect Net rescue",
}
_ALL = {**_VIEWS, "net_rescue_both_failed": "effect Net rescue, both failed"}
_TIES = {
    "both": "Both right",
    "neither": "Neither",
    "first_only": "Baseline only",
    "second_only": "Compared only",
}
_NONE = "The study has no two models of one family in one regime."
_UNITS = (
    "Units of each: those that the quantity is a mean over, baseline / compared; of net rescue, "
    "each model's own CLEAN failures."
)
_SIGN = (
    "A row names its models as compared minus baseline, and so is the difference: percentage "
    "points, on the units that "
)


def ranking_views(results: Mapping[str, Any]) -> Table:
    """Lay out score gaps and effect differences of each model contrast."""
    return Table(
        name="ranking_views",
        title="Ranking views: model contrasts on common units.",
        stub="Contrast: quantity",
        columns=("Units of each", "Questions", "Baseline", "Compared", "Difference"),
        rows=tuple(_rows(results, _VIEWS, _view_cells)),
        notes=(
            *_none(results),
            f"{_SIGN}both have. A score gap is a difference of success under one condition, an "
            "effect a difference of contrasts.",
            _UNITS,
            *_interval_notes(results, _VIEWS),
            "Net rescue compares the models on different CLEAN failures; table model_differences "
            "has it on units that both fail.",
        ),
    )


def model_differences(results: Mapping[str, Any]) -> Table:
    """Lay out every difference with p-values, and paired outcomes with ties told apart."""
    return Table(
        name="model_differences",
        title="Model differences: all quantities, with ties.",
        stub="Contrast: quantity",
        columns=("Units of each", "Questions", "Baseline", "Compared", "Difference", "p", "Holm p",
                 "Left out", *_TIES.values()),
        rows=tuple(_rows(results, _ALL, _difference_cells)),
        notes=(
            *_none(results),
            f"{_SIGN}both have; the last quantity of a contrast is over units whose CLEAN record "
            "fails in both.",
            _UNITS,
            *_interval_notes(results, _ALL),
            "p: two-sided, of the bootstrap, against no difference; Holm within the contrast. "
            "Left out: complete units that only one of the two models has (baseline / compared).",
            "Ties: common units that both models get right, that neither does, and that only one "
            "does.",
        ),
        splits=("p",),
    )  # fmt: skip


def audit_views(results: Mapping[str, Any]) -> Table:
    """Lay out observed success and GOLD without the attributable successes."""
    return Table(
        name="audit_views",
        title="Audit views: success as observed, and GOLD without attributable successes.",
        stub="Regime, model",
        columns=(*CONDITIONS, "Attributable", "Audit-cleaned"),
        rows=tuple(
            Row(
                key=key,
                label=label_of(found),
                cells=(
                    *(rate_cell(f"{at}/arms/{condition}/success") for condition in CONDITIONS),
                    one(f"{at}/residual/attributable", "count"),
                    rate_cell(f"{at}/residual/cleaned_gold"),
                ),
            )
            for key, found, at in each(results["analyses"])
        ),
        notes=(
            "Audit-cleaned: GOLD successes less those that the record labels attributable. A view "
            "of the observed score, not a corrected ranking; a label is no proof for one record.",
        ),
    )


def _interval_notes(results: Mapping[str, Any], quantities: Mapping[str, str]) -> tuple[Text, ...]:
    return notes_of(
        Named(
            key=f"{key}.{name}",
            before=f"{title_of(contrast['regime'])}, ",
            label=label_part(key, "contrasts"),
            after=f": {said_as}",
            interval=shown["interval"],
            at=pointer("contrasts", key, "differences", name, "interval"),
        )
        for key, contrast in results["contrasts"].items()
        for name, said_as in quantities.items()
        if (shown := contrast["differences"].get(name))
    )


def _rows(results: Mapping[str, Any], quantities: Mapping[str, str], cells: Any) -> Iterator[Row]:  # noqa: ANN401
    for key, contrast in results["contrasts"].items():
        for name, said_as in quantities.items():
            if name in contrast["differences"]:
                yield Row(
                    key=f"{key}.{name}",
                    label=f"{title_of(contrast['regime'])}, {contrast['label']}: {said_as}",
                    cells=tuple(cells(pointer("contrasts", key), name, contrast)),
                )


def _view_cells(at: str, name: str, contrast: Mapping[str, Any]) -> Iterator[Cell]:
    del contrast
    own = f"{at}/differences/{name}"
    form: Format = "percent" if name in ("clean", "gold", "sham") else "points"
    yield counts_cell({model: f"{own}/{model}_of" for model in ("first", "second")})
    yield one(f"{at}/qids", "count")
    yield one(f"{own}/first", form)
    yield one(f"{own}/second", form)
    yield effect_cell(own)


def _difference_cells(at: str, name: str, contrast: Mapping[str, Any]) -> Iterator[Cell]:
    yield from _view_cells(at, name, contrast)
    yield one(f"{at}/differences/{name}/p_value", "p")
    yield one(f"{at}/differences/{name}/p_holm", "p")
    yield _left_out(at, contrast)
    condition = name.upper()
    for field in _TIES:
        tied = condition in contrast["ties"]
        yield one(f"{at}/ties/{condition}/{field}", "count") if tied else said()


def _left_out(at: str, contrast: Mapping[str, Any]) -> Cell:
    models = contrast["left_out"]
    parts = [one(at + pointer("left_out", model), "count", name).parts[0]
             for name, model in zip(("first", "second"), (contrast["first"], contrast["second"]),
                                    strict=True) if model in models]  # fmt: skip
    joined = [part if n == 0 else part.model_copy(update={"before": " / "})
              for n, part in enumerate(parts)]  # fmt: skip
    return Cell(parts=tuple(joined)) if joined else said()


def _none(results: Mapping[str, Any]) -> tuple[str, ...]:
    return () if results["contrasts"] else (_NONE,)
