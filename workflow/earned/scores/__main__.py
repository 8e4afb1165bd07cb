"""Stage scores: score one cell's frozen trajectories. It can import no engine and call none."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from earned.audits.registry import stage_module
from earned.errors import user_facing
from earned.lineage.command import run_stage
from earned.lineage.stage import Output, Stage
from earned.records.artifact import Artifact
from earned.records.population import Member
from earned.records.table import write_table
from earned.records.trajectory import Trajectory

OPTIONS = ("trajectories", "population", "artifacts")


@user_facing
def main(argv: list[str]) -> int:
    """Read trajectories, population and artifacts; write `scores.parquet`."""
    return run_stage("scores", argv, OPTIONS, build)


def build(stage: Stage, options: Namespace) -> dict[Path, Output]:
    """Score every trajectory of the cell."""
    trajectories = stage.stream(options.trajectories, Trajectory)
    members = stage.records(options.population, Member)
    artifacts = stage.records(options.artifacts, Artifact)
    audit = stage_module(stage.audit, "scores")
    rows = audit.run(trajectories, members, artifacts, stage.parameters)
    out = options.out / "scores.parquet"
    return {out: Output(lambda path: write_table(path, rows, audit.ROW), len(rows))}


if __name__ == "__main__":
    sys.exit(main())
