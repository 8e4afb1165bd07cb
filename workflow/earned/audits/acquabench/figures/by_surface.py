"""Figure: contrasts on each surface under the pooled ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from earned.audits.acquabench.figures.reading import (
    CONTRAST_NAMES,
    NO_INTERVAL,
    SHORT_NAMES,
    Found,
    Placed,
    by_model,
    contrast_panel,
    contrast_point,
    regime_look,
)
from earned.render.figures import Picture
from earned.render.forest import Block, Line, Look, Point, Sample, Shows
from earned.render.forest_drawing import draw_forest
from earned.render.forest_points import points_of
from earned.render.pointer import lookup, pointer
from earned.render.table import one

_LEGEND = (
    Sample("all surfaces, with interval", Look("o")),
    Sample("one surface, point estimate", Look("o", filled=False, size=3.5), line=False),
)


def by_surface(analyses: Mapping[str, Found]) -> Picture:
    """Draw a forest by model, regime and surface."""
    blocks = [
        Block(name, tuple(line for model in models for line in _lines(model)))
        for name, models in by_model(analyses)
    ]
    panels = [contrast_panel(name) for name in CONTRAST_NAMES]
    figure, breaks = draw_forest(panels, blocks, _LEGEND)
    return Picture(
        name="by_surface",
        title="Paired contrasts by surface, under the pooled estimates.",
        notes=(
            "Lines are qid-cluster percentile bootstrap intervals of the pooled estimates.",
            "Surfaces are realizations of one intervention, not independent replications.",
            NO_INTERVAL,
        ),
        figure=figure,
        breaks=breaks,
        points=points_of(blocks),
    )


def _lines(placed: Placed) -> Iterator[Line]:
    regime = placed.found["regime"]
    look = regime_look(regime)
    pooled = tuple((contrast_point(placed, name, look),) for name in CONTRAST_NAMES)
    yield Line("all surfaces", pooled, regime, strong=True, key=placed.key)
    small = replace(look, filled=False, size=look.size - 1)
    for surface in placed.found["surfaces"]:
        points = tuple((_point(placed, surface, name, small),) for name in CONTRAST_NAMES)
        yield Line(surface, points, regime, key=f"{placed.key}.{surface}")


def _point(placed: Placed, surface: str, name: str, look: Look) -> Point:
    own = f"{pointer('by_surface', surface)}/{name}"
    shows = Shows(SHORT_NAMES[name], one(f"{placed.at}{own}", "points").parts)
    return Point(lookup(placed.found, own), None, None, look, shows=shows)
