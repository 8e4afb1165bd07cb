"""Every stage at a middle size, in a process of its own: its memory stays within a bound."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import mini
from earned.config.plan import Plan
from many_questions import scale_study, write_questions
from support import ROOT

QUESTIONS = 1000
MEGABYTES = 500
"""Of a resident set. Python with its libraries takes 60 to 260."""


@pytest.mark.slow
def test_twelve_thousand_trajectories_pass_within_a_bound(tmp_path: Path) -> None:
    data = tmp_path / "questions.json"
    write_questions(data, QUESTIONS)
    plan = Plan(scale_study(data, QUESTIONS, replicates=2000), models=ROOT / "config/models")
    root = tmp_path / plan.root
    peaks = {
        stage: max(peak(stage, arguments) for arguments in mini.arguments(plan, root, stage))
        for stage in mini.STAGES
    }
    records = (root / "acquabench").rglob("trajectories.jsonl")
    assert sum(path.read_bytes().count(b"\n") for path in records) > 10_000
    assert {stage: mb for stage, mb in peaks.items() if mb > MEGABYTES} == {}


def peak(stage: str, arguments: list[str]) -> float:
    """Run one job, and give its largest resident set in megabytes."""
    module = "earned.ledger.manifest" if stage == "manifest" else f"earned.{stage}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "workflow")}
    job = subprocess.Popen([sys.executable, "-m", module, *arguments], cwd=ROOT, env=environment)
    _, status, used = os.wait4(job.pid, 0)
    job.returncode = os.waitstatus_to_exitcode(status)
    assert job.returncode == 0, stage
    return used.ru_maxrss / 1024
