"""The regimes, their populations, what was left out and why, and the surfaces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from earned.audits.acquabench.tables.common import title_of
from earned.render.pointer import pointer
from earned.render.table import Cell, Part, Row, Table, one, said

_NONE = "The study has no record of any population."
_COUNTS = ("parent", "templates", "alias_eligible", "paired")
_MODES = ("append", "standalone")
_GATED = ("GOLD", "SHAM")
_LENGTHS = {"accepted_answers": "accepted", "rejected_answers": "rejected"}


def regimes(results: Mapping[str, Any]) -> Table:
    """Lay out what each regime is and is for."""
    fields = {"structure": "Information structure", "support": "Frozen support", "role": "Role"}
    found = results["populations"]
    return Table(
        name="regimes",
        title="Regimes: information structure, frozen support and role.",
        stub="Regime",
        columns=tuple(fields.values()),
        rows=tuple(
            Row(
                key=name,
                label=title_of(name),
                cells=tuple(one(pointer("populations", name, field), "text") for field in fields),
            )
            for name in found
        ),
        notes=(
            *(() if found else (_NONE,)),
            "Every regime has CLEAN, GOLD and SHAM; regimes are never pooled.",
        ),
    )


def populations(results: Mapping[str, Any]) -> Table:
    """Lay out how many questions were asked for, written and paired."""
    found = results["populations"]
    return Table(
        name="populations",
        title="Populations: from the request set to questions with GOLD and SHAM.",
        stub="Regime",
        columns=(
            *("Parent", "Parent regime", "Templates", "Alias-eligible", "Paired"),
            *("Appended", "Standalone", "Gate GOLD", "Gate SHAM"),
            *("Author", "Verifier"),
            *(f"{head} {kind}" for kind in _LENGTHS.values() for head in ("Items", "Words",
                                                                          "Characters")),
        ),
        rows=tuple(
            Row(key=name, label=title_of(name), cells=tuple(_cells(name, one_of)))
            for name, one_of in found.items()
        ),
        notes=(
            *(() if found else (_NONE,)),
            "Parent: the request set, or the accepted questions of the parent regime. Paired: "
            "those with GOLD and SHAM; every estimate is about them.",
            "Alias-eligible is of D1. Of D2: accepted items by mode, and the construction score "
            "of the planted sources, lowest to highest (mean), which a gate limits.",
            "Words and characters: mean length of the references of accepted and of rejected "
            "items.",
        ),
        splits=("Appended", "Author"),
    )  # fmt: skip


def rejections(results: Mapping[str, Any]) -> Table:
    """Lay out why items were left out."""
    found = results["populations"]
    rows = [
        Row(
            key=f"{name}.{reason}",
            label=f"{title_of(name)}: {reason}",
            cells=(
                one(pointer("populations", name, "rejected", reason), "count"),
                one(pointer("populations", name, "parent"), "count"),
            ),
        )
        for name, population in found.items()
        for reason in population["rejected"]
    ]
    return Table(
        name="rejections",
        title="Rejections: items without GOLD and SHAM, by reason.",
        stub="Regime: reason",
        columns=("Items", "Parent"),
        rows=tuple(rows),
        notes=() if rows else ("No item was rejected.",) if found else (_NONE,),
    )


def surfaces(results: Mapping[str, Any]) -> Table:
    """Lay out how each surface acts and shows."""
    return Table(
        name="surfaces",
        title="Surfaces: action and serialization; store and ranking are the same.",
        stub="Surface",
        columns=("Action", "Serialization"),
        rows=tuple(
            Row(
                key=name,
                label=name,
                cells=tuple(
                    one(pointer("surfaces", name, field), "text")
                    for field in ("action", "serialization")
                ),
            )
            for name in results["surfaces"]
        ),
        notes=("Surfaces are realizations of one intervention, not independent replications.",),
    )


def _cells(name: str, population: Mapping[str, Any]) -> Iterator[Cell]:
    at = pointer("populations", name)
    counts = [one(f"{at}/{count}", "count") for count in _COUNTS]
    yield from (counts[0], one(f"{at}/parent_regime", "text"), *counts[1:])
    for mode in _MODES:
        yield one(f"{at}/modes/{mode}", "count") if mode in population["modes"] else said()
    for condition in _GATED:
        yield _spread(f"{at}/gate/{condition}") if condition in population["gate"] else said()
    yield one(f"{at}/author", "text")
    yield one(f"{at}/verifier", "text")
    for kind in _LENGTHS:
        yield one(f"{at}/{kind}/items", "count")
        yield one(f"{at}/{kind}/words", "mean")
        yield one(f"{at}/{kind}/chars", "mean")


def _spread(at: str) -> Cell:
    return Cell(
        parts=(
            Part(name="low", pointer=f"{at}/low", format="decimal"),
            Part(name="high", pointer=f"{at}/high", format="decimal", before=" to "),
            Part(name="mean", pointer=f"{at}/mean", format="decimal", before=" (", after=")"),
        )
    )
