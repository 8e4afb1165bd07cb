"""Notes under a table: which intervals have no width, are conditional, or are missing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from earned.audits.acquabench.names import CONTRASTS
from earned.audits.acquabench.tables.common import (
    COLUMNS,
    each,
    estimand_at,
    label_part,
    title_of,
)
from earned.render.note import note, value
from earned.render.pointer import lookup
from earned.render.table import Part, Text

Intervals = Callable[[str], Mapping[str, str]]
"""From the pointer to a model's analysis to what a table calls each interval, and where it is."""


class Named(NamedTuple):
    """An interval that a table shows: its row and column, and where it stands."""

    key: str
    before: str
    label: Part
    after: str
    interval: Mapping[str, Any]
    at: str


def contrast_intervals(at: str) -> dict[str, str]:
    """Point at the intervals of contrasts and net rescue, named as the main table's columns."""
    names = (*CONTRASTS, "net_rescue")
    return {COLUMNS[name]: f"{estimand_at(at, name)}/interval" for name in names}


def interval_notes(analyses: Mapping[str, Any], shown: Intervals) -> tuple[Text, ...]:
    """Name the intervals of a table of analyses that must not be read as ordinary ones."""
    several = len({found["regime"] for found in analyses.values()}) > 1
    return notes_of(
        Named(
            key=f"{key}.{name}",
            before=f"{title_of(found['regime'])}, " if several else "",
            label=label_part(key),
            after=f" {name}",
            interval=lookup(found, pointed.removeprefix(at)),
            at=pointed,
        )
        for key, found, at in each(analyses)
        for name, pointed in shown(at).items()
    )


def notes_of(intervals: Iterable[Named]) -> tuple[Text, ...]:
    """Name every interval that must not be read as an ordinary one, one line a kind."""
    listed = list(intervals)
    kinds: tuple[tuple[str, Callable[[Mapping[str, Any]], bool], bool], ...] = (
        ("Interval of zero width", lambda one: bool(one["zero_width"]), False),
        ("Interval conditional on being defined", lambda one: one["status"] == "conditional", True),
        ("No interval", lambda one: one["status"] == "undefined", True),
    )
    lines = (
        (head, [one for one in listed if holds(one.interval)], reasoned)
        for head, holds, reasoned in kinds
    )
    return tuple(_line(head, found, reasoned) for head, found, reasoned in lines if found)


def _line(head: str, found: Iterable[Named], reasoned: bool) -> Text:
    pieces = (piece for n, one in enumerate(found) for piece in _pieces(n, one, reasoned))
    return note(head, f"{head}: ", *pieces, ".")


def _pieces(place: int, one: Named, reasoned: bool) -> Iterator[str | Part]:
    yield ("; " if place else "") + one.before
    yield one.label.model_copy(update={"name": f"{one.key}.label"})
    yield one.after
    if reasoned:
        yield from (" (", value(f"{one.key}.reason", f"{one.at}/reason"), ")")
