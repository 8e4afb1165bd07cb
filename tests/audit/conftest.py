"""One release for all tests of the audit, and a copy for each that plants a fault."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from released import small_release


@pytest.fixture(scope="session")
def release(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A clean release; it must not be changed."""
    return small_release(tmp_path_factory.mktemp("released"))


@pytest.fixture
def copy(release: Path, tmp_path: Path) -> Path:
    """A release to plant faults in."""
    return Path(shutil.copytree(release, tmp_path / "copy"))
