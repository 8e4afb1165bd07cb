"""A cell killed with SIGKILL and run again, as the workflow would."""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import killed_cell
from cell_runs import cell_config, frozen_study
from earned.agents import __main__ as stage
from earned.agents.store import read_blocks
from earned.config.plan import Plan
from earned.records.files import read_records
from earned.records.trajectory import Trajectory
from mini import agent_arguments
from support import ROOT

NAMES = ("completions.jsonl", "lineage.json", "trajectories.jsonl")


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return frozen_study(tmp_path_factory)


def arguments(folder: Path) -> list[str]:
    plan = Plan(cell_config(3))
    return agent_arguments(plan, folder, plan.cells("acquabench")[0])


def copied(frozen: Path, folder: Path) -> list[str]:
    shutil.copytree(frozen, folder)
    return arguments(folder)


def run(mode: str, argv: list[str], monkeypatch: pytest.MonkeyPatch, seed: int = 1) -> Path:
    """Run a cell to its end, in this process."""
    monkeypatch.setattr(stage, "open_control", lambda *_: killed_cell.opened(mode, seed))
    monkeypatch.chdir(ROOT)
    assert stage.main(argv) == 0
    return Path(argv[argv.index("--out") + 1])


def kill(mode: str, where: str, count: int, argv: list[str]) -> Path:
    """Run a cell in a process that is killed on the way."""
    ended = subprocess.run(
        [sys.executable, str(ROOT / "tests" / "killed_cell.py"), mode, where, str(count), *argv],
        env={"PYTHONPATH": f"{ROOT / 'workflow'}:{ROOT / 'tests'}"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    return Path(argv[argv.index("--out") + 1])


def contents(cell: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(cell.iterdir())}


@pytest.fixture(scope="module")
def undisturbed(frozen: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    with pytest.MonkeyPatch.context() as patch:
        argv = copied(frozen, tmp_path_factory.mktemp("whole") / "r")
        return contents(run("deterministic", argv, patch))


def test_the_undisturbed_cell_has_what_the_kills_need(undisturbed: dict[str, bytes]) -> None:
    assert tuple(undisturbed) == NAMES
    assert undisturbed["completions.jsonl"].count(b"\n") > 5
    assert undisturbed["trajectories.jsonl"].count(b"\n") == 9


@pytest.mark.parametrize(
    ("where", "count"),
    [("torn", 0), ("before", 2), ("torn", 3), ("after", 4), ("output", 0), ("output", 1)],
)
def test_a_killed_cell_resumes_to_the_same_bytes(
    frozen: Path,
    undisturbed: dict[str, bytes],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    where: str,
    count: int,
) -> None:
    """Field case 3, deterministic mode: at the identity, at batches, and while writing outputs."""
    argv = copied(frozen, tmp_path / "r")
    cell = kill("deterministic", where, count, argv)
    assert contents(cell) != undisturbed
    assert contents(run("deterministic", argv, monkeypatch)) == undisturbed


@pytest.mark.parametrize("mode", ["throughput", "batches"])
@pytest.mark.parametrize(("where", "count"), [("before", 1), ("torn", 3), ("after", 2)])
def test_a_killed_cell_keeps_every_finished_record_in_throughput_mode(
    frozen: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, mode: str, where: str, count: int
) -> None:
    """Field case 3, throughput mode: the engine would answer otherwise if asked again."""
    argv = copied(frozen, tmp_path / "r")
    cell = kill(mode, where, count, argv)
    torn = (cell / "completions.jsonl").read_bytes()
    whole = torn[: torn.rfind(b"\n") + 1]
    assert len(read_blocks(whole, "")) == count + (where == "after")
    assert (whole != torn) == (where == "torn")
    run(mode, argv, monkeypatch, seed=count)
    assert (cell / "completions.jsonl").read_bytes().startswith(whole)
    first = contents(cell)
    run(mode, argv, monkeypatch, seed=count + 1)
    assert contents(cell) == first
    keys = {e.key for b in read_blocks(first["completions.jsonl"], "") for e in b.completions}
    records = read_records(cell / "trajectories.jsonl", Trajectory)
    assert {step.completion for record in records for step in record.steps} == keys
    assert {record.outcome for record in records} == {"ok"}
