"""How a value is shown. The table data keep full precision; only this rounds."""

from __future__ import annotations

import operator
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from earned.errors import UserError
from earned.render.pointer import lookup
from earned.render.table import Cell, Format, Part

MISSING = "–"
SMALLEST_P = 0.0001
UNITS: dict[Format, str] = {
    "count": "count",
    "percent": "proportion",
    "points": "difference of proportions",
    "decimal": "AUROC or score",
    "mean": "mean count",
    "p": "p-value",
    "money": "currency units",
    "flag": "yes or no",
    "text": "text",
}
_FORMS: dict[Format, Callable[[Any], str]] = {
    "count": lambda v: f"{v:d}",
    "percent": lambda v: f"{100 * v:z.1f}",
    "points": lambda v: f"{100 * v:+z.1f}",
    "decimal": lambda v: f"{v:z.3f}",
    "mean": lambda v: f"{v:z.2f}",
    "p": lambda v: f"{v:.4f}" if not 0 <= v < SMALLEST_P else f"<{SMALLEST_P}",
    "money": lambda v: f"{Decimal(v):.4f}",
    "flag": lambda v: ("no", "yes")[operator.index(v)],
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
    """Show a cell; where all but the first value are missing, the brackets go too."""
    if not cell.parts:
        return cell.text
    shown = [(part, show_part(part, results)) for part in cell.parts]
    if all(text == MISSING for _, text in shown):
        return MISSING
    if len(shown) > 1 and all(text == MISSING for _, text in shown[1:]):
        shown = shown[:1]
    return "".join(f"{part.before}{text}{part.after}" for part, text in shown)
