"""`snakemake` and `earned verify` on a finished study of 3 models × 3 regimes × 4 surfaces."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from benchmarks.report import Figure, timed
from checkout import Checkout, jobs_run

STUDY = """
study: tiny
data: {name: embedded, path: resources/embedded/questions.json}
models:
  copier: {control: copier, limit: %(limit)d}
  closed_book: {control: closed_book, limit: %(limit)d}
  reader: {control: reader, limit: %(limit)d}
acquabench:
  regimes: {D0: {}, D1: {}, D2: {size: 80, offset: 0}}
"""


def measure(quick: bool) -> list[Figure]:
    """Finish the study in a copy of the checkout, then call again and again, and verify it."""
    limit, repeats = (2, 2) if quick else (12, 5)
    with tempfile.TemporaryDirectory(prefix="earned-bench-") as folder:
        checkout = Checkout(Path(folder), STUDY % {"limit": limit})
        first = timed(lambda: _run(checkout), 1)
        again = timed(lambda: _run(checkout, finished=True), repeats)
        verified = timed(lambda: _check(checkout.earned("verify", str(checkout.results))), 1)
    study = f"a finished study of 3 models × 3 regimes × 4 surfaces ({limit} questions)"
    took = f"the whole study took {first.median:.0f} s"
    return [
        Figure(f"no-op `snakemake` on {study}", "–", again.spread, "under 5 s", took),
        Figure(f"`earned verify` on {study}", "–", verified.spread, "under 2 min"),
    ]


def _run(checkout: Checkout, *, finished: bool = False) -> None:
    done = checkout.snakemake()
    _check(done)
    if finished and (again := jobs_run(done)):
        raise SystemExit(f"the study was finished, and snakemake ran {', '.join(sorted(again))}")


def _check(done: subprocess.CompletedProcess[str]) -> None:
    if done.returncode:
        raise SystemExit(f"{done.args[2]} ended with {done.returncode}:\n{done.stderr[-2000:]}")
