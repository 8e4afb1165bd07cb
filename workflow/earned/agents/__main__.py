"""Stage agents: run one cell, and write its trajectories, the immutable evidence.

The completion store grows beside the trajectories and is never declared to the workflow engine,
so that a failed or repeated job keeps every completion it has.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from types import ModuleType
from typing import Any

from earned.agents.opening import Opened, open_control, open_model, open_replay
from earned.agents.runner import ProgressFile, run_episodes
from earned.audits.registry import stage_module
from earned.config.base import validate_config
from earned.errors import UserError, user_facing
from earned.lineage.code import OURS
from earned.lineage.command import run_stage
from earned.lineage.stage import LINEAGE, Output, Stage
from earned.records.artifact import Artifact
from earned.records.files import read_record, read_records, write_records
from earned.records.lineage import Lineage
from earned.records.population import Member
from earned.registration.chain import in_force

STORE = "completions.jsonl"
TRAJECTORIES = "trajectories.jsonl"
OPTIONS = ("population", "artifacts", "registration?", "prompts*", "manifest?", "endpoint?",
           "recorded?")  # fmt: skip


@user_facing
def main(argv: list[str]) -> int:
    """Run one cell; write `trajectories.jsonl`."""
    return run_stage("agents", argv, OPTIONS, build, kept=[STORE])


def build(stage: Stage, options: Namespace) -> dict[Path, Output]:
    """Run every episode of the cell."""
    stage.registrations = _registrations(options)
    members, artifacts = _frozen(stage, options)
    for template in options.prompts or ():
        stage.reads(template)
    audit = stage_module(stage.audit, "agents")
    params = validate_config(audit.PARAMS, stage.parameters, where="agents")
    opened = _open(stage, options, audit, params, members, artifacts)
    cell = audit.cell(params, members, artifacts)
    if not cell.units:
        raise UserError("the cell has no unit", where=str(options.artifacts),
                        remedy="raise the model's limit")  # fmt: skip
    episodes = audit.episodes(params, cell, opened)
    progress = _progress(stage, options.out)
    store = options.out / STORE
    run_episodes(episodes, opened.engine, opened.running, store, progress, opened.turns)
    records = audit.trajectories(params, cell, episodes, opened)
    return {options.out / TRAJECTORIES: Output(lambda p: write_records(p, records), len(records))}


def _registrations(options: Namespace) -> tuple[str, ...]:
    """List what the cell was run under: the registrations of its last run, then today's."""
    beside = options.out / LINEAGE
    earlier = read_record(beside, Lineage).registrations if beside.is_file() else ()
    today = (in_force(options.registration),) if options.registration else ()
    return tuple(dict.fromkeys((*earlier, *today)))


def _frozen(stage: Stage, options: Namespace) -> tuple[list[Member], list[Artifact]]:
    members = read_records(stage.reads(options.population), Member)
    artifacts = read_records(stage.reads(options.artifacts), Artifact)
    stage.counted(options.population, len(members))
    stage.counted(options.artifacts, len(artifacts))
    return members, artifacts


def _open(
    stage: Stage,
    options: Namespace,
    audit: ModuleType,
    params: Any,  # noqa: ANN401 - the audit's own type
    members: list[Member],
    artifacts: list[Artifact],
) -> Opened:
    window = params.agent.window
    if params.engine is not None and params.engine.kind == "replay":
        return open_replay(params.engine, stage, options.manifest, options.recorded)
    if params.control is None:
        return open_model(params.engine, stage, options.manifest, options.endpoint, window)
    code = OURS.digest([f"earned.audits.{stage.audit}.controls"])
    policy = audit.policy(params.control, members, artifacts)
    return open_control(policy, params.control, code, window)


def _progress(stage: Stage, out: Path) -> ProgressFile:
    cell = out.relative_to(stage.root).as_posix().replace("/", ".")
    return ProgressFile(stage.root / "logs" / "progress" / f"{cell}.json")


if __name__ == "__main__":
    sys.exit(main())
