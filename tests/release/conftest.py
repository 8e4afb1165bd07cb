"""One small study and its release, for all tests of releases."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from earned.lineage.hashing import sha256_file
from earned.release import make
from earned.release.make import make_release
from finished import finished_study


@pytest.fixture(scope="session")
def shared_study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished_study(tmp_path_factory.mktemp("study"))


@pytest.fixture(scope="session")
def release(shared_study: Path) -> Path:
    """The study's release, in the place where it goes by itself; for reading only."""
    return make_release(shared_study)


@pytest.fixture
def study(shared_study: Path, tmp_path: Path) -> Path:
    """A copy of the study, to be changed."""
    copied = tmp_path / "mini"
    shutil.copytree(shared_study, copied, ignore=shutil.ignore_patterns("release", ".release.*"))
    return copied


@pytest.fixture
def unverified(monkeypatch: pytest.MonkeyPatch) -> None:
    """Release without verifying first, which takes most of the time and is tested elsewhere."""
    monkeypatch.setattr(make, "_verified", lambda root: sha256_file(root / "manifest.json"))
