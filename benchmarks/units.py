"""What the agents of a measure run on: frozen units of the embedded set, and an agent's limits."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cell_runs import frozen_parts
from earned.audits.acquabench.params import AgentParams
from earned.config.load import resolve_study
from earned.config.plan import Plan
from earned.records.artifact import Artifact
from earned.records.population import Member
from mini import run_mini


@dataclass(frozen=True)
class Units:
    """The frozen population and its artifacts, in a results folder that may be written to."""

    root: Path
    members: list[Member]
    artifacts: list[Artifact]


@contextmanager
def embedded_units() -> Iterator[Units]:
    """Draw and plant the embedded questions in a folder that is removed afterwards."""
    with tempfile.TemporaryDirectory(prefix="earned-bench-") as folder:
        root = run_mini(Path(folder), models=("reader",), limit=None, until="artifacts")
        yield Units(root, *frozen_parts(root))


def demo_params(**changes: Any) -> AgentParams:  # noqa: ANN401 - any field of the parameters
    """What the demo's real model is given on surface retrieval, with changes."""
    plan = Plan(resolve_study({"study": "demo"}))
    (cell,) = [
        cell
        for cell in plan.cells("acquabench")
        if plan.served(cell.model) and cell.surface == "retrieval"
    ]
    given = AgentParams.model_validate_json(
        plan.parameters("agents", "acquabench", **cell._asdict())
    )
    return given.model_copy(update=changes)
