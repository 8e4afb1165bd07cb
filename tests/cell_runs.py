"""One cell of stage agents, run in this process on a frozen population and its artifacts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from earned.agents import __main__ as stage
from earned.agents.store import read_blocks
from earned.audits.acquabench.params import AgentParams
from earned.config.plan import Plan
from earned.config.study import StudyConfig
from earned.records.artifact import Artifact
from earned.records.files import read_records
from earned.records.population import Member
from earned.records.trajectory import Trajectory
from mini import agent_arguments, mini_config, run_mini, working_directory
from support import ROOT

CELL = "acquabench/agents/{}/D0/retrieval"
"""Folder of a cell in a results folder, by model."""


def frozen_study(factory: pytest.TempPathFactory) -> Path:
    """A study whose population and artifacts are there; made once, never to be changed."""
    folder = factory.getbasetemp() / "frozen_study"
    if not folder.exists():
        run_mini(folder, until="artifacts", models=("reader",))
    return folder / "results" / "mini"


def cell_config(limit: int | None = 3, model: str = "reader", **audit: object) -> StudyConfig:
    """A study of one control on one surface: one cell."""
    return mini_config(models=(model,), limit=limit, surfaces=("retrieval",), audit=audit)


def cell_params(**changes: object) -> AgentParams:
    """What such a cell is given."""
    given = Plan(cell_config()).parameters(
        "agents", "acquabench", model="reader", regime="D0", surface="retrieval"
    )
    return AgentParams.model_validate({**json.loads(given), **changes})


def run_cell(frozen: Path, into: Path, study: StudyConfig) -> Path:
    """Run the only cell of a study into a results folder that shares the frozen parts."""
    for part in ("population", "artifacts"):
        link = into / "acquabench" / part
        if not link.exists():
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(frozen / "acquabench" / part)
    plan = Plan(study)
    (only,) = plan.cells("acquabench")
    with working_directory(ROOT):
        assert stage.main(agent_arguments(plan, into, only)) == 0
    return into / CELL.format(only.model)


def frozen_parts(frozen: Path) -> tuple[list[Member], list[Artifact]]:
    """The members and artifacts of a study."""
    base = frozen / "acquabench"
    return (
        read_records(base / "population" / "items.jsonl", Member),
        read_records(base / "artifacts" / "D0" / "artifacts.jsonl", Artifact),
    )


def lines(folder: Path) -> list[bytes]:
    """The lines of a cell's trajectories."""
    return (folder / "trajectories.jsonl").read_bytes().splitlines()


def records(folder: Path) -> list[Trajectory]:
    """The records of a cell."""
    return read_records(folder / "trajectories.jsonl", Trajectory)


def keys(folder: Path) -> list[str]:
    """The request keys of a cell's completions, as they were committed."""
    blocks = read_blocks((folder / "completions.jsonl").read_bytes(), "")
    return [stored.key for block in blocks for stored in block.completions]
