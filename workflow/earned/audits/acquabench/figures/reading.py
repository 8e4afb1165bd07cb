"""From the frozen results to marks: order, looks and points that all figures share."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from earned.audits.acquabench.config import REGIMES
from earned.render.forest import Look, Panel, Point

Found = Mapping[str, Any]
"""One model's analysis in one regime."""

CONTRAST_NAMES = {
    "delta_gc": "GOLD − CLEAN",
    "delta_gs": "GOLD − SHAM",
    "net_rescue": "Net rescue",
}
NEGATIVE_NAMES = {"earned": "earned CLEAN", "sham": "exposed SHAM"}
BLUE, ORANGE, GREEN, PURPLE = "#0072B2", "#D55E00", "#009E73", "#7B3F73"
"""Of a palette that colour-blind readers tell apart; shapes say the same."""
_LOOKS = {
    "D0": Look("o", BLUE),
    "D1": Look("s", ORANGE),
    "D2": Look("^", GREEN, size=5.0),
    "style": Look("D", PURPLE, size=4.0),
}
POINTS = ", points"
NO_INTERVAL = (
    "A mark without a line has no interval; not defined (n.d.) stands where there is no value."
)


def regime_look(regime: str) -> Look:
    """Shape and colour of a regime."""
    return _LOOKS.get(regime, Look("P"))


def ordered(analyses: Mapping[str, Found]) -> list[Found]:
    """Sort analyses: models before controls, by label, and each model's regimes as in the paper."""
    return sorted(
        analyses.values(),
        key=lambda f: (f["control"] is not None, f["label"], f["model"], place_of(f["regime"])),
    )


def place_of(regime: str) -> int:
    """Place of a regime in the order of the paper."""
    known: tuple[str, ...] = REGIMES
    return known.index(regime) if regime in known else len(known)


def by_model(analyses: Mapping[str, Found]) -> list[tuple[str, list[Found]]]:
    """Group analyses by model: its name, and its regimes."""
    groups = groupby(ordered(analyses), key=lambda found: found["model"])
    listed = [list(group) for _, group in groups]
    return [(model_name(group[0]), group) for group in listed]


def model_name(found: Found) -> str:
    """Name a model as figures do."""
    return f"{found['label']} (control)" if found["control"] else str(found["label"])


def regimes_of(analyses: Mapping[str, Found]) -> list[str]:
    """List the regimes that were run, in the order of the paper."""
    return sorted({found["regime"] for found in analyses.values()}, key=place_of)


def estimate(effect: Mapping[str, Any], look: Look, value: str = "value") -> Point:
    """Make a point of an effect or, with `value="auroc"`, of a detector."""
    interval = effect["interval"]
    return Point(effect[value], interval["low"], interval["high"], look,
                 weak=bool(effect.get("descriptive", False)))  # fmt: skip


def contrast_panel(name: str) -> Panel:
    """A column for a contrast, in percentage points."""
    return Panel(CONTRAST_NAMES[name] + POINTS, signed=True, factor=100.0)


def score_panel(name: str, reference: float | None) -> Panel:
    """A column for a quantity between 0 and 1."""
    return Panel(name, reference=reference, span=(-0.04, 1.04), ticks=(0.0, 0.5, 1.0))


def effect_of(found: Found, name: str) -> Mapping[str, Any]:
    """Find a headline effect of an analysis, or of one of its variants."""
    if name == "net_rescue" and "residual" in found:
        rescue: Mapping[str, Any] = found["residual"]["net_rescue"]
        return rescue
    effect: Mapping[str, Any] = found["effects"][name]
    return effect
