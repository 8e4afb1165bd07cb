"""One cell of stage agents: its units, its arms, its records."""

from __future__ import annotations

import json
import shutil
from collections.abc import Sequence
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
from earned.agents import __main__ as stage
from earned.agents.opening import Opened, open_control
from earned.agents.store import read_blocks
from earned.audits.acquabench.agents import cell, episodes, trajectories
from earned.config.plan import Plan
from earned.records.completion import Completion, Request
from mini import agent_arguments
from support import ROOT
from toy_agents import BatchEngine, said


@pytest.fixture
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return frozen_study(tmp_path_factory)


def test_a_limit_takes_the_first_accepted_questions_of_the_draw(frozen: Path) -> None:
    """Field case 4."""
    members, artifacts = frozen_parts(frozen)
    ranks = {m.item.qid: m.rank for m in members}
    chosen = [item.qid for item, _ in cell(cell_params(limit=4), members, artifacts).units]
    first = sorted((a.qid for a in artifacts), key=ranks.__getitem__)[:4]
    assert chosen == sorted(first)
    assert chosen != sorted(a.qid for a in artifacts)[:4]


def test_units_do_not_depend_on_the_order_of_the_files(frozen: Path) -> None:
    """Field case 4."""
    members, artifacts = frozen_parts(frozen)
    one = cell(cell_params(limit=5), members, artifacts)
    assert cell(cell_params(limit=5), members[::-1], artifacts[::-1]) == one
    assert len(cell(cell_params(limit=None), members, artifacts).units) == len(artifacts) > 5


@pytest.mark.parametrize("model", ["reader", "closed_book"])
def test_records_of_a_smaller_limit_are_among_those_of_a_larger_byte_for_byte(
    frozen: Path, tmp_path: Path, model: str
) -> None:
    """Field case 4."""
    small = lines(run_cell(frozen, tmp_path / "a", cell_config(2, model)))
    large = lines(run_cell(frozen, tmp_path / "b", cell_config(6, model)))
    assert (len(small), len(large)) == (6, 18)
    assert set(small) < set(large)
    assert [line for line in large if line in set(small)] == small


def test_a_raised_limit_asks_only_for_the_new_units(frozen: Path, tmp_path: Path) -> None:
    """Field cases 3 and 8."""
    run_cell(frozen, tmp_path / "a", cell_config(2))
    before = (tmp_path / "a" / CELL.format("reader") / "completions.jsonl").read_bytes()
    grown = run_cell(frozen, tmp_path / "a", cell_config(5))
    fresh = run_cell(frozen, tmp_path / "b", cell_config(5))
    assert (grown / "completions.jsonl").read_bytes().startswith(before)
    assert lines(grown) == lines(fresh)


def test_every_unit_has_one_record_per_arm_side_by_side(frozen: Path, tmp_path: Path) -> None:
    """Field case 21: the arms are interleaved."""
    made = records(run_cell(frozen, tmp_path, cell_config(3)))
    qids = sorted({r.qid for r in made})
    assert [(r.qid, r.condition) for r in made] == [
        (qid, arm) for qid in qids for arm in ("CLEAN", "GOLD", "SHAM")
    ]


def test_the_arms_of_a_unit_are_asked_next_to_each_other(frozen: Path) -> None:
    """Field case 21: the arms are interleaved."""
    members, artifacts = frozen_parts(frozen)
    given = cell_params(limit=3)
    opened = open_control(lambda _: "", "toy", "code", 9000)
    heads = [e.head for e in episodes(given, cell(given, members, artifacts), opened)]
    assert len(set(heads)) == 3
    assert heads == [head for head in heads[::3] for _ in range(3)]


def test_one_engine_with_one_identity_answers_every_arm(frozen: Path, tmp_path: Path) -> None:
    """Field case 22: its prefix caching, a part of the identity, is thus the same for all arms."""
    made = run_cell(frozen, tmp_path, cell_config(2))
    blocks = read_blocks((made / "completions.jsonl").read_bytes(), "")
    assert len([block for block in blocks if block.identity]) == 1
    assert {record.condition for record in records(made)} == {"CLEAN", "GOLD", "SHAM"}


def test_a_window_too_small_for_any_prompt_is_an_outcome_of_every_record(
    frozen: Path, tmp_path: Path
) -> None:
    """Field case 25."""
    agent = {"window": 60, "max_tokens": 16}
    folder = run_cell(frozen, tmp_path, cell_config(2, agent=agent))
    made = records(folder)
    assert {(r.outcome, r.prediction, len(r.steps)) for r in made} == {("context_overflow", "", 0)}
    assert len(made) == 6
    assert keys(folder) == []


class Failing(BatchEngine):
    """An engine that is refused every request."""

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        return [said("", reason="error", error="HTTP 503") for _ in requests]


def failing(*_: object) -> Opened:
    return Opened(Failing(), open_control(lambda _: "", "t", "c", 9000).running, None)


def test_records_that_an_engine_failed_are_kept(
    frozen: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Field case 37: neither dropped nor scored; the next run asks anew."""
    with monkeypatch.context() as patch:
        patch.setattr(stage, "open_control", failing)
        made = records(run_cell(frozen, tmp_path, cell_config(2)))
    assert [(r.outcome, r.error, r.prediction) for r in made] == [
        ("engine_error", "HTTP 503", "")
    ] * 6
    again = records(run_cell(frozen, tmp_path, cell_config(2)))
    assert [(r.qid, r.condition) for r in again] == [(r.qid, r.condition) for r in made]
    assert not any(r.outcome == "engine_error" for r in again)


def test_artifacts_that_change_while_agents_run_fail_the_cell(
    frozen: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Field case 10: no trajectory is written, and what the engine said is kept."""
    own = shutil.copytree(frozen, tmp_path / "own")
    artifacts = own / "acquabench" / "artifacts" / "D0" / "artifacts.jsonl"

    class Editing(BatchEngine):
        async def complete(self, requests: Sequence[Request]) -> list[Completion]:
            artifacts.write_bytes(artifacts.read_bytes().replace(b"GOLD", b"SHAM"))
            return [said("Action 1: Finish[x]") for _ in requests]

    plan = Plan(cell_config(2))
    argv = agent_arguments(plan, own, plan.cells("acquabench")[0])
    control = open_control(lambda _: "", "t", "c", 9000).running
    monkeypatch.setattr(stage, "open_control", lambda *_: Opened(Editing(), control, None))
    monkeypatch.chdir(ROOT)
    assert stage.main(argv) == 2
    assert f"{artifacts}: changed while stage agents was reading it" in capsys.readouterr().err
    folder = own / CELL.format("reader")
    assert [path.name for path in folder.iterdir()] == ["completions.jsonl"]
    assert len(keys(folder)) == 2


def test_exposure_is_recorded_with_the_planted_source(frozen: Path, tmp_path: Path) -> None:
    made = records(run_cell(frozen, tmp_path, cell_config(6, "copier")))
    planted = {a.qid: a.arms["GOLD"].planted[0].source_id for a in frozen_parts(frozen)[1]}
    exposed = dict.fromkeys(("CLEAN", "GOLD", "SHAM"), 0)
    for r in made:
        shown = any(step.planted_shown for step in r.steps)
        seen = any(planted[r.qid] in step.shown for step in r.steps)
        assert shown == (seen and r.condition != "CLEAN")
        exposed[r.condition] += shown
    assert exposed["GOLD"] == exposed["SHAM"] > 0


def test_records_tell_how_their_prompts_were_made(frozen: Path) -> None:
    """Field case 23: a folded system text, the same in every arm."""
    members, artifacts = frozen_parts(frozen)
    given = cell_params(limit=1)
    of = cell(given, members, artifacts)
    opened = open_control(lambda _: "", "toy", "code", 9000)
    played = episodes(given, of, opened)
    for episode in played:
        episode.overflow()
    assert len({episode.head for episode in played}) == 1
    made = trajectories(given, of, played, opened)
    assert [(r.mode, r.system_folded) for r in made] == [("deterministic", False)] * 3


def test_a_cell_without_a_unit_is_a_user_error(
    frozen: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    plan = Plan(cell_config(1))
    argv = agent_arguments(plan, frozen, plan.cells("acquabench")[0])
    given = json.loads(argv[argv.index("--params") + 1])
    argv[argv.index("--params") + 1] = json.dumps({**given, "limit": 0})
    argv[argv.index("--out") + 1] = str(frozen / "none")
    monkeypatch.chdir(ROOT)
    assert stage.main(argv) == 2
    said = capsys.readouterr().err
    assert said.startswith("error: ")
    assert "the cell has no unit" in said
    assert not (frozen / "none").exists()


def test_lineage_of_a_cell_names_its_evidence_and_no_path_of_the_host(
    frozen: Path, tmp_path: Path
) -> None:
    """Overview, rule 2."""
    text = (run_cell(frozen, tmp_path, cell_config(1)) / "lineage.json").read_text()
    base = CELL.format("reader")
    assert [o["path"] for o in json.loads(text)["outputs"]] == [
        f"{base}/completions.jsonl",
        f"{base}/trajectories.jsonl",
    ]
    assert str(tmp_path) not in text
    assert str(ROOT) not in text
