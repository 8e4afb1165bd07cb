"""Settings for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("earned", deadline=None, derandomize=True)
settings.load_profile("earned")

SLOW = ("audit", "release")
"""Folders in which every test needs a released study."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what lies in a slow folder."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here) and item.path.relative_to(here).parts[0] in SLOW:
            item.add_marker(pytest.mark.slow)
