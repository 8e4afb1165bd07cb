"""Which requests are one request, and which never are."""

from __future__ import annotations

from pathlib import Path

import pytest

from cell_runs import (
    CELL,
    cell_config,
    cell_params,
    frozen_parts,
    frozen_study,
    keys,
    lines,
    records,
    run_cell,
)
from earned.agents.opening import open_control
from earned.audits.acquabench.agents import cell, episodes
from earned.config.study import StudyConfig
from mini import run_mini


@pytest.fixture
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return frozen_study(tmp_path_factory)


def test_coupled_arms_share_their_first_request(frozen: Path, tmp_path: Path) -> None:
    """Overview, rule 4."""
    folder = run_cell(frozen, tmp_path, cell_config(3))
    made = records(folder)
    firsts = [{r.steps[0].completion for r in made if r.qid == q} for q in {r.qid for r in made}]
    assert [len(keys) for keys in firsts] == [1, 1, 1]
    steps = sum(len(r.steps) for r in made)
    assert len(set(keys(folder))) == len(keys(folder)) <= steps - 2 * 3
    assert all(r.coupled for r in made)


def test_uncoupled_arms_share_no_request(frozen: Path, tmp_path: Path) -> None:
    """Overview, rule 4."""
    folder = run_cell(frozen, tmp_path, cell_config(3, coupling=False))
    made = records(folder)
    used = [step.completion for r in made for step in r.steps]
    assert sorted(keys(folder)) == sorted(used)
    assert len(set(used)) == len(used)
    assert not any(r.coupled for r in made)


def test_another_repeat_runs_anew(frozen: Path, tmp_path: Path) -> None:
    """Field case 4: a repeat never reuses another's records."""
    one = records(run_cell(frozen, tmp_path, cell_config(2)))
    two = records(run_cell(frozen, tmp_path, cell_config(2, repeat=1)))
    of = [{step.completion for r in made for step in r.steps} for made in (one, two)]
    assert not of[0] & of[1]
    assert {r.repeat for r in two} == {1}


def test_uncoupled_repeats_share_nothing_either(frozen: Path) -> None:
    members, artifacts = frozen_parts(frozen)
    opened = open_control(lambda _: "Finish[x]", "toy", "code", 9000)
    indices = []
    for repeat in (0, 1, 2):
        given = cell_params(coupling=False, repeat=repeat, limit=1)
        played = episodes(given, cell(given, members, artifacts), opened)
        indices += [episode.limits.repeat for episode in played]
    assert len(set(indices)) == 9


def test_another_seed_reuses_no_record(tmp_path: Path) -> None:
    """Field case 4: in the folder of the first seed, the second gives what it gives alone."""

    def study(seed: int) -> StudyConfig:
        return cell_config(4, regimes={"D0": {"seed": seed, "size": 30}})

    used, alone = tmp_path / "used", tmp_path / "alone"
    for seed in (13, 14):
        run_mini(used, config=study(seed), until="agents")
        if seed == 13:
            first = lines(used / "results" / "mini" / CELL.format("reader"))
    run_mini(alone, config=study(14), until="agents")
    second = lines(used / "results" / "mini" / CELL.format("reader"))
    assert second == lines(alone / "results" / "mini" / CELL.format("reader"))
    assert second != first
