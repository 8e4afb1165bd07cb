"""Figure: where the single-source scores of the three classes lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from earned.audits.acquabench.figures.reading import Found, by_model, score_panel
from earned.render.figures import Picture
from earned.render.forest import Block, Box, Line, Sample
from earned.render.forest_drawing import draw_forest

_CLASSES = {
    "attributable": ("attributable GOLD", "#5B9BC8", ""),
    "earned": ("earned CLEAN", "#F2C48D", "////"),
    "sham": ("exposed SHAM", "white", "...."),
}
"""Class to its name, colour and hatch."""
_SCORES = ("coloc", "coloc_content")
_PANELS = (
    score_panel("coloc: all question tokens, with repeats", None),
    score_panel("coloc_content: sets of content tokens", None),
)


def score_distributions(analyses: Mapping[str, Found]) -> Picture:
    """Draw a box for each class, by model and regime."""
    blocks = [
        Block(name, tuple(line for one in found for line in _lines(one)))
        for name, found in by_model(analyses)
    ]
    legend = tuple(Sample(name, _box({}, c)) for c, (name, _, _) in _CLASSES.items())
    figure, breaks = draw_forest(_PANELS, blocks, legend)
    return Picture(
        name="score_distributions",
        title="Distribution of the single-source scores by class.",
        notes=(
            "Box: quartiles and median; whiskers: smallest and largest value; n: records.",
            "A class without a record has no box.",
        ),
        figure=figure,
        breaks=breaks,
    )


def _lines(found: Found) -> Iterator[Line]:
    for name, (label, _, _) in _CLASSES.items():
        shown = [found["distributions"].get(score, {}).get(name, {}) for score in _SCORES]
        count = shown[0].get("n", 0)
        boxes = tuple((_box(one, name),) for one in shown)
        yield Line(f"{label}, n {count}", boxes, group=found["regime"])


def _box(summary: Mapping[str, float | None], name: str) -> Box:
    _, colour, hatch = _CLASSES[name]
    low, q1, median, q3, high = map(summary.get, ("low", "q1", "median", "q3", "high"))
    return Box(low, q1, median, q3, high, colour, hatch)
