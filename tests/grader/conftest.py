"""One finished study for the audits of its grader, and a copy of it to be changed."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from mini import run_mini


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("study")
    return run_mini(folder, models=("copier", "reader"), limit=4, surfaces=("retrieval",))


@pytest.fixture
def root(study: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(study, tmp_path / "mini"))
