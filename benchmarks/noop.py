"""`snakemake` on a study that is finished: three scripted controls, D0, four surfaces."""

from __future__ import annotations

import tempfile
from pathlib import Path

from benchmarks.report import Figure, timed
from checkout import Checkout, jobs_run

STUDY = """
study: tiny
data: {name: embedded, path: resources/embedded/questions.json}
models:
  copier: {control: copier%(limit)s}
  closed_book: {control: closed_book%(limit)s}
  reader: {control: reader%(limit)s}
"""


def measure(quick: bool) -> list[Figure]:
    """Finish the study in a copy of the checkout, then call again and again."""
    with tempfile.TemporaryDirectory(prefix="earned-bench-") as folder:
        limit = ", limit: 3" if quick else ""
        checkout = Checkout(Path(folder), STUDY % {"limit": limit})
        first = timed(lambda: _run(checkout), 1)
        again = timed(lambda: _run(checkout, finished=True), 2 if quick else 5)
    questions = "3 questions" if quick else "all embedded questions"
    return [
        Figure(
            f"no-op `snakemake` on a finished study of 3 models × D0 × 4 surfaces ({questions})",
            "–",
            again.spread,
            "under 5 s",
            f"the whole study took {first.median:.0f} s",
        )
    ]


def _run(checkout: Checkout, *, finished: bool = False) -> None:
    done = checkout.snakemake()
    if done.returncode or (finished and jobs_run(done)):
        raise SystemExit(f"snakemake ended with {done.returncode}:\n{done.stderr[-2000:]}")
