"""Notes under a table: which intervals have no width, are conditional, or are missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from earned.audits.acquabench.names import CONTRASTS
from earned.audits.acquabench.tables.common import COLUMNS, label_of

Intervals = Callable[[Mapping[str, Any]], Mapping[str, Mapping[str, Any]]]
"""From a model's analysis to the intervals that a table shows, by what the table calls them."""


def contrast_intervals(found: Mapping[str, Any]) -> dict[str, Mapping[str, Any]]:
    """Name the intervals of contrasts and net rescue as the main table's columns are."""
    named = {COLUMNS[name]: found["effects"][name]["interval"] for name in CONTRASTS}
    return {**named, COLUMNS["net_rescue"]: found["residual"]["net_rescue"]["interval"]}


def interval_notes(analyses: Mapping[str, Any], shown: Intervals) -> tuple[str, ...]:
    """Name the intervals of a table of analyses that must not be read as ordinary ones."""
    several = len({found["regime"] for found in analyses.values()}) > 1
    return notes_of(
        (f"{label_of(found) if several else found['label']} {name}", interval)
        for found in analyses.values()
        for name, interval in shown(found).items()
    )


def notes_of(intervals: Iterable[tuple[str, Mapping[str, Any]]]) -> tuple[str, ...]:
    """Name every interval that must not be read as an ordinary one, one line a kind.

    Args:
        intervals: what the table calls it, and the interval.
    """
    listed = list(intervals)
    kinds = {
        "Interval of zero width": lambda one: "" if one["zero_width"] else None,
        "Interval conditional on being defined": lambda one: _reason(one, "conditional"),
        "No interval": lambda one: _reason(one, "undefined"),
    }
    lines = ((head, "; ".join(_remarked(listed, says))) for head, says in kinds.items())
    return tuple(f"{head}: {named}." for head, named in lines if named)


def _reason(interval: Mapping[str, Any], status: str) -> str | None:
    return f" ({interval['reason']})" if interval["status"] == status else None


def _remarked(
    intervals: Iterable[tuple[str, Mapping[str, Any]]],
    says: Callable[[Mapping[str, Any]], str | None],
) -> Iterator[str]:
    for name, interval in intervals:
        remark = says(interval)
        if remark is not None:
            yield f"{name}{remark}"
