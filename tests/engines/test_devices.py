"""Jobs of one machine never share a GPU, and know which is theirs."""

from __future__ import annotations

import os
import signal
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
CHILD = """
import subprocess
from earned.engines.devices import held_locks
server = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(300)"],
                          pass_fds=held_locks(), stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL)
print(server.pid, flush=True)
server.wait()
"""


class Job:
    """A process that holds GPUs until it is let go."""

    def __init__(self, count: int, folder: Path, *, code: str = JOB, **environment: str) -> None:
        hidden = ("CUDA_VISIBLE_DEVICES", "SLURM_JOB_ID")
        plain = {k: v for k, v in os.environ.items() if k not in hidden}
        paths = {"PYTHONPATH": str(ROOT / "workflow"), "TMPDIR": str(folder)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, str(count)], text=True, env=plain | paths | environment,
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


def test_without_a_gpu_nothing_is_taken(tmp_path: Path) -> None:
    jobs = [Job(1, tmp_path, PATH=str(tmp_path)) for _ in range(2)]
    assert [job.holds() for job in jobs] == ["none", "none"]
    for job in jobs:
        job.kill()


def test_an_allocation_of_slurm_has_locks_of_its_own(tmp_path: Path) -> None:
    def job(number: str) -> Job:
        return Job(1, tmp_path, SLURM_JOB_ID=number, CUDA_VISIBLE_DEVICES="0,1")

    jobs = [job("7"), job("7"), job("8"), job("8")]
    assert sorted(one.holds() for one in jobs) == ["0", "0", "1", "1"]
    for one in jobs:
        one.kill()


def test_a_server_keeps_the_gpu_of_a_process_that_was_killed(tmp_path: Path) -> None:
    code = JOB.replace("sys.stdin.read()", CHILD)
    first = Job(1, tmp_path, code=code, CUDA_VISIBLE_DEVICES="0")
    assert first.holds() == "0"
    child = int(first.holds())
    first.process.kill()
    first.process.wait()
    second = Job(1, tmp_path, CUDA_VISIBLE_DEVICES="0")
    assert second.waits() == "waiting until 1 of the GPUs 0 are free"
    os.kill(child, signal.SIGKILL)
    assert second.holds() == "0"
    second.kill()


def test_more_gpus_than_there_are_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", "0")
    monkeypatch.delenv("SLURM_JOB_ID", raising=False)
    with pytest.raises(UserError, match="spread over 2 GPUs, and 1 are here; lower"):
        hold_devices(2)
