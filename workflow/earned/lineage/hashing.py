"""SHA-256 of files and of JSON values."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from earned.errors import UserError
from earned.records.base import canonical_json

SHORT = 12
"""Digits of a digest that name it to a reader, or name a folder."""


def short(sha256: str) -> str:
    """Give the first digits of a digest."""
    return sha256[:SHORT]


def sha256_file(path: Path) -> str:
    """Hash a file's bytes; a missing file is a `UserError`."""
    try:
        with path.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except FileNotFoundError:
        raise UserError("no such file", where=str(path), remedy="check the path") from None
    except OSError as error:
        raise UserError(
            f"cannot be read ({error.strerror})", where=str(path), remedy="check the path"
        ) from None


def sha256_json(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Hash the canonical JSON text of a value."""
    return hashlib.sha256(canonical_json(value).encode()).hexdigest()
