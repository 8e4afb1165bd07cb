"""Figure: does a conclusion hang on a choice of scorer, score or surface?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from earned.audits.acquabench.figures.reading import (
    CONTRAST_NAMES,
    NEGATIVE_NAMES,
    NO_INTERVAL,
    Found,
    Placed,
    auroc_point,
    by_model,
    contrast_panel,
    contrast_point,
    regime_look,
    score_panel,
)
from earned.audits.acquabench.names import COLOC_SCORES
from earned.render.figures import Picture
from earned.render.forest import Block, Line, Look, Point, Sample
from earned.render.forest_drawing import CHANGED, draw_forest
from earned.render.forest_points import points_of
from earned.render.note import value
from earned.render.pointer import pointer

_LEGEND = (
    Sample("contrast; AUROC of coloc", Look("o", size=3.5)),
    Sample("AUROC of coloc_content", Look("o", filled=False, size=3.5)),
    Sample("verdict differs from that of the choice made (bold)", CHANGED),
)
_CHOICES = ("f1", "exact", "surface")
_TIGHT = 0.07
"""From the AUROC of one score to that of the other, inches."""


def sensitivity(analyses: Mapping[str, Found]) -> Picture:
    """Draw the headline quantities under every variant."""
    blocks = [
        Block(name, tuple(line for one in placed for line in _lines(one)))
        for name, placed in by_model(analyses)
    ]
    panels = [contrast_panel(name) for name in CONTRAST_NAMES]
    panels += [score_panel(f"AUROC vs {name}", 0.5) for name in NEGATIVE_NAMES.values()]
    figure, breaks = draw_forest(panels, blocks, _LEGEND, _TIGHT)
    return Picture(
        name="sensitivity",
        title="Headline quantities under other choices of scorer and surfaces.",
        notes=(
            "The choice that the study makes is bold, on a grey band.",
            "Lines are qid-cluster percentile bootstrap intervals; a dotted one is descriptive "
            "only: under five questions hold a positive.",
            "An asterisk marks a verdict that differs from that of the choice made.",
            NO_INTERVAL,
        ),
        figure=figure,
        breaks=breaks,
        points=points_of(blocks),
    )


def _lines(one: Placed) -> Iterator[Line]:
    choices, regime = one.found["sensitivity"], one.found["regime"]
    for key, variant in sorted(choices["variants"].items(), key=_place):
        changed = tuple(key in choices["moved"].get(name, ()) for name in CONTRAST_NAMES)
        within = f"/sensitivity{pointer('variants', key)}"
        yield Line(
            variant["label"],
            tuple(_cells(one, within, replace(regime_look(regime), size=3.5))),
            group=regime,
            strong=variant["chosen"],
            flags=(*changed, *(False for _ in NEGATIVE_NAMES)),
            key=f"{one.key}.{key}",
            values=(value("choice", f"{one.at}{within}/label"),),
        )


def _place(item: tuple[str, Mapping[str, Any]]) -> tuple[int, int, str]:
    """Sort thresholds by their number, then exact match, then the surfaces left out."""
    key, variant = item
    number = key.rpartition("_")[2]
    return _CHOICES.index(variant["choice"]), int(number) if number.isdecimal() else 0, key


def _cells(one: Placed, within: str, look: Look) -> Iterator[tuple[Point, ...]]:
    for name in CONTRAST_NAMES:
        yield (contrast_point(one, name, look, within),)
    looks = {score: replace(look, filled=score == COLOC_SCORES[0]) for score in COLOC_SCORES}
    for negatives in NEGATIVE_NAMES:
        yield tuple(auroc_point(one, s, negatives, looks[s], within) for s in COLOC_SCORES)
