"""Stage registration: write down rules, questions and planted sources before the first agent job.

The file grows: what was registered once is never taken out, as long as an agent has run.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from earned.config.base import Config, validate_config
from earned.errors import user_facing
from earned.lineage.command import run_stage
from earned.lineage.hashing import sha256_file, sha256_json
from earned.lineage.stage import Output, Stage
from earned.records.artifact import Artifact
from earned.records.population import Member
from earned.records.registration import FrozenFile, RegisteredRule, Registration
from earned.registration.chain import NAME, chain_text, read_registrations, register

OPTIONS = ("population", "artifacts*")


class Rules(Config):
    """What every audit gives this stage: its rules, each naming its estimand."""

    rules: tuple[dict[str, Any], ...]


@user_facing
def main(argv: list[str]) -> int:
    """Register what holds today in `registration.jsonl`, unless its last record says the same."""
    return run_stage("registration", argv, OPTIONS, build)


def build(stage: Stage, options: Namespace) -> dict[Path, Output]:
    """Read what is there, and add to it if need be."""
    out = options.out / NAME
    earlier = read_registrations(out) if out.is_file() else []
    records = register(earlier, _today(stage, options))
    return {out: Output.of_text(chain_text(records), len(records))}


def _today(stage: Stage, options: Namespace) -> Registration:
    given = validate_config(Rules, stage.parameters, where="registration")
    return Registration(
        number=0,
        rules=tuple(map(_registered, given.rules)),
        population=_frozen(options.population, len(stage.records(options.population, Member))),
        artifacts={
            path.parent.name: _frozen(path, len(stage.records(path, Artifact)))
            for path in sorted(options.artifacts)
        },
        evidence_before=has_evidence(stage.root, stage.audit),
        before="",
    )


def _registered(rule: Mapping[str, Any]) -> RegisteredRule:
    return RegisteredRule(
        estimand=str(rule["estimand"]), rule_sha256=sha256_json(rule), rule=dict(rule)
    )


def _frozen(path: Path, records: int) -> FrozenFile:
    return FrozenFile(sha256=sha256_file(path), records=records)


def has_evidence(root: Path, audit: str) -> bool:
    """Whether agents have left anything: a trajectory, or a completion of a run cut short."""
    left = (root / audit / "agents").rglob("*")
    return any(path.is_file() and path.stat().st_size for path in left)


if __name__ == "__main__":
    sys.exit(main())
