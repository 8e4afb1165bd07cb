"""Figure: contrasts on each surface under the pooled ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from earned.audits.acquabench.figures.reading import (
    CONTRAST_NAMES,
    NO_INTERVAL,
    Found,
    by_model,
    contrast_panel,
    effect_of,
    estimate,
    regime_look,
)
from earned.render.figures import Picture
from earned.render.forest import Block, Line, Look, Point, Sample
from earned.render.forest_drawing import draw_forest

_LEGEND = (
    Sample("all surfaces, with interval", Look("o")),
    Sample("one surface, point estimate", Look("o", filled=False, size=3.5), line=False),
)


def by_surface(analyses: Mapping[str, Found]) -> Picture:
    """Draw a forest by model, regime and surface."""
    blocks = [
        Block(name, tuple(line for one in found for line in _lines(one)))
        for name, found in by_model(analyses)
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
    )


def _lines(found: Found) -> Iterator[Line]:
    look, regime = regime_look(found["regime"]), found["regime"]
    pooled = tuple((estimate(effect_of(found, name), look),) for name in CONTRAST_NAMES)
    yield Line("all surfaces", pooled, regime, strong=True)
    small = replace(look, filled=False, size=look.size - 1)
    for surface in found["surfaces"]:
        one = found["by_surface"][surface]
        points = tuple((Point(one[name], None, None, small),) for name in CONTRAST_NAMES)
        yield Line(surface, points, regime)
