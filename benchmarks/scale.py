"""Every stage that needs no model at two sizes, the second ten times the first: time and memory.

A stage's jobs run as the rules run them, each in a process of its own. Compared is processor time,
less that of a run with next to no records, which is the start of the process; wall time and the
largest resident set are printed beside it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import mini
from benchmarks import ROOT
from benchmarks.report import Figure
from earned.config.plan import Plan
from many_questions import scale_study, write_questions

SIZES = (20, 1000, 10000)
QUICK = (20, 200, 2000)
TRAJECTORIES = 12
REPLICATES = 5000
LONG_ENOUGH = 0.3
"""Seconds of growth to the smaller size, below which a ratio would be noise."""
MODULES = {"manifest": "earned.ledger.manifest"}
STAGES = (*mini.STAGES, "verify")


@dataclass(frozen=True)
class Took:
    """All jobs of one stage; `peak` is that of the largest job, in bytes.

    A job begins with the resident set of this process, so that a `peak` is never less than that.
    """

    wall: float
    busy: float
    peak: int


def measure(quick: bool) -> list[Figure]:
    """Run the study at three sizes, and compare the last two."""
    sizes = QUICK if quick else SIZES
    with tempfile.TemporaryDirectory(prefix="earned-bench-") as folder:
        runs = [_run(Path(folder) / str(size), size) for size in sizes]
    print("\n".join(_table(runs, sizes)), flush=True)
    return [_time(runs, sizes), _memory(runs, sizes)]


def _run(folder: Path, size: int) -> dict[str, Took]:
    data = folder / "questions.json"
    write_questions(data, size)
    plan = Plan(scale_study(data, size, REPLICATES), models=ROOT / "config/models")
    took = {}
    for stage in STAGES:
        jobs = [_job(command) for command in _commands(plan, folder / plan.root, stage)]
        took[stage] = Took(
            sum(job.wall for job in jobs),
            sum(job.busy for job in jobs),
            max(job.peak for job in jobs),
        )
        print(f"   {size:,} questions, {stage}: {took[stage].wall:.1f} s", flush=True)
    return took


def _commands(plan: Plan, root: Path, stage: str) -> Iterator[list[str]]:
    if stage == "verify":
        yield ["-m", "earned", "verify", str(root)]
        return
    for arguments in mini.arguments(plan, root, stage):
        yield ["-m", MODULES.get(stage, f"earned.{stage}"), *arguments]


def _job(arguments: list[str]) -> Took:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "workflow")}
    start = time.perf_counter()
    job = subprocess.Popen(
        [sys.executable, *arguments], cwd=ROOT, env=environment, stdout=subprocess.DEVNULL
    )
    _, status, used = os.wait4(job.pid, 0)
    wall = time.perf_counter() - start
    job.returncode = os.waitstatus_to_exitcode(status)
    if job.returncode:
        raise SystemExit(f"{' '.join(arguments)[:200]} ended with {job.returncode}")
    return Took(wall, used.ru_utime + used.ru_stime, used.ru_maxrss * 1024)


def _ratio(stage: str, runs: list[dict[str, Took]], sizes: tuple[int, ...]) -> float | None:
    """Growth of the time over growth of the study; None where there is hardly any time."""
    start, small, large = (run[stage].busy for run in runs)
    if small - start < LONG_ENOUGH:
        return None
    return (large - start) / (small - start) / ((sizes[2] - sizes[0]) / (sizes[1] - sizes[0]))


def _table(runs: list[dict[str, Took]], sizes: tuple[int, ...]) -> Iterator[str]:
    yield f"\n| stage | {' | '.join(f's at {size:,}' for size in sizes)} | × linear | wall s | MB |"
    yield "|---" * 7 + "|"
    for stage in STAGES:
        ratio, last = _ratio(stage, runs, sizes), runs[-1][stage]
        cells = [stage, *(f"{run[stage].busy:.1f}" for run in runs)]
        shown = "–" if ratio is None else f"{ratio:.2f}"
        yield f"| {' | '.join(cells)} | {shown} | {last.wall:.0f} | {last.peak / 1e6:.0f} |"


def _time(runs: list[dict[str, Took]], sizes: tuple[int, ...]) -> Figure:
    ratios = {stage: r for stage in STAGES if (r := _ratio(stage, runs, sizes)) is not None}
    worst = max(ratios, key=ratios.__getitem__, default="")
    return Figure(
        f"time from {sizes[1]:,} to {sizes[2]:,} questions "
        f"({sizes[2] * TRAJECTORIES:,} trajectories), stage by stage",
        "linear growth",
        f"{ratios[worst]:.2f}× ({worst})" if ratios else "–",
        "≤ 1.1×",
        f"{sum(took.wall for took in runs[-1].values()):.0f} s of wall time in all",
    )


def _memory(runs: list[dict[str, Took]], sizes: tuple[int, ...]) -> Figure:
    worst = max(STAGES, key=lambda stage: runs[-1][stage].peak)
    peak = runs[-1][worst].peak
    what = f"largest resident set of a stage, {sizes[2]:,} questions"
    return Figure(what, "–", f"{peak / 1e6:.0f} MB ({worst})", "< 1.5 GB")
