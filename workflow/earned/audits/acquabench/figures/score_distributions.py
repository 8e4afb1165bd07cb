"""Figure: where the single-source scores of the three classes lie."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from earned.audits.acquabench.figures.reading import Found, Placed, by_model, score_panel
from earned.render.figures import Picture
from earned.render.forest import Block, Box, Line, Sample, Shows
from earned.render.forest_drawing import draw_forest
from earned.render.forest_points import points_of
from earned.render.note import value
from earned.render.pointer import lookup

_CLASSES = {
    "attributable": ("attributable GOLD", "#5B9BC8", ""),
    "earned": ("earned CLEAN", "#F2C48D", "////"),
    "sham": ("exposed SHAM", "white", "...."),
}
"""Class to its name, colour and hatch."""
_SCORES = ("coloc", "coloc_content")
_FIELDS = ("low", "q1", "median", "q3", "high")
_PANELS = (
    score_panel("coloc: all question tokens, with repeats", None),
    score_panel("coloc_content: sets of content tokens", None),
)


def score_distributions(analyses: Mapping[str, Found]) -> Picture:
    """Draw a box for each class, by model and regime."""
    blocks = [
        Block(name, tuple(line for one in placed for line in _lines(one)))
        for name, placed in by_model(analyses)
    ]
    legend = tuple(Sample(name, _box({}, c, None)) for c, (name, _, _) in _CLASSES.items())
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
        points=points_of(blocks),
    )


def _lines(one: Placed) -> Iterator[Line]:
    for name, (label, _, _) in _CLASSES.items():
        counted = _at(_SCORES[0], name)
        yield Line(
            f"{label}, n {lookup(one.found, counted)['n']}",
            tuple((_shown(one, score, name),) for score in _SCORES),
            group=one.found["regime"],
            key=f"{one.key}.{name}",
            values=(value("n", f"{one.at}{counted}/n", "count"),),
        )


def _at(score: str, name: str) -> str:
    return f"/distributions/{score}/{name}"


def _shown(one: Placed, score: str, name: str) -> Box:
    at = _at(score, name)
    parts = tuple(value(field, f"{one.at}{at}/{field}", "decimal") for field in _FIELDS)
    return _box(lookup(one.found, at), name, Shows(score, parts))


def _box(summary: Mapping[str, float | None], name: str, shows: Shows | None) -> Box:
    _, colour, hatch = _CLASSES[name]
    low, q1, median, q3, high = map(summary.get, _FIELDS)
    return Box(low, q1, median, q3, high, colour, hatch, shows)
