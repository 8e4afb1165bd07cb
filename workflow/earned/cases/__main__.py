"""Stage cases: choose single units by rule, and print them step by step from the raw records."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from earned.audits.registry import stage_module
from earned.errors import user_facing
from earned.lineage.command import run_stage
from earned.lineage.stage import Output, Stage
from earned.records.artifact import Artifact
from earned.records.files import write_json
from earned.records.population import Member
from earned.records.table import read_table
from earned.records.trajectory import Trajectory

NAME = "cases.json"
OPTIONS = ("scores*", "trajectories*", "population", "artifacts*")


@user_facing
def main(argv: list[str]) -> int:
    """Read scores, trajectories, population and artifacts of a whole study; write `cases.json`."""
    return run_stage("cases", argv, OPTIONS, build)


def build(stage: Stage, options: Namespace) -> dict[Path, Output]:
    """Choose the cases, and print them."""
    audit = stage_module(stage.audit, "cases")
    scores = [read_table(stage.reads(path), audit.ROW) for path in sorted(options.scores)]
    chosen = audit.run(
        scores,
        (run for path in sorted(options.trajectories) for run in stage.stream(path, Trajectory)),
        stage.stream(options.population, Member),
        (made for path in sorted(options.artifacts) for made in stage.stream(path, Artifact)),
        stage.parameters,
    )
    out = options.out / NAME
    text = chosen.model_dump(mode="json")
    return {out: Output(lambda path: write_json(path, text), len(chosen.cases))}


if __name__ == "__main__":
    sys.exit(main())
