"""The registrations of an audit, each holding the hash of the one before it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from earned.errors import UserError
from earned.lineage.hashing import sha256_json
from earned.records.base import record_json
from earned.records.files import read_records, read_text
from earned.records.registration import Registration

NAME = "registration.jsonl"


def registration_sha256(record: Registration) -> str:
    """Hash a record's canonical JSON: its line in the file, without the line's end."""
    return hashlib.sha256(record_json(record).encode()).hexdigest()


def read_registrations(path: Path) -> list[Registration]:
    """Read a file of registrations, first to last, and check that they are one chain.

    Raises:
        UserError: there is no such file, or it is damaged.
    """
    records = read_records(path, Registration)
    fault = next(_faults(records), "")
    if not fault and read_text(path) != chain_text(records):
        fault = "a line is not written as the stage writes it"
    if fault:
        raise UserError(
            fault, where=str(path), remedy="it cannot be made again, restore it from a copy"
        )
    return records


def in_force(path: Path) -> str:
    """Give the SHA-256 of the last registration of a file."""
    return registration_sha256(read_registrations(path)[-1])


def chain_text(records: Sequence[Registration]) -> str:
    """Write registrations as the text of their file."""
    return "".join(record_json(record) + "\n" for record in records)


def register(earlier: Sequence[Registration], now: Registration) -> list[Registration]:
    """Give the chain in which today's registration is the last.

    Args:
        earlier: the chain so far; empty where there is none.
        now: what holds today, numbered as if it were the first.

    Returns:
        The chain as it was, if its last record says the same; today's alone, if no agent has run
        yet; otherwise the chain with one record more.
    """
    if earlier and _content(earlier[-1]) == _content(now):
        return list(earlier)
    if not earlier or not now.evidence_before:
        return [now]
    place = {"number": len(earlier), "before": registration_sha256(earlier[-1])}
    return [*earlier, now.model_copy(update=place)]


def _content(record: Registration) -> tuple[object, ...]:
    return record.rules, record.population, record.artifacts


def _faults(records: Sequence[Registration]) -> Iterator[str]:
    if not records:
        yield "holds no registration"
    before = ""
    for number, record in enumerate(records):
        if record.number != number or record.before != before:
            yield f"line {number + 1} does not follow from the line before it"
        if number and not record.evidence_before:
            yield f"line {number + 1} was added, and says that no agent had run"
        for rule in record.rules:
            if rule.rule_sha256 != sha256_json(rule.rule):
                yield f"line {number + 1}: the rule for {rule.estimand} has another hash"
        before = registration_sha256(record)
