"""Figure: paired contrasts beside the visibility of single sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from earned.audits.acquabench.figures.reading import (
    NO_INTERVAL,
    Found,
    Placed,
    auroc_point,
    contrast_point,
    model_name,
    ordered,
    regime_look,
    regimes_of,
    score_panel,
)
from earned.render.figures import Picture
from earned.render.forest import Block, Line, Look, Panel, Sample
from earned.render.forest_drawing import draw_forest
from earned.render.forest_points import points_of

_PANELS = (
    Panel("(a) Difference of success, points", signed=True, factor=100.0),
    score_panel("(b) AUROC of coloc", reference=0.5),
)
_LEGEND = (
    Sample("filled: GOLD − SHAM (a), against earned CLEAN (b)", Look("o")),
    Sample("hollow: GOLD − CLEAN (a), against exposed SHAM (b)", Look("o", filled=False)),
)


def contrasts(analyses: Mapping[str, Found]) -> Picture:
    """Draw contrasts and AUROC with their intervals, by regime and model."""
    shapes = (Sample(name, regime_look(name)) for name in regimes_of(analyses))
    blocks = _blocks(analyses)
    figure, breaks = draw_forest(_PANELS, blocks, (*_LEGEND, *shapes))
    return Picture(
        name="contrasts",
        title="Paired contrasts, and how visible acquisition is in a single source.",
        notes=(
            "Lines are qid-cluster percentile bootstrap intervals; surfaces are pooled.",
            "The dashed lines mark no difference and an AUROC of 0.5.",
            "A dotted line is descriptive only: under five questions hold a positive.",
            *(("D1's AUROC is descriptive.",) if "D1" in regimes_of(analyses) else ()),
            NO_INTERVAL,
        ),
        figure=figure,
        breaks=breaks,
        points=points_of(blocks),
    )


def _blocks(analyses: Mapping[str, Found]) -> list[Block]:
    placed = ordered(analyses)
    return [
        Block(regime, tuple(_line(one) for one in placed if one.found["regime"] == regime))
        for regime in regimes_of(analyses)
    ]


def _line(one: Placed) -> Line:
    filled = regime_look(one.found["regime"])
    hollow = replace(filled, filled=False)
    return Line(
        model_name(one.found),
        (
            (
                contrast_point(one, "delta_gs", filled),
                contrast_point(one, "delta_gc", hollow),
            ),
            (
                auroc_point(one, "coloc", "earned", filled),
                auroc_point(one, "coloc", "sham", hollow),
            ),
        ),
        key=one.key,
    )
