"""Stage scores: score one cell's frozen trajectories. It can import no engine and call none."""

from __future__ import annotations

import sys

from earned.audits.registry import stage_module
from earned.errors import user_facing
from earned.lineage.stage import Output, stage_arguments
from earned.records.artifact import Artifact
from earned.records.population import Member
from earned.records.table import write_table
from earned.records.trajectory import Trajectory


@user_facing
def main(argv: list[str]) -> int:
    """Read trajectories, population and artifacts; write `scores.parquet`."""
    stage, options = stage_arguments("scores", argv, "trajectories", "population", "artifacts")
    trajectories = stage.records(options.trajectories, Trajectory)
    members = stage.records(options.population, Member)
    artifacts = stage.records(options.artifacts, Artifact)
    audit = stage_module(stage.audit, "scores")
    rows = audit.run(trajectories, members, artifacts, stage.parameters)
    out = options.out / "scores.parquet"
    stage.publish({out: Output(lambda path: write_table(path, rows, audit.ROW), len(rows))})
    return 0


if __name__ == "__main__":
    sys.exit(main())
