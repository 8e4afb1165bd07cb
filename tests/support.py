"""Helpers for tests: where optional data lie."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent


def shared_dir() -> Path:
    """The optional folder with reference data beside the checkout; skips where it is absent."""
    folder = ROOT.parent / "shared"
    if not folder.is_dir():
        pytest.skip("the optional folder ../shared with reference data is not here")
    return folder


def shared_json(name: str) -> Any:
    return json.loads((shared_dir() / name).read_text(encoding="utf-8"))
