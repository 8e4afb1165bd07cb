"""What a registered rule says of a number."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from earned.ledger.beside import record_of
from earned.ledger.claim import SUPPORTED
from earned.render.pointer import lookup


def judged(results: Any, pointer: str, headline: str | None) -> dict[str, str]:  # noqa: ANN401
    """Give verdict, statements and rule by the ledger's names; nothing where no rule judges it.

    Args:
        results: the canonical results.
        pointer: to the number.
        headline: to the verdict on it; a rule may be missing there. A number of a verdict's own,
            such as its p-value, needs none.
    """
    found = _verdict(results, pointer, headline)
    if not found:
        return {}
    return {
        "verdict": found["verdict"],
        **_statements(found),
        "boundary": found.get("boundary", ""),
        "rule_sha256": found.get("rule_sha256", ""),
        "registration": found.get("registration", ""),
    }


def _verdict(results: Any, pointer: str, headline: str | None) -> Mapping[str, str]:  # noqa: ANN401
    if headline is not None:
        parent, estimand = headline.rsplit("/", 1)
        judged_there: Mapping[str, str] = lookup(results, parent).get(estimand, {})
        return judged_there
    own = record_of(results, pointer)
    return own if {"verdict", "rule_sha256"} <= own.keys() else {}


def _statements(found: Mapping[str, str]) -> dict[str, str]:
    """Say what the verdict supports, and what it does not."""
    statement, stronger = found.get("statement", ""), found.get("stronger", "")
    if found["verdict"] == SUPPORTED:
        return {"supports": statement, "not_supported": stronger}
    both = "; ".join(text for text in (statement, stronger) if text)
    return {"supports": "", "not_supported": both}
