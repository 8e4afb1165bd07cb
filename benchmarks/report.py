"""What a measure found, as a table for people and as JSON."""

from __future__ import annotations

import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

PACKAGES = ("xllamacpp", "openai", "numpy", "scipy", "rank-bm25", "snakemake", "polars")


@dataclass(frozen=True)
class Figure:
    """One line of the table."""

    measure: str
    against: str
    figure: str
    goal: str
    remark: str = ""


@dataclass(frozen=True)
class Times:
    """Seconds of several runs of one thing."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        """The middle run."""
        return median(self.seconds)

    @property
    def spread(self) -> str:
        """The middle run, with the fastest and the slowest where there are several."""
        if len(self.seconds) == 1:
            return f"{self.median:.3g} s"
        low, high = min(self.seconds), max(self.seconds)
        return f"{self.median:.3g} s ({low:.3g}–{high:.3g} s, {len(self.seconds)} runs)"


def timed(run: Callable[[], object], repeats: int) -> Times:
    """Run something several times."""
    seconds = []
    for _ in range(repeats):
        start = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - start)
    return Times(tuple(seconds))


def in_turns(*runs: Callable[[], object], rounds: int) -> list[Times]:
    """Run several things in turns, so that a disturbance of the machine meets all of them."""
    seconds = [[timed(run, 1).median for run in runs] for _ in range(rounds)]
    return [Times(tuple(column)) for column in zip(*seconds, strict=True)]


def ratio(ours: Times, theirs: Times, factor: float = 1.0) -> str:
    """How many times longer theirs takes, by the medians; lowest and highest round behind it.

    Args:
        ours: from the same rounds as theirs.
        theirs: seconds of a part of the work.
        factor: how many such parts make up the whole.
    """
    rounds = [b * factor / a for a, b in zip(ours.seconds, theirs.seconds, strict=True)]
    middle = times(theirs.median * factor / ours.median)
    return f"{middle} ({times(min(rounds))}–{times(max(rounds))})" if len(rounds) > 1 else middle


def times(ratio: float) -> str:
    """Write a ratio."""
    return f"{ratio:.0f}×" if ratio >= 20 else f"{ratio:.2f}×"


def machine() -> dict[str, Any]:
    """What it ran on, without a name or an address of the machine."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gib": round(memory, 1),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "versions": {name: version(name) for name in PACKAGES},
        "load": [round(load, 2) for load in os.getloadavg()],
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    fields = [line.split(":", 1) for line in lines if ":" in line]
    found = [value.strip() for name, value in fields if name.strip() in ("model name", "Processor")]
    return found[0] if found else platform.processor() or platform.machine()


def show(figures: Iterable[Figure]) -> None:
    """Print figures as they come, one block each."""
    for figure in figures:
        print(f"\n{figure.measure}\n  against  {figure.against}")
        print(f"  figure   {figure.figure}\n  goal     {figure.goal}")
        if figure.remark:
            print(f"  remark   {figure.remark}")
    sys.stdout.flush()


def markdown(figures: Sequence[Figure]) -> str:
    """The same figures as the table of README.md."""
    rows = [tuple(asdict(figure).values()) for figure in figures]
    head = ("what", "against", "figure", "goal", "remark")
    return "\n".join("| " + " | ".join(row) + " |" for row in (head, ("---",) * 5, *rows))


def write(path: Path, found: dict[str, list[Figure]], seconds: dict[str, float]) -> None:
    """Write a run's figures with the machine they were taken on."""
    document = {
        "machine": machine(),
        "seconds": {name: round(spent, 1) for name, spent in seconds.items()},
        "figures": {name: [asdict(f) for f in figures] for name, figures in found.items()},
    }
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
