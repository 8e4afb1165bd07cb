"""Stage agents: run one cell, and write its trajectories, the immutable evidence.

The completion store grows beside the trajectories and is never declared to the workflow engine,
so that a failed or repeated job keeps every completion it has. With `--part` it runs a part of a
cell, and leaves its completions alone; with `--shards` the cell is put together from its parts.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import ModuleType
from typing import Any

from earned.agents.cell import Cell
from earned.agents.opening import Opened, open_control, open_model, open_replay, open_shards
from earned.agents.runner import ProgressFile, run_episodes
from earned.agents.shards import (
    SHARD,
    KnowingEngine,
    Shard,
    Watched,
    answers_beside,
    part_of,
    stored_answers,
)
from earned.agents.store import STORE
from earned.audits.registry import stage_module
from earned.config.base import validate_config
from earned.errors import UserError, user_facing
from earned.lineage.code import OURS
from earned.lineage.command import run_stage, stage_arguments
from earned.lineage.hashing import sha256_file
from earned.lineage.stage import LINEAGE, Output, Stage
from earned.records.artifact import Artifact
from earned.records.completion import Completion
from earned.records.files import read_record, read_records, write_json, write_records
from earned.records.lineage import Lineage
from earned.records.population import Member
from earned.registration.chain import in_force

TRAJECTORIES = "trajectories.jsonl"
OPTIONS = ("population", "artifacts", "registration?", "prompts*", "manifest?", "endpoint?",
           "recorded?", "shards*")  # fmt: skip
PART_OPTIONS = (*OPTIONS, "part", "known")


@user_facing
def main(argv: list[str]) -> int:
    """Run one cell and write `trajectories.jsonl`, or run a part of one."""
    if "--part" in argv:
        return run_part(*stage_arguments("agents", argv, *PART_OPTIONS))
    return run_stage("agents", argv, OPTIONS, build, kept=[STORE])


def build(stage: Stage, options: Namespace) -> dict[Path, Output]:
    """Run every episode of the cell."""
    stage.registrations = _registrations(options)
    made = prepare(stage, options)
    if not made.cell.units:
        raise UserError("the cell has no unit", where=str(options.artifacts),
                        remedy="raise the model's limit")  # fmt: skip
    episodes = made.audit.episodes(made.params, made.cell, made.opened)
    _play(stage, options, made.opened, episodes)
    records = made.audit.trajectories(made.params, made.cell, episodes, made.opened)
    return {options.out / TRAJECTORIES: Output(lambda p: write_records(p, records), len(records))}


def run_part(stage: Stage, options: Namespace) -> int:
    """Run the episodes of a part of the cell, and say what its store holds."""
    made, overflows = prepare(stage, options), set[str]()
    cell, known = part_of(made.cell, str(options.part)), stored_answers(options.known)
    engine = KnowingEngine(made.opened.engine, answers_beside(options.out) | known)
    opened = replace(made.opened, engine=engine)
    episodes = made.audit.episodes(made.params, cell, opened)
    _play(stage, options, opened, [Watched(episode, overflows) for episode in episodes], known)
    shard = Shard(units=len(cell.units), sha256=sha256_file(options.out / STORE),
                  overflows=tuple(sorted(overflows)))  # fmt: skip
    write_json(options.out / SHARD, shard.model_dump(mode="json"))
    return 0


@dataclass(frozen=True)
class Prepared:
    """A cell before its first episode."""

    audit: ModuleType
    params: Any
    cell: Cell
    opened: Opened


def prepare(stage: Stage, options: Namespace) -> Prepared:
    """Read what is frozen, and open what the cell runs on."""
    members, artifacts = _frozen(stage, options)
    for template in options.prompts or ():
        stage.reads(template)
    audit = stage_module(stage.audit, "agents")
    params = validate_config(audit.PARAMS, stage.parameters, where="agents")
    opened = _open(stage, options, audit, params, members, artifacts)
    return Prepared(audit, params, audit.cell(params, members, artifacts), opened)


def _play(
    stage: Stage,
    options: Namespace,
    opened: Opened,
    episodes: list[Any],
    known: Mapping[str, Completion] | None = None,
) -> None:
    name = options.out.relative_to(stage.root).as_posix().replace("/", ".")
    progress = ProgressFile(stage.root / "logs" / "progress" / f"{name}.json")
    store = options.out / STORE
    run_episodes(episodes, opened.engine, opened.running, store, progress, opened.turns, known)


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
    if options.shards:
        return open_shards(params.engine, stage, options.manifest, options.shards, window)
    if params.engine is not None and params.engine.kind == "replay":
        return open_replay(params.engine, stage, options.manifest, options.recorded)
    if params.control is None:
        return open_model(params.engine, stage, options.manifest, options.endpoint, window)
    code = OURS.digest([f"earned.audits.{stage.audit}.controls"])
    policy = audit.policy(params.control, members, artifacts)
    return open_control(policy, params.control, code, window)


if __name__ == "__main__":
    sys.exit(main())
