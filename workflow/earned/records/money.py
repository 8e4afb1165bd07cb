"""Amounts of money: decimals that no sum rounds, written without exponent or trailing zeros."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Context, Decimal, Inexact, InvalidOperation
from functools import reduce
from typing import Annotated

from pydantic import PlainSerializer

EXACT = Context(prec=60, traps=[Inexact, InvalidOperation])
"""Arithmetic that raises where a digit would be lost."""


def plain(amount: Decimal) -> str:
    """Write an amount as the one text that it has: 0.15, never 0.150 or 1.5E-1."""
    return format(EXACT.normalize(amount), "f") if amount else "0"


def exact_sum(amounts: Iterable[Decimal]) -> Decimal:
    """Add amounts up without rounding."""
    return reduce(EXACT.add, amounts, Decimal(0))


Money = Annotated[Decimal, PlainSerializer(plain, return_type=str, when_used="json")]
"""A field that holds an amount; in JSON it is a text, so that no reader makes a binary float."""
