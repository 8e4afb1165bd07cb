"""Which files hold the benchmark's own text, and in which fields.

Only fields that are named here keep their text, so a new field is replaced until somebody says
that it holds none of the data's.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase

from earned.audits.registry import stage_module

IDS = frozenset({"qid", "audit", "regime", "model", "surface", "condition", "outcome", "label"})


@dataclass(frozen=True)
class Kept:
    """The fields of a file that keep their text.

    Attributes:
        fields: their names, wherever they stand.
        at: JSON pointer to the part of the document that holds texts; '' is the whole.
    """

    fields: frozenset[str]
    at: str = ""


RULES: Mapping[str, Kept | None] = {
    "*/population/items.jsonl": None,
    "*/artifacts/*/artifacts.jsonl": None,
    "*/artifacts/*/construction.jsonl": None,
    "*/agents/*/*/*/completions.jsonl": None,
    "*/agents/*/*/*/trajectories.jsonl": Kept(
        IDS | {"action", "diagnostics", "finish_reason", "shown", "completion", "mode"}
    ),
    "*/cases/cases.json": None,
    "*/analysis/items.parquet": Kept(IDS),
}
"""Files of every audit that hold texts, relative to the results folder; None: not passed on."""


def rule_of(name: str, audits: Iterable[str]) -> tuple[bool, Kept | None]:
    """Say whether a file holds texts, and which of its fields keep theirs."""
    for pattern, kept in rules(audits).items():
        if fnmatchcase(name, pattern):
            return True, kept
    return False, None


def rules(audits: Iterable[str]) -> dict[str, Kept | None]:
    """Join the rules of every audit with those of one's own files."""
    own = {
        f"{audit}/{pattern}": kept
        for audit in audits
        for pattern, kept in stage_module(audit, "withheld").RULES.items()
    }
    return {**RULES, **own}


def marked(text: str) -> str:
    """Give what stands for a text: its length and its SHA-256."""
    digest = hashlib.sha256(text.encode()).hexdigest()
    return f"[withheld: {len(text)} characters, SHA-256 {digest}]"
