"""The key of a remote endpoint: read from the environment, sent, and kept out of everything."""

from __future__ import annotations

import os

from earned.errors import UserError

NO_KEY = "none"
SHORTEST_SECRET = 8
"""A shorter key is a placeholder (`EMPTY`), whose word a model may well write itself."""


def read_key(variable: str | None) -> str:
    """Read the key from an environment variable; `NO_KEY` where none is named.

    Raises:
        UserError: the variable is empty, or holds what no header can carry.
    """
    if variable is None:
        return NO_KEY
    key = os.environ.get(variable, "").strip()
    if not key:
        raise UserError(
            f"the environment variable {variable} is not set",
            where="api_key_env",
            remedy="export the endpoint's key in it",
        )
    if not (key.isascii() and key.isprintable()):
        raise UserError(
            f"the environment variable {variable} holds more than a key",
            where="api_key_env",
            remedy="export the key alone, in plain characters",
        )
    return key


def scrubbed(text: str, key: str) -> str:
    """A text of the server's without the key, should it have sent it back."""
    return text.replace(key, "[key]") if len(key) >= SHORTEST_SECRET else text
