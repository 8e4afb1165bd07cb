"""Stage artifacts: from the population to frozen interventions and the audit of their making."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

from earned.agents.opening import open_model
from earned.agents.runner import ProgressFile
from earned.agents.store import STORE
from earned.artifacts.authoring import Authoring
from earned.audits.registry import stage_module
from earned.config.base import validate_config
from earned.config.engines import EngineConfig
from earned.errors import UserError, user_facing
from earned.lineage.command import run_stage
from earned.lineage.stage import Output, Stage
from earned.records.base import Record
from earned.records.files import write_records
from earned.records.population import Member

KEPT = (STORE,)
FEWEST_CLUSTERS = 2
OPTIONS = ("population", "parent*", "manifest?", "endpoint?")


@user_facing
def main(argv: list[str]) -> int:
    """Build one regime's artifacts; write `artifacts.jsonl` and `construction.jsonl`."""
    return run_stage("artifacts", argv, OPTIONS, build, KEPT)


def build(stage: Stage, options: Namespace) -> dict[Path, Output]:
    """Let the author write, and freeze what is accepted."""
    members = stage.records(options.population, Member)
    module = stage_module(stage.audit, "artifacts")
    parent = [
        record
        for path in options.parent or ()
        for record in stage.records(path, module.CONSTRUCTION)
    ]
    artifacts, audit = module.run(members, parent, stage.parameters, _authoring(stage, options))
    _check(len(artifacts), audit, stage.parameters["regime"], str(options.population))
    out = options.out
    return {
        out / "artifacts.jsonl": Output(lambda p: write_records(p, artifacts), len(artifacts)),
        out / "construction.jsonl": Output(lambda p: write_records(p, audit), len(audit)),
    }


def _check(accepted: int, audit: Sequence[Record], regime: str, where: str) -> None:
    """Stop where no study can be built: nothing to plant, or one cluster to resample."""
    if accepted >= FEWEST_CLUSTERS:
        return
    rejected = [reason for record in audit if (reason := getattr(record, "reason", ""))]
    first = f", the first rejected because {rejected[0]}" if rejected else ""
    raise UserError(
        f"{accepted} of {len(audit)} questions of regime {regime} have an artifact, and fewer than "
        f"two clusters cannot be resampled{first}",
        where=where,
        remedy=f"use another author or more questions, or take {regime} out of the study",
    )


def _authoring(stage: Stage, options: Namespace) -> Authoring:
    given = stage.parameters.get("engine")
    progress = ProgressFile(stage.root / "logs" / "progress" / f"artifacts.{options.out.name}.json")
    opened = None
    if given is not None:
        config = validate_config(EngineConfig, given, where="engine")
        opened = open_model(
            config, stage, options.manifest, options.endpoint, config.settings.window
        )
    return Authoring(opened, options.out / STORE, progress)


def hindrance(stage: Stage, _: Path) -> str:
    """Say that a model wrote the artifacts, where one did."""
    return "a model wrote them" if stage.parameters.get("engine") else ""


if __name__ == "__main__":
    sys.exit(main())
