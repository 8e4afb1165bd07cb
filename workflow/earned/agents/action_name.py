"""Which names an action may have."""

from __future__ import annotations

import re

from earned.errors import UserError

_ACTION_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")


def check_action_name(name: str) -> str:
    """Return the name if every engine's tool interface would accept it.

    Raises:
        UserError: if it does not match `^[a-zA-Z0-9_-]{1,64}$`.
    """
    if _ACTION_NAME.fullmatch(name):
        return name
    raise UserError(
        f"action name {name!r} is not allowed",
        remedy="use 1 to 64 ASCII letters, digits, underscores or hyphens",
    )
