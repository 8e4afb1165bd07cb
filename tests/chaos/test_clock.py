"""A clock that jumps, and files that seem to come from the future or the past."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from chaos.disturbed import Disturbed
from chaos.judgement import refused
from chaos.tally import Tally, dice, moments
from checkout import Checkout, contents

pytestmark = pytest.mark.chaos
DAYS = 400
DAY_S = 86_400


def clock(days: int) -> dict[str, str]:
    """The environment in which every process of the workflow has a clock that is off."""
    return {"EARNED_CHAOS_DAYS": str(days)}


def shift(folder: Path, days: Callable[[], int]) -> None:
    """Date files to the future or the past, as a clock that jumps leaves them."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            seconds = path.stat().st_mtime + days() * DAY_S
            os.utime(path, (seconds, seconds))


def test_a_clock_that_jumps_in_the_middle_of_a_cell_changes_nothing(
    scripted: Disturbed, promised: dict[str, bytes]
) -> None:
    """Inputs dated later than now stop Snakemake, which names them; the store stays."""
    (moment,) = moments(dice("clock"), 1, scripted.whole)
    plan = scripted.plan("die", moment) | clock(DAYS)
    scripted.strike("agent killed", plan, scripted.target)
    scripted.struck("clock jump")
    shift(scripted.checkout.results, lambda: DAYS)
    stopped = scripted.run(scripted.target)
    refused(stopped, "has older modification time", "than input results/tiny/acquabench/")
    shift(scripted.checkout.results, lambda: -2 * DAYS)
    scripted.struck("clock jump")
    scripted.finish(scripted.target, **clock(-DAYS))
    made = contents(scripted.checkout.results)
    assert f"{scripted.cell}/trajectories.jsonl" in made
    assert made == {name: promised[name] for name in made}


def test_a_finished_study_whose_files_are_misdated_has_nothing_to_do(
    finished: Checkout, promised: dict[str, bytes], tally: Tally, tmp_path: Path
) -> None:
    study = finished.copied(tmp_path)
    draw = dice("misdated")
    shift(study.results, lambda: draw.choice((-DAYS, 0, DAYS)))
    tally.inject("clock jump")
    done = study.snakemake(**clock(-DAYS))
    assert "Nothing to be done" in done.stderr, done.stderr
    assert contents(study.results) == promised
    tally.survived["clock jump"] += 1
