"""The table of calls, tokens and cost."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from earned.audits.acquabench.tables.common import label_of
from earned.render.note import listed, note, value
from earned.render.pointer import pointer
from earned.render.table import Cell, Row, Table, Text, money_cell, one

_COLUMNS = (
    "Records",
    "Naive calls",
    "Calls made",
    "Unique %",
    "Bound %",
    "Prompt tokens",
    "Completion tokens",
    "Cost",
)
_NOTES = (
    "Naive calls: those of every record as if it had run alone. Unique: calls made, of those.",
    "Bound: coupled arms share at least the first call of their unit, so with k calls a record "
    "(naive calls over records) unique is at most (1 + 3(k − 1)) / 3k, and at least one third "
    "where the arms never part; uncoupled arms share nothing.",
    "Tokens and cost are of the calls made, as the engine counted them; failed requests, probes "
    "and a model author's calls are not in them. Scripted controls use no tokens.",
    "Cost is exact in the CSV form and rounded half to even at the fourth decimal elsewhere.",
)


def usage(results: Mapping[str, Any]) -> Table:
    """Lay out what each model took, in all and by surface, and what the study took."""
    return Table(
        name="usage",
        title="Usage: calls, tokens and cost.",
        stub="Regime, model, surface",
        columns=_COLUMNS,
        rows=tuple(_rows(results)),
        notes=(*_NOTES, *_without_price(results)),
    )


def _without_price(results: Mapping[str, Any]) -> Iterator[Text]:
    """Name the models that the study's cost leaves out, if it has a cost and leaves any out."""
    if not results["analyses"] or results["usage"]["made"]["cost"] is None:
        return
    if unpriced := results["usage"]["unpriced"]:
        named = (value(str(n + 1), f"/usage/unpriced/{n}") for n in range(len(unpriced)))
        yield note("unpriced", "The cost of all models is without ", *listed(named),
                   ": no price, or tokens not counted.")  # fmt: skip


def _rows(results: Mapping[str, Any]) -> Iterator[Row]:
    for key, found in results["analyses"].items():
        at = pointer("analyses", key, "usage")
        yield _row(key, label_of(found), f"{at}/total")
        for surface in found["surfaces"]:
            own = f"{at}{pointer('by_surface', surface)}"
            yield _row(f"{key}.{surface}", f"{label_of(found)}, {surface}", own)
    if results["analyses"]:
        yield _row("study", "All models", "/usage")


def _row(key: str, label: str, at: str) -> Row:
    return Row(key=key, label=label, cells=tuple(_cells(at)))


def _cells(at: str) -> Iterator[Cell]:
    yield one(f"{at}/records", "count")
    yield one(f"{at}/naive/calls", "count")
    yield one(f"{at}/made/calls", "count")
    yield one(f"{at}/unique/value", "percent")
    yield one(f"{at}/bound/value", "percent")
    yield one(f"{at}/made/prompt_tokens", "count")
    yield one(f"{at}/made/completion_tokens", "count")
    yield money_cell(f"{at}/made")
