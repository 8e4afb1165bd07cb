"""The rule of the verdict that a number bears on, as it was frozen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from earned.config.published import CONFIG, published_config
from earned.explain.behind import Behind
from earned.explain.evidence import Evidence
from earned.explain.record import Rule
from earned.lineage.hashing import sha256_json
from earned.lineage.stage import LINEAGE
from earned.render.pointer import lookup


def rule_of(
    evidence: Evidence,
    source: str,
    results: Any,  # noqa: ANN401 - a JSON document
    behind: Behind | None,
) -> Rule | None:
    """Find the rule behind a judged number; None where no rule judges it.

    Args:
        evidence: the results folder.
        source: the file that holds the number.
        results: its content.
        behind: names the verdict.
    """
    if behind is None or not behind.judged:
        return None
    judged: Mapping[str, Any] = lookup(results, behind.judged)
    where, rule, digest = _frozen(evidence, source, judged)
    return Rule(
        estimand=str(judged["estimand"]),
        verdict=str(judged["verdict"]),
        why=str(judged["why"]),
        statement=str(judged["statement"]),
        stronger=str(judged.get("stronger", "")),
        boundary=str(judged["boundary"]),
        registration=str(judged.get("registration", "")),
        rule_sha256=str(judged["rule_sha256"]),
        rule=rule,
        frozen_in=where,
        frozen_sha256=digest,
    )


def _frozen(
    evidence: Evidence, source: str, judged: Mapping[str, Any]
) -> tuple[str, dict[str, Any] | None, str]:
    """Look for the rule in the configuration, then in the parameters of the source's stage."""
    closest: tuple[str, dict[str, Any] | None, str] = ("", None, "")
    for where, document in _documents(evidence, source):
        for rule in _mappings(document):
            if rule.get("estimand") == judged["estimand"]:
                digest = sha256_json(rule)
                if digest == judged["rule_sha256"]:
                    return where, rule, digest
                closest = closest if closest[0] else (where, rule, digest)
    return closest


def _documents(evidence: Evidence, source: str) -> Iterator[tuple[str, Any]]:
    path = evidence.present(CONFIG, "the configuration")
    if path:
        yield CONFIG, published_config(evidence.root)
    folder = source.rpartition("/")[0]
    made = evidence.lineage(folder)
    if made:
        yield f"{folder}/{LINEAGE}", made[0].parameters


def _mappings(value: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - any JSON value
    """Go through the objects of a JSON value that are rules by their shape."""
    if isinstance(value, dict):
        if {"estimand", "statement"} <= value.keys():
            yield value
        for inner in value.values():
            yield from _mappings(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _mappings(inner)
