"""From the frozen results to marks: order, looks and points that all figures share."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby
from typing import Any, NamedTuple

from earned.audits.acquabench.config import REGIMES
from earned.audits.acquabench.names import CONTRASTS
from earned.render.forest import Look, Panel, Point, Shows
from earned.render.pointer import lookup, pointer
from earned.render.table import auroc_cell, effect_cell

Found = Mapping[str, Any]
"""One model's analysis in one regime."""


class Placed(NamedTuple):
    """An analysis, its key and its place in the frozen results."""

    key: str
    at: str
    found: Found


SHORT_NAMES = {
    **{name: "-".join(arm[0] for arm in arms) for name, arms in CONTRASTS.items()},
    "net_rescue": "Net rescue",
}
"""Contrast to what a claim calls it."""
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


def ordered(analyses: Mapping[str, Found]) -> list[Placed]:
    """Sort analyses: models before controls, by label, and each model's regimes as in the paper."""
    placed = (Placed(key, pointer("analyses", key), found) for key, found in analyses.items())
    return sorted(placed, key=lambda one: _rank(one.found))


def _rank(found: Found) -> tuple[bool, str, str, int]:
    control = found["control"] is not None
    return control, found["label"], found["model"], place_of(found["regime"])


def place_of(regime: str) -> int:
    """Place of a regime in the order of the paper."""
    known: tuple[str, ...] = REGIMES
    return known.index(regime) if regime in known else len(known)


def by_model(analyses: Mapping[str, Found]) -> list[tuple[str, list[Placed]]]:
    """Group analyses by model: its name, and its regimes."""
    groups = groupby(ordered(analyses), key=lambda one: one.found["model"])
    listed = [list(group) for _, group in groups]
    return [(model_name(group[0].found), group) for group in listed]


def model_name(found: Found) -> str:
    """Name a model as figures do."""
    return f"{found['label']} (control)" if found["control"] else str(found["label"])


def regimes_of(analyses: Mapping[str, Found]) -> list[str]:
    """List the regimes that were run, in the order of the paper."""
    return sorted({found["regime"] for found in analyses.values()}, key=place_of)


def contrast_point(one: Placed, name: str, look: Look, within: str = "") -> Point:
    """Make a point of a headline contrast, of the analysis or of a part of it.

    Args:
        one: the analysis.
        name: the contrast.
        look: of the point.
        within: pointer from the analysis to the part.
    """
    own = f"{within}{effect_at(lookup(one.found, within), name)}"
    judged = f"/verdicts/{name}"
    headline = f"{one.at}{judged}" if not within and name in one.found["verdicts"] else None
    shows = Shows(SHORT_NAMES[name], effect_cell(f"{one.at}{own}").parts, headline)
    return _estimate(lookup(one.found, own), "value", look, shows)


def auroc_point(one: Placed, score: str, negatives: str, look: Look, within: str = "") -> Point:
    """Make a point of a detector of the analysis, or of the part of it that `within` points at."""
    own = f"{within}/detectors/{score}_vs_{negatives}"
    against = "SHAM" if negatives == "sham" else negatives
    shows = Shows(f"AUROC {score} vs {against}", auroc_cell(f"{one.at}{own}").parts)
    return _estimate(lookup(one.found, own), "auroc", look, shows)


def _estimate(found: Mapping[str, Any], value: str, look: Look, shows: Shows) -> Point:
    interval = found["interval"]
    return Point(found[value], interval["low"], interval["high"], look,
                 weak=bool(found.get("descriptive", False)), shows=shows)  # fmt: skip


def contrast_panel(name: str) -> Panel:
    """A column for a contrast, in percentage points."""
    return Panel(CONTRAST_NAMES[name] + POINTS, signed=True, factor=100.0)


def score_panel(name: str, reference: float | None) -> Panel:
    """A column for a quantity between 0 and 1."""
    return Panel(name, reference=reference, span=(-0.04, 1.04), ticks=(0.0, 0.5, 1.0))


def effect_at(found: Found, name: str) -> str:
    """Point at a headline effect from an analysis, or from one of its variants."""
    residual = name == "net_rescue" and "residual" in found
    return "/residual/net_rescue" if residual else f"/effects/{name}"
