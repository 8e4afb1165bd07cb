"""What of an earlier run is still alive, and is this folder's: SLURM jobs and processes."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from earned.errors import UserError
from earned.progress.orphans import JOB_LOGS, cancel_jobs, end_processes, queued_jobs

RUN = "3f3f1a18-53e1-4a1b-9d7e-0a1b2c3d4e5f"
SQUEUE = """#!/bin/sh
env > {folder}/asked
cat {folder}/queue
"""
SCANCEL = """#!/bin/sh
echo "$@" > {folder}/cancelled
: > {folder}/queue
"""


@pytest.fixture
def slurm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a stand-in for SLURM; the working directory is beside it."""
    folder, here = tmp_path / "slurm", tmp_path / "project"
    (here / JOB_LOGS).mkdir(parents=True)
    folder.mkdir()
    for name, text in (("squeue", SQUEUE), ("scancel", SCANCEL)):
        (folder / name).write_text(text.format(folder=folder))
        (folder / name).chmod(0o755)
    (folder / "queue").write_text("")
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin")
    monkeypatch.chdir(here)
    return folder


def queue(slurm: Path, *rows: tuple[str, Path, str]) -> None:
    (slurm / "queue").write_text("".join(f"{job}|{at}|{name}\n" for job, at, name in rows))


def test_jobs_of_a_run_in_this_folder_are_found_once_each_and_no_other(slurm: Path) -> None:
    here = Path.cwd()
    queue(
        slurm, ("7", here, RUN), ("8", here, f"mine_{RUN}"), ("8", here, f"mine_{RUN}"),
        ("9", here.with_name("project2"), RUN), ("10", here, "snakemake"), ("11", here, f"{RUN}x"),
    )  # fmt: skip
    assert queued_jobs(locked=False) == ["7", "8"]


def test_a_folder_reached_by_a_link_is_this_folder(slurm: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(Path.cwd())
    queue(slurm, ("7", tmp_path / "link", RUN))
    assert queued_jobs(locked=False) == ["7"]


def test_filters_of_the_user_do_not_hide_a_job(
    slurm: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SQUEUE_STATES", "all")
    monkeypatch.setenv("SLURM_CLUSTERS", "here")
    queued_jobs(locked=False)
    asked = (slurm / "asked").read_text()
    assert "SQUEUE_" not in asked
    assert "SLURM_CLUSTERS=here" in asked


def test_jobs_are_cancelled_and_waited_for(slurm: Path, capsys: pytest.CaptureFixture[str]) -> None:
    queue(slurm, ("7", Path.cwd(), RUN))
    cancel_jobs(["7"])
    assert (slurm / "cancelled").read_text() == "7\n"
    assert capsys.readouterr().out == "ending 1 jobs of an earlier run: 7\n"
    assert queued_jobs(locked=False) == []


def test_without_an_answer_of_slurm_a_folder_that_had_jobs_there_stops(
    slurm: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (slurm / "squeue").write_text("#!/bin/sh\necho no controller >&2\nexit 1\n")
    with pytest.raises(UserError, match=r"squeue failed \(no controller\)"):
        queued_jobs(locked=False)
    monkeypatch.setenv("PATH", "/nowhere")
    assert queued_jobs(locked=False) == []
    with pytest.raises(UserError, match="had jobs on SLURM, and there is no squeue"):
        queued_jobs(locked=True)


def test_a_folder_that_never_had_jobs_does_not_need_slurm(slurm: Path) -> None:
    JOB_LOGS.rmdir()
    (slurm / "squeue").write_text("#!/bin/sh\nexit 1\n")
    assert queued_jobs(locked=True) == []


@pytest.fixture
def started() -> Iterator[list[subprocess.Popen[bytes]]]:
    processes: list[subprocess.Popen[bytes]] = []
    yield processes
    for process in processes:
        process.kill()
        process.wait()


def test_processes_of_the_study_in_this_folder_are_ended_and_no_other(
    slurm: Path, tmp_path: Path, started: list[subprocess.Popen[bytes]]
) -> None:
    def sleeper(folder: Path, root: str) -> subprocess.Popen[bytes]:
        words = [sys.executable, "-c", "import time; time.sleep(300)", "earned.agents", root]
        started.append(subprocess.Popen(words, cwd=folder, env=os.environ))
        return started[-1]

    mine = [sleeper(Path.cwd(), "results/tiny"), sleeper(Path.cwd(), "results/tiny/logs/x")]
    others = [sleeper(Path.cwd(), "results/tiny2"), sleeper(tmp_path, "results/tiny")]
    time.sleep(0.3)
    end_processes("results/tiny")
    assert all(process.poll() is not None for process in mine)
    assert [process.poll() for process in others] == [None, None]
