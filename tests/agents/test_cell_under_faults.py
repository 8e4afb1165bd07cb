"""A cell of 30 trajectories on a server that injects faults, dies, and comes back or does not."""

from __future__ import annotations

from pathlib import Path

import pytest

from cell_runs import frozen_study, keys, records, run_cell
from chaos_process import chaos, counts, dying, free_port
from chaos_server import FAULTS
from earned.agents import __main__ as stage
from earned.agents.store import read_blocks
from earned.config.plan import Plan
from earned.config.study import StudyConfig
from mini import agent_arguments, mini_config, working_directory
from support import ROOT

CELL = "acquabench/agents/m/D0/retrieval"
FAULTY = ("--seed", "5", "--faults", "0.6", "--stall", "1.6")


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return frozen_study(tmp_path_factory)


@pytest.fixture(scope="module")
def port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def study(port: int) -> StudyConfig:
    engine = {
        "kind": "openai", "model": "m", "base_url": f"http://127.0.0.1:{port}/v1",
        "concurrency": 16, "timeout_s": 1.0, "attempts": 6, "backoff_s": 0.05,
    }  # fmt: skip
    agent = {"steps": 4, "max_tokens": 64}
    models = {"m": {"engine": engine, "agent": agent}}
    return mini_config(models=models, limit=10, surfaces=("retrieval",))


@pytest.fixture(scope="module")
def undisturbed(
    frozen: Path, study: StudyConfig, port: int, tmp_path_factory: pytest.TempPathFactory
) -> bytes:
    into = tmp_path_factory.mktemp("undisturbed")
    with chaos(port):
        run_cell(frozen, into, study)
        assert set(counts(port)) == {"answered"}
    return (into / CELL / "trajectories.jsonl").read_bytes()


def test_the_undisturbed_cell_takes_several_steps_of_every_kind(
    undisturbed: bytes, tmp_path: Path
) -> None:
    (tmp_path / "trajectories.jsonl").write_bytes(undisturbed)
    played = records(tmp_path)
    assert len(played) == 30
    assert {"ok", "forced_finish"} <= {record.outcome for record in played}
    assert max(len(record.steps) for record in played) == 4
    assert any(step.action is None for record in played for step in record.steps)


def test_faults_that_pass_leave_no_trace_in_the_records(
    frozen: Path, study: StudyConfig, port: int, undisturbed: bytes, tmp_path: Path
) -> None:
    """Field case 27: every fault is met, none is written down."""
    with chaos(port, *FAULTY):
        cell = run_cell(frozen, tmp_path, study)
        met = counts(port)
    assert set(FAULTS) <= set(met), set(FAULTS) - set(met)
    assert (cell / "trajectories.jsonl").read_bytes() == undisturbed


def test_a_server_that_dies_and_comes_back_leaves_no_trace_in_the_records(
    frozen: Path, study: StudyConfig, port: int, undisturbed: bytes, tmp_path: Path
) -> None:
    with dying(port, after=40, back_in_s=0.4):
        cell = run_cell(frozen, tmp_path, study)
    assert (cell / "trajectories.jsonl").read_bytes() == undisturbed


def test_a_server_that_dies_for_good_stops_the_job_which_a_second_run_completes(
    frozen: Path,
    study: StudyConfig,
    port: int,
    undisturbed: bytes,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Field case 5, in the middle of a run: not every record one by one."""
    with chaos(port, "--die-after", "40"):
        run_cell_code(frozen, tmp_path, study, code=2)
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "in the middle of the run, the engine's server does not answer" in said
    cell = tmp_path / CELL
    assert not (cell / "trajectories.jsonl").exists()
    stored = (cell / "completions.jsonl").read_bytes()
    kept = [entry for block in read_blocks(stored, "") for entry in block.completions]
    assert 20 < len(kept) <= 40
    assert {entry.completion.error for entry in kept} == {""}
    with chaos(port):
        run_cell(frozen, tmp_path, study)
        asked = counts(port)["answered"]
    assert (cell / "trajectories.jsonl").read_bytes() == undisturbed
    assert (cell / "completions.jsonl").read_bytes().startswith(stored)
    assert asked == len(set(keys(cell))) - len(kept)


def run_cell_code(frozen: Path, into: Path, study: StudyConfig, code: int) -> None:
    """Run a cell that is to end with a code of its own."""
    for part in ("population", "artifacts"):
        link = into / "acquabench" / part
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(frozen / "acquabench" / part)
    plan = Plan(study)
    (only,) = plan.cells("acquabench")
    with working_directory(ROOT):
        assert stage.main(agent_arguments(plan, into, only)) == code
