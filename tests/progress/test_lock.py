"""A lock is taken away only where its owner is known to be gone."""

from __future__ import annotations

import os
import platform
from pathlib import Path

import pytest

from earned.errors import UserError
from earned.progress.lock import HOST, LOCKS, clear_the_way, noted_host


@pytest.fixture
def lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A lock in the working directory, whose Snakemake is gone."""
    monkeypatch.chdir(tmp_path)
    LOCKS.mkdir(parents=True)
    (LOCKS / "0.output.lock").write_text("results/tiny/manifest.json\n")
    return LOCKS / "0.output.lock"


def clear(*, resume: bool = False) -> None:
    clear_the_way("demo", "tiny", "results/tiny", resume=resume)


@pytest.mark.parametrize("resume", [False, True])
def test_a_run_on_another_machine_is_left_alone(lock: Path, resume: bool) -> None:
    HOST.write_text("login2")
    with pytest.raises(UserError, match="was started on login2 and has not ended; go there"):
        clear(resume=resume)


def test_the_machine_is_noted_for_the_length_of_a_run(lock: Path) -> None:
    with noted_host():
        assert HOST.read_text() == platform.node()
    assert not HOST.exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can give a file away")
def test_another_user_s_lock_is_left_alone(lock: Path) -> None:
    os.chown(lock, 12345, 12345)
    with pytest.raises(UserError, match="another user's snakemake holds this folder"):
        clear()


def test_what_is_not_locked_is_free(lock: Path) -> None:
    lock.unlink()
    HOST.write_text("login2")
    clear()
