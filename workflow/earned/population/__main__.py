"""Stage population: from a data file to the frozen request sets."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from earned.audits.registry import stage_module
from earned.errors import UserError, user_facing
from earned.lineage.command import run_stage
from earned.lineage.hashing import sha256_file
from earned.lineage.stage import Output, Stage
from earned.population.hotpotqa import load_items
from earned.records.evidence import Item
from earned.records.files import write_records
from earned.records.population import Member

OPTIONS = ("data",)


@user_facing
def main(argv: list[str]) -> int:
    """Read the data set, draw the population, write `items.jsonl`."""
    return run_stage("population", argv, OPTIONS, build)


def build(stage: Stage, options: Namespace) -> dict[Path, Output]:
    """Draw the population from the data set."""
    _check_pin(stage.reads(options.data), stage.parameters.get("sha256"))
    items = load_items(options.data)
    stage.counted(options.data, len(items))
    members = _drawn(stage, items, str(options.data))
    _check(members, str(options.data))
    out = options.out / "items.jsonl"
    return {out: Output(lambda path: write_records(path, members), len(members))}


def _check_pin(path: Path, expected: str | None) -> None:
    found = sha256_file(path)
    if expected is not None and found != expected:
        raise UserError(
            f"its SHA-256 is {found}, data.sha256 is {expected}",
            where=str(path),
            remedy="fetch the file again, or correct the configuration",
        )


def _drawn(stage: Stage, items: list[Item], where: str) -> list[Member]:
    """Let the audit draw; what keeps it from drawing is reported with the file."""
    try:
        drawn: list[Member] = stage_module(stage.audit, "population").run(items, stage.parameters)
    except UserError as error:
        raise UserError(error.what, where=f"{where}, {error.where}", remedy=error.remedy) from None
    return drawn


def _check(members: list[Member], where: str) -> None:
    if not any(member.eligible for member in members):
        raise UserError(
            f"none of {len(members)} drawn items is eligible",
            where=where,
            remedy="the reasons are in the items' answers; use another file",
        )


if __name__ == "__main__":
    sys.exit(main())
