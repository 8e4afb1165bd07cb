"""Jobs of one machine never share a GPU, and know which is theirs."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from earned.engines.devices import hold_devices
from earned.errors import UserError
from support import ROOT

JOB = """
import os, sys
from earned.engines.devices import hold_devices
hold_devices(int(sys.argv[1]))
print(os.environ.get("CUDA_VISIBLE_DEVICES", "none"), flush=True)
sys.stdin.read()
"""


class Job:
    """A process that holds GPUs until it is let go."""

    def __init__(self, count: int, folder: Path, **environment: str) -> None:
        plain = {k: v for k, v in os.environ.items() if k not in ("CUDA_VISIBLE_DEVICES",)}
        paths = {"PYTHONPATH": str(ROOT / "workflow"), "TMPDIR": str(folder)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", JOB, str(count)], text=True, env=plain | paths | environment,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def holds(self) -> str:
        """The GPUs it got; waits until it has them."""
        assert self.process.stdout
        return self.process.stdout.readline().strip()

    def waits(self) -> str:
        """What it says of waiting."""
        assert self.process.stderr
        return self.process.stderr.readline().strip()

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


def test_jobs_side_by_side_get_different_gpus_and_the_next_waits(tmp_path: Path) -> None:
    here = {"CUDA_VISIBLE_DEVICES": "3,GPU-5"}
    first, second = Job(1, tmp_path, **here), Job(1, tmp_path, **here)
    assert {first.holds(), second.holds()} == {"3", "GPU-5"}
    third = Job(1, tmp_path, **here)
    assert third.waits() == "waiting until 1 of the GPUs 3,GPU-5 are free"
    freed = "3" if _visible(first) == "3" else "GPU-5"
    first.kill()
    assert third.holds() == freed
    for job in (second, third):
        job.kill()


def _visible(job: Job) -> str:
    """Which GPU's lock file a living job has open."""
    folder = Path(f"/proc/{job.process.pid}/fd")
    names = [os.path.basename(os.readlink(fd)) for fd in folder.iterdir()]  # noqa: PTH115, PTH119
    return next(name for name in names if name in ("3", "GPU-5"))


def test_a_model_spread_over_two_takes_both_or_waits_holding_none(tmp_path: Path) -> None:
    here = {"CUDA_VISIBLE_DEVICES": "0,1"}
    one = Job(1, tmp_path, **here)
    assert one.holds() == "0"
    two = Job(2, tmp_path, **here)
    assert two.waits().startswith("waiting until 2 of")
    other = Job(1, tmp_path, **here)
    assert other.holds() == "1"
    one.kill()
    other.kill()
    assert two.holds() == "0,1"
    two.kill()


def test_without_a_choice_of_the_user_nvidia_smi_is_asked(tmp_path: Path) -> None:
    fake = tmp_path / "bin" / "nvidia-smi"
    fake.parent.mkdir()
    fake.write_text("#!/bin/sh\nprintf '0\\n1\\n'\n")
    fake.chmod(0o755)
    path = {"PATH": f"{fake.parent}:{os.environ['PATH']}"}
    jobs = [Job(1, tmp_path, **path), Job(1, tmp_path, **path)]
    assert {job.holds() for job in jobs} == {"0", "1"}
    for job in jobs:
        job.kill()


def test_under_slurm_and_without_a_gpu_nothing_is_taken(tmp_path: Path) -> None:
    for environment, seen in (
        ({"SLURM_JOB_ID": "7", "CUDA_VISIBLE_DEVICES": "0"}, "0"),
        ({"PATH": str(tmp_path)}, "none"),
    ):
        jobs = [Job(1, tmp_path, **environment), Job(1, tmp_path, **environment)]
        assert [job.holds() for job in jobs] == [seen, seen]
        for job in jobs:
            job.kill()


def test_more_gpus_than_there_are_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    monkeypatch.delenv("SLURM_JOB_ID", raising=False)
    with pytest.raises(UserError, match="spread over 2 GPUs, and 1 are here; lower"):
        hold_devices(2)
