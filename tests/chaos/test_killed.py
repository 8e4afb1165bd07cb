"""SIGKILL at seeded moments: of an agent, of Snakemake with its jobs, of Snakemake alone."""

from __future__ import annotations

import subprocess

import psutil
import pytest

from chaos.disturbed import Disturbed, wait_for
from chaos.judgement import Done, refused
from chaos.tally import dice, moments
from checkout import contents

pytestmark = pytest.mark.chaos
DERIVED = ("scores", "cases", "analysis", "tables", "ledger")


def test_a_study_killed_again_and_again_ends_in_the_same_bytes(
    scripted: Disturbed, promised: dict[str, bytes]
) -> None:
    """Field cases 3 and 6."""
    draw = dice("killed")
    first, second, third, fourth = moments(draw, 4, scripted.whole)
    scripted.strike("agent killed", scripted.plan("die", first))
    scripted.strike("agent killed in the middle of a line", scripted.plan("torn", second))
    scripted.kill_everything(scripted.plan("pause", third))
    kill_snakemake_alone(scripted, fourth)
    stage = draw.choice(DERIVED)
    scripted.kill_everything(scripted.plan("pause", file="*", module=f"earned.{stage}"))
    scripted.finish()
    assert contents(scripted.checkout.results) == promised


def kill_snakemake_alone(study: Disturbed, moment: int) -> None:
    """The job that lives on keeps a second writer out, and its work counts."""
    with study.paused(study.plan("pause", moment), study.target) as running:
        job = psutil.Process(int(study.flag.read_text()))
        running.kill()
        running.wait()
        study.settle()
        study.struck("Snakemake alone killed")
        study.unlock()
        refused(again(study, job), "completions.jsonl: another process is writing this store")
        study.release()
        wait_for(lambda: not lives(job))
        assert study.store.with_name("trajectories.jsonl").exists()


def again(study: Disturbed, job: psutil.Process) -> Done:
    """Run a job's own command beside it, as a second workflow would."""
    environment = study.checkout.environment() | {"PATH": job.environ()["PATH"]}
    return subprocess.run(job.cmdline(), cwd=study.checkout.root, text=True, check=False,
                          env=environment, capture_output=True)  # fmt: skip


def lives(process: psutil.Process) -> bool:
    """Whether a process works; one that waits to be reaped does not."""
    return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
