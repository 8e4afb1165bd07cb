"""Fields of a data set's items: what they must be, and what is said where they are not."""

from __future__ import annotations

import json
from collections.abc import Mapping
from textwrap import shorten
from typing import Any

from earned.errors import UserError

Raw = Mapping[str, Any]
LONGEST_SHOWN = 80


def pairs(value: Any, first: str, second: str) -> list[tuple[Any, Any]]:  # noqa: ANN401
    """Read pairs in either shape: a list of them, or two columns of one length by name.

    Raises:
        TypeError: neither shape.
        ValueError: the columns' lengths differ.
    """
    if isinstance(value, Mapping):
        columns: tuple[Any, Any] = value.get(first), value.get(second)
        return list(zip(*columns, strict=True))
    if not isinstance(value, list) or not all(isinstance(e, list) and len(e) == 2 for e in value):
        raise TypeError
    return [(entry[0], entry[1]) for entry in value]


def text_list(value: Any) -> list[str]:  # noqa: ANN401
    """Give a list of texts; anything else is a `TypeError`."""
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise TypeError
    return value


def required(raw: Raw, name: str, where: str) -> Any:  # noqa: ANN401
    """Give a field that must be there."""
    if raw.get(name) is None:
        raise UserError(f"field {name}: is missing", where=where, remedy="fetch the file again")
    return raw[name]


def text_field(raw: Raw, name: str, where: str) -> str:
    """Give a field that must be a text with something in it."""
    value = required(raw, name, where)
    if not isinstance(value, str) or not value.strip():
        raise _no_text(name, value, where)
    return value


def optional_text(raw: Raw, name: str, where: str) -> str:
    """Give a field that may be missing or null, empty then, and is else a text."""
    value = raw.get(name)
    if not isinstance(value, str | None):
        raise _no_text(name, value, where)
    return value or ""


def _no_text(name: str, value: Any, where: str) -> UserError:  # noqa: ANN401
    shown = shorten(json.dumps(value, default=str), LONGEST_SHOWN, placeholder=" …")
    return UserError(f"field {name}: {shown} is not a text", where=where,
                     remedy="correct or drop the item")  # fmt: skip
