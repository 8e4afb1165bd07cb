"""How a value is shown. The table data keep full precision; only this rounds."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from typing import Any

from earned.errors import UserError
from earned.render.pointer import lookup
from earned.render.table import Cell, Format, Part

MISSING = "–"
Shown = tuple[Part, str]
"""A part of a cell, and its value as it is shown."""
SMALLEST_P = 0.0001
DIGITS_OF_DIGEST = 12
UNITS: dict[Format, str] = {
    "count": "count",
    "percent": "proportion",
    "points": "difference of proportions",
    "decimal": "AUROC or score",
    "mean": "mean count",
    "p": "p-value",
    "level": "proportion",
    "money": "currency units",
    "flag": "yes or no",
    "digest": "SHA-256",
    "text": "text",
}
_FORMS: dict[Format, Callable[[Any], str]] = {
    "count": lambda v: f"{v:d}",
    "percent": lambda v: f"{100 * v:z.1f}",
    "points": lambda v: f"{100 * v:+z.1f}",
    "decimal": lambda v: f"{v:z.3f}",
    "mean": lambda v: f"{v:z.2f}",
    "p": lambda v: f"{v:.4f}" if not 0 <= v < SMALLEST_P else f"<{SMALLEST_P}",
    "level": lambda v: f"{100 * v:g}",
    "money": lambda v: f"{Decimal(v):.4f}",
    "flag": lambda v: ("no", "yes")[operator.index(v)],
    "digest": lambda v: v[:DIGITS_OF_DIGEST],
    "text": str,
}


def show(value: Any, form: Format) -> str:  # noqa: ANN401 - any JSON scalar
    """Show one value; a missing one as a dash."""
    if value is None:
        return MISSING
    try:
        return _FORMS[form](value)
    except (TypeError, ValueError, ArithmeticError, LookupError):
        raise UserError(
            f"{value!r} is no {form}", where="frozen_results.json", remedy="run stage analysis"
        ) from None


def show_part(part: Part, results: Any) -> str:  # noqa: ANN401 - a JSON document
    """Show one part of a cell, without the text around it."""
    return show(lookup(results, part.pointer), part.format)


def show_cell(cell: Cell, results: Any) -> str:  # noqa: ANN401 - a JSON document
    """Show a cell; a bracket in which all is missing goes, and so does the unit of nothing."""
    if not cell.parts:
        return cell.text
    shown = [(part, show_part(part, results)) for part in cell.parts]
    if all(text == MISSING for _, text in shown):
        return MISSING
    if len(shown) > 1 and all(text == MISSING for _, text in shown[1:]):
        shown = shown[:1]
    groups = (group for group in _groups(shown) if not _is_empty(group))
    return "".join(_written(part, text) for group in groups for part, text in group)


def _groups(shown: Sequence[Shown]) -> Iterator[list[Shown]]:
    """Split a cell into single values and the values of one pair of brackets."""
    group: list[Shown] = []
    for part, text in shown:
        group.append((part, text))
        if not group[0][0].before.endswith("[") or part.after.startswith("]"):
            yield group
            group = []


def _is_empty(group: Sequence[Shown]) -> bool:
    return len(group) > 1 and all(text == MISSING for _, text in group)


def _written(part: Part, text: str) -> str:
    after = part.after.removeprefix("%") if text == MISSING else part.after
    return f"{part.before}{text}{after}"
