"""What stands behind a difference: the code, parameters and outside files of each stage."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import get_args

from earned.diff.records import Cause, What
from earned.diff.state import State
from earned.lineage.hashing import sha256_json
from earned.lineage.outside import OUTSIDE
from earned.lineage.stage import LINEAGE
from earned.records.files import read_record
from earned.records.lineage import Lineage
from earned.verify.hashes import behind_numbers


def causes(old: State, new: State) -> tuple[Cause, ...]:
    """Say which stages were made with something else, in the order of stage and kind.

    A stage runs once a cell, so it may have been made with several; what a model that was taken
    out of the study left behind does not count.
    """
    before, after = _made(_records(old)), _made(_records(new))
    stages = sorted({stage for stage, _ in before.keys() | after.keys()})
    return tuple(
        Cause(stage=stage, what=what, old=_sorted(before, at), new=_sorted(after, at))
        for stage in stages
        for what in get_args(What)
        if before.get(at := (stage, what)) != after.get(at)
    )


def _records(state: State) -> list[Lineage]:
    """Read the lineage records that the published numbers come from."""
    found = {
        name: read_record(state.root / name, Lineage)
        for name in state.files
        if name.endswith(f"/{LINEAGE}") and name not in state.replaced
    }
    return [found[name] for name in behind_numbers(found)]


def _made(records: Iterable[Lineage]) -> dict[tuple[str, What], set[str]]:
    made: dict[tuple[str, What], set[str]] = {}
    for record in records:
        for what, sha256 in _of_one(record):
            made.setdefault((record.stage, what), set()).add(sha256)
    return made


def _of_one(record: Lineage) -> Iterator[tuple[What, str]]:
    yield "code", record.code_sha256
    yield "parameters", sha256_json(record.parameters)
    yield "environment", record.environment_sha256
    for digest in record.inputs:
        if digest.path.startswith(OUTSIDE):
            yield "outside file", digest.sha256


def _sorted(made: dict[tuple[str, What], set[str]], at: tuple[str, What]) -> tuple[str, ...]:
    return tuple(sorted(made.get(at, ())))
