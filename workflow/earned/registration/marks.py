"""When the rule behind a verdict was fixed."""

from __future__ import annotations

from collections.abc import Sequence

from earned.records.registration import AS_REGISTERED, Mark, Registration


def mark(estimand: str, rule_sha256: str, registrations: Sequence[Registration]) -> Mark:
    """Say whether a rule is the one registered before any agent ran.

    Args:
        estimand: the contrast that the rule judges.
        rule_sha256: the rule's hash.
        registrations: of the study, first to last.

    Returns:
        A rule that was changed and changed back is as registered: it is the rule of that day.
    """
    if not any(rule_sha256 in _hashes(record) for record in registrations):
        return "not registered"
    first = registrations[0]
    if rule_sha256 in _hashes(first):
        return "registered after data" if first.evidence_before else AS_REGISTERED
    replaced = any(rule.estimand == estimand for rule in first.rules)
    return "changed after registration" if replaced else "registered after data"


def _hashes(record: Registration) -> set[str]:
    return {rule.rule_sha256 for rule in record.rules}
