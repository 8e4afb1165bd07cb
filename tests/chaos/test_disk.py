"""A disk that fills up, or may not be written: one sentence, and nothing good is overwritten."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from chaos.disks import read_only_modes, read_only_mount, small_disk
from chaos.disturbed import Disturbed
from chaos.judgement import refused
from chaos.tally import Tally, dice, moments
from checkout import Checkout, contents

pytestmark = pytest.mark.chaos
DERIVED = {
    "scores": "scores/reader/D0/retrieval/scores.parquet",
    "cases": "cases/cases.json",
    "analysis": "analysis/frozen_results.json",
}
ALL_BUT_FIGURES = "results/tiny/acquabench/tables/tables.jsonl"


@pytest.fixture
def on_a_disk(tmp_path: Path) -> Iterator[bool]:
    with small_disk(tmp_path / "results") as mounted:
        yield mounted


@pytest.fixture
def study(
    on_a_disk: bool, begun: Checkout, promised: dict[str, bytes], tally: Tally, tmp_path: Path
) -> Disturbed:
    return Disturbed(begun.copied(tmp_path), "acquabench/agents/reader/D0/retrieval", tally,
                     promised)  # fmt: skip


def test_a_disk_that_fills_up_stops_the_run_and_a_free_one_completes_it(
    study: Disturbed, on_a_disk: bool, promised: dict[str, bytes]
) -> None:
    draw = dice("disk")
    (moment,) = moments(draw, 1, study.whole)
    fill_up(study, "disk full at the store", moment, on_a_disk)
    refuse_to_write(study)
    fill_up(study, "disk full at a final output", study.whole, on_a_disk)
    assert not (study.store.parent / "trajectories.jsonl").exists()
    stage = draw.choice(sorted(DERIVED))
    plan = study.plan("limit", file="", module=f"earned.{stage}", size=1000)
    stopped = study.strike("disk full at a final output", plan, ALL_BUT_FIGURES)
    refused(stopped, "error: ", "could not be written (File too large)")
    study.finish(ALL_BUT_FIGURES)
    made = contents(study.checkout.results)
    assert {f"acquabench/{name}" for name in (*DERIVED.values(), "tables/tables.jsonl")} <= set(
        made
    )
    assert made == {name: promised[name] for name in made}


def fill_up(study: Disturbed, kind: str, moment: int, on_a_disk: bool) -> None:
    """Fill the disk, or let files grow no more, once so many records are stored."""
    ballast = study.checkout.results.parent / "ballast"
    action = "fill" if on_a_disk else "limit"
    stopped = study.strike(kind, study.plan(action, moment, ballast=str(ballast)), study.target)
    said = "No space left on device" if on_a_disk else "File too large"
    refused(stopped, "error: ", f"could not be written ({said})")
    ballast.unlink(missing_ok=True)


def refuse_to_write(study: Disturbed) -> None:
    """Modes that the workflow heeds, then a mount: root would ignore modes alone."""
    root, results = study.checkout.root, study.checkout.results
    before = contents(results)
    with read_only_modes(results / "acquabench") as heeding:
        command = [*heeding, sys.executable, "-m", "snakemake", *Checkout.options(), study.target]
        stopped = subprocess.run(command, cwd=root, env=study.checkout.environment(), text=True,
                                 capture_output=True, check=False)  # fmt: skip
        refused(stopped, f"error: results/tiny/{study.cell}/completions.jsonl: Permission denied")
    with read_only_mount(results) as mounted:
        if mounted:
            stopped = study.checkout.earned("run", "tiny", "--profile", "ci")
            refused(stopped, "error: results/tiny/logs", "Read-only file system")
            assert stopped.stderr.count("\n") == 1
    assert contents(results) == before
    for _ in range(1 + mounted):
        study.struck("read-only results")
