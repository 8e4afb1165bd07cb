"""JSON pointers (RFC 6901)."""

from __future__ import annotations

from typing import Any

from earned.errors import UserError


def pointer(*parts: str) -> str:
    """Join keys to a pointer, escaped."""
    return "".join("/" + part.replace("~", "~0").replace("/", "~1") for part in parts)


def keys_of(at: str) -> list[str]:
    """Split a pointer to its keys."""
    return [part.replace("~1", "/").replace("~0", "~") for part in at.split("/")[1:]]


def lookup(document: Any, at: str) -> Any:  # noqa: ANN401 - any JSON value
    """Find what a pointer points at.

    Raises:
        UserError: it points nowhere.
    """
    value = document
    for key in keys_of(at):
        try:
            value = value[int(key)] if isinstance(value, list) else value[key]
        except (KeyError, IndexError, ValueError, TypeError):
            raise UserError(
                f"locator {at} points nowhere", where="frozen_results.json",
                remedy="render the tables again",
            ) from None  # fmt: skip
    return value
