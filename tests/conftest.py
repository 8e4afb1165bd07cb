"""Settings for all tests."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("earned", deadline=None, derandomize=True)
settings.load_profile("earned")

FOLDERS = {"audit": pytest.mark.slow, "release": pytest.mark.slow, "slurm": pytest.mark.slurm}
"""Folders all of whose tests need a released study, or a cluster."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what lies in a folder with a suite of its own."""
    here = Path(__file__).parent
    for item in items:
        folder = item.path.relative_to(here).parts[0] if item.path.is_relative_to(here) else ""
        if folder in FOLDERS:
            item.add_marker(FOLDERS[folder])
