"""Parameters as they may be published: no folder of this machine, no address of a server."""

from __future__ import annotations

import hashlib
import re
from pathlib import PurePath
from typing import Any

ADDRESS_KEYS = ("base_url",)
DIGITS = 16
HASHED = "sha256:"
PUBLISHED_ADDRESS = re.compile(f"{HASHED}[0-9a-f]{{{DIGITS}}}")
"""What stands for an address in everything published."""


def publishable(value: Any, key: str = "") -> Any:  # noqa: ANN401 - any JSON value
    """Replace absolute paths by `//` and their last part, and addresses by a short hash; once."""
    if isinstance(value, dict):
        return {name: publishable(inner, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [publishable(inner, key) for inner in value]
    if isinstance(value, str) and key in ADDRESS_KEYS and not PUBLISHED_ADDRESS.fullmatch(value):
        return f"{HASHED}{hashlib.sha256(value.encode()).hexdigest()[:DIGITS]}"
    if isinstance(value, str) and value.startswith("/") and not value.startswith("//"):
        return f"//{PurePath(value).name}"
    return value
