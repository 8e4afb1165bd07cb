"""Every stage that needs no model at two sizes, the second ten times the first: time and memory.

A stage's jobs run as the rules run them, each in a process of its own. Compared is processor time,
less that of a run with next to no records, which is the start of the process; wall time and the
largest resident set are printed beside it.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import mini
from benchmarks import ROOT
from benchmarks.report import Figure
from earned.config.plan import Plan
from earned.errors import UserError
from many_questions import scale_study, write_questions
from measured import Took, measured

SIZES = (20, 1000, 10000)
QUICK = (20, 100, 1000)
TRAJECTORIES = 12
REPLICATES = 5000
BOUNDS = {SIZES: 1500, QUICK: 500}
"""Megabytes that no stage may pass; Python with its libraries takes 60 to 260."""
LONG_ENOUGH = 0.3
"""Seconds of growth to the smaller size, below which a ratio would be noise."""
STAGES = (*mini.STAGES, "verify")


def measure(quick: bool) -> list[Figure]:
    """Run the study at three sizes, and compare the last two."""
    sizes = QUICK if quick else SIZES
    with tempfile.TemporaryDirectory(prefix="earned-bench-") as folder:
        runs = [_run(Path(folder) / str(size), size) for size in sizes]
    print("\n".join(_table(runs, sizes)), flush=True)
    _within(runs[-1], BOUNDS[sizes])
    return [_time(runs, sizes), _memory(runs, sizes)]


def _run(folder: Path, size: int) -> dict[str, Took]:
    data = folder / "questions.json"
    write_questions(data, size)
    plan = Plan(scale_study(data, size, REPLICATES), models=ROOT / "config/models")
    took = {}
    for stage in STAGES:
        jobs = [measured(command) for command in _commands(plan, folder / plan.root, stage)]
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
        yield ["-m", mini.module(stage), *arguments]


def _within(run: dict[str, Took], megabytes: int) -> None:
    over = [stage for stage in STAGES if run[stage].peak > megabytes * 1e6]
    if over:
        raise UserError(
            f"takes more than {megabytes} MB of memory",
            where=", ".join(over),
            remedy="look for a list of all records, and read them in batches instead",
        )


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
