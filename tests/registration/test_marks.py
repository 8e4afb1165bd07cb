"""The mark of a verdict: when its rule was fixed."""

from __future__ import annotations

import pytest

from earned.lineage.hashing import sha256_json
from earned.records.registration import FrozenFile, RegisteredRule, Registration
from earned.registration.chain import register
from earned.registration.marks import mark

FILE = FrozenFile(sha256="0" * 64, records=3)


def rule(above: float, estimand: str = "delta_gs") -> RegisteredRule:
    given = {"estimand": estimand, "above": above}
    return RegisteredRule(estimand=estimand, rule_sha256=sha256_json(given), rule=given)


def now(*rules: RegisteredRule, evidence: bool) -> Registration:
    return Registration(
        number=0, rules=rules, population=FILE, artifacts={}, evidence_before=evidence, before=""
    )


def chain(first: Registration, *later: tuple[RegisteredRule, ...]) -> list[Registration]:
    records = [first]
    for rules in later:
        records = register(records, now(*rules, evidence=True))
    return records


OLD, NEW, ADDED = rule(0.0), rule(0.1), rule(0.0, "delta_sc")
BEFORE, AFTER = now(OLD, evidence=False), now(OLD, evidence=True)


@pytest.mark.parametrize(
    ("registrations", "judging", "expected"),
    [
        ([], OLD, "not registered"),
        ([BEFORE], OLD, "as registered"),
        ([BEFORE], NEW, "not registered"),
        ([AFTER], OLD, "registered after data"),
        (chain(BEFORE, (NEW,)), NEW, "changed after registration"),
        (chain(AFTER, (NEW,)), NEW, "changed after registration"),
        (chain(BEFORE, (OLD, ADDED)), OLD, "as registered"),
        (chain(BEFORE, (OLD, ADDED)), ADDED, "registered after data"),
        (chain(BEFORE, (), (OLD,)), OLD, "as registered"),
        (chain(BEFORE, (NEW,), (OLD,)), OLD, "as registered"),
        (chain(BEFORE, (), (NEW,)), NEW, "changed after registration"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_mark_says_when_the_rule_was_fixed(
    registrations: list[Registration], judging: RegisteredRule, expected: str
) -> None:
    assert mark(judging.estimand, judging.rule_sha256, registrations) == expected


def test_the_chain_of_records_grows_by_what_differs_only() -> None:
    records = chain(BEFORE, (OLD,), (NEW,), (NEW,), (OLD,))
    assert [record.number for record in records] == [0, 1, 2]
    assert [record.rules for record in records] == [(OLD,), (NEW,), (OLD,)]
