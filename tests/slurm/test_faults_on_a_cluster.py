"""A cell on a real SLURM that fails, is cancelled, runs out of time, loses its node or its master.

The model is a server of the test's whose answers are a function of the prompt, and slow, so that
there is a middle. After each fault the records are those of an undisturbed run, and no completion
that was stored is asked again.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from chaos_process import chaos, counts, dying, free_port
from checkout import Checkout
from slurm_cluster import kill_node, resume_node, start_node
from slurm_runs import (
    PROFILE,
    SlurmJob,
    at_site,
    completions,
    jobs,
    known,
    running,
    start,
    stored,
    until,
)  # fmt: skip

STUDY = """
study: tiny
data: {{name: embedded, path: resources/embedded/questions.json}}
models:
  m:
    limit: 8
    surfaces: [retrieval]
    agent: {{steps: 3, max_tokens: 64}}
    engine: {{kind: openai, model: m, base_url: "http://127.0.0.1:{port}/v1", concurrency: 2,
              timeout_s: 5, attempts: 2, backoff_s: 0.05}}
acquabench: {{analysis: {{replicates: 200}}}}
"""
CELL = "results/tiny/acquabench/agents/m/D0/retrieval"
TARGET = f"{CELL}/trajectories.jsonl"
SOME = 6
"""Stored lines after which a fault strikes: the cell has begun, and is far from done."""


@pytest.fixture(scope="module")
def port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def undisturbed(tmp_path_factory: pytest.TempPathFactory, port: int) -> tuple[Checkout, bytes]:
    """A checkout whose cell has run without SLURM and without faults."""
    checkout = Checkout(tmp_path_factory.mktemp("undisturbed"), STUDY.format(port=port))
    with chaos(port):
        done = checkout.run("-m", "snakemake", *checkout.options()[:-1], "--", TARGET)
    assert done.returncode == 0, done.stderr
    return checkout, (checkout.root / TARGET).read_bytes()


@pytest.fixture
def checkout(undisturbed: tuple[Checkout, bytes], port: int, tmp_path: Path) -> Checkout:
    """The same on the cluster, before the cell."""
    made = at_site(Checkout(tmp_path, STUDY.format(port=port)))
    for part in ("population", "artifacts", "registration"):
        subprocess.run(
            ["cp", "-a", "--parents", f"results/tiny/acquabench/{part}", str(tmp_path)],
            cwd=undisturbed[0].root, check=True,
        )  # fmt: skip
    subprocess.run(["cp", "-a", ".snakemake", str(tmp_path)], cwd=undisturbed[0].root, check=True)
    return made


@pytest.fixture
def slow(port: int) -> Iterator[None]:
    """A server that takes half a second for each answer."""
    with chaos(port, "--delay", "0.5"):
        yield


class Struck(NamedTuple):
    """A run in the middle of its cell: the cell's job, and what was known and stored by then."""

    process: subprocess.Popen[bytes]
    job: str
    before: set[str]
    kept: bytes
    log: Path


def in_the_middle(checkout: Checkout, log: Path) -> Struck:
    """Start a run, and wait until the cell's job has stored some answers."""
    before, cell = known(), checkout.root / CELL
    process = start(checkout, log, "--", TARGET)
    until(lambda: stored(cell).count(b"\n") > SOME, "stored answers")
    (job,) = running(before)
    assert not (cell / "trajectories.jsonl").exists()
    return Struck(process, job.job_id, before, stored(cell), log)


def ends_well(
    process: subprocess.Popen[bytes], checkout: Checkout, expected: bytes, kept: bytes, log: Path
) -> None:
    """Wait for the end; nothing stored was lost, and the records are the undisturbed ones."""
    assert process.wait() == 0, log.read_text()
    now = stored(checkout.root / CELL)
    assert now.startswith(kept)
    assert completions(kept).items() <= completions(now).items()
    assert (checkout.root / TARGET).read_bytes() == expected


def newer(now: list[SlurmJob], orphan: str) -> bool:
    """Whether another job runs; never beside the orphan."""
    ids = {job.job_id for job in now}
    assert len(ids) < 2
    return bool(ids - {orphan})


def states(before: set[str]) -> list[str]:
    return [job.state for job in jobs() if job.job_id not in before]


def test_a_job_that_fails_once_is_submitted_again(
    undisturbed: tuple[Checkout, bytes], checkout: Checkout, port: int, tmp_path: Path
) -> None:
    before, log = known(), tmp_path / "log"
    with dying(port, "--delay", "0.1", after=20, back_in_s=8.0):
        ends_well(start(checkout, log, "--", TARGET), checkout, undisturbed[1], b"", log)
        asked = counts(port)["answered"]
    assert sorted(states(before)) == ["COMPLETED", "FAILED"]
    assert asked < len(completions(stored(checkout.root / CELL)))


@pytest.mark.usefixtures("slow")
def test_a_cancelled_job_is_submitted_again_and_goes_on_where_it_was(
    undisturbed: tuple[Checkout, bytes], checkout: Checkout, tmp_path: Path
) -> None:
    run = in_the_middle(checkout, tmp_path / "log")
    subprocess.run(["scancel", run.job], check=True)
    ends_well(run.process, checkout, undisturbed[1], run.kept, run.log)
    assert sorted(states(run.before)) == ["CANCELLED", "COMPLETED"]


def test_a_job_out_of_time_is_resumed_at_the_record_by_the_profile_alone(
    undisturbed: tuple[Checkout, bytes], checkout: Checkout, port: int, tmp_path: Path
) -> None:
    """Field case 6."""
    before, log = known(), tmp_path / "log"
    checkout.edit(PROFILE, "  agents:\n    mem_mb: 300\n    runtime: 1440",
                  "  agents:\n    mem_mb: 300\n    runtime: 1")  # fmt: skip
    with chaos(port, "--delay", "4"):
        process = start(checkout, log, "--", TARGET)
        until(lambda: "TIMEOUT" in states(before), "the end of the time")
        kept = stored(checkout.root / CELL)
    assert completions(kept)
    with chaos(port):
        ends_well(process, checkout, undisturbed[1], kept, log)
    assert "COMPLETED" in states(before)


@pytest.mark.usefixtures("slow")
def test_a_dead_node_s_job_runs_again_when_the_node_is_back(
    undisturbed: tuple[Checkout, bytes], checkout: Checkout, tmp_path: Path
) -> None:
    run = in_the_middle(checkout, tmp_path / "log")
    kill_node()
    until(lambda: not [j for j in running(run.before) if j.job_id == run.job], "a lost node")
    start_node()
    resume_node()
    ends_well(run.process, checkout, undisturbed[1], run.kept, run.log)
    assert states(run.before).count("COMPLETED") == 1


@pytest.mark.usefixtures("slow")
def test_jobs_that_outlive_their_snakemake_are_ended_before_the_study_goes_on(
    undisturbed: tuple[Checkout, bytes], checkout: Checkout, tmp_path: Path
) -> None:
    process, orphan, before, _, log = in_the_middle(checkout, tmp_path / "log")
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    kept = stored(checkout.root / CELL)
    refused = checkout.earned("run", "tiny", "--profile", "slurm")
    assert refused.returncode == 2
    assert "1 jobs of an earlier run are still in SLURM's queue; earned resume" in refused.stderr
    assert [job.job_id for job in running(before)] == [orphan]
    with log.open("wb") as stream:
        resumed = subprocess.Popen(
            [sys.executable, "-m", "earned", "resume", "tiny", "--profile", "slurm", "--", TARGET],
            cwd=checkout.root, env=checkout.environment(), stdout=stream, stderr=stream,
        )  # fmt: skip
    until(lambda: newer(running(before), orphan), "a new job")
    assert {j.job_id: j.state for j in jobs()}[orphan] == "CANCELLED"
    ends_well(resumed, checkout, undisturbed[1], kept, log)
    assert f"ending 1 jobs of an earlier run: {orphan}" in log.read_text()
    assert "another process is writing" not in log.read_text()
