"""Find leaks in a text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from earned.leaks.kinds import ALL, RANK, Hit, Kind, Leak, shortened
from earned.leaks.machine import NOWHERE, Machine
from earned.leaks.patterns import pattern_hits
from earned.leaks.secrets import secret_hits


def find_leaks(text: str, machine: Machine = NOWHERE, kinds: frozenset[Kind] = ALL) -> list[Leak]:
    """Find what must not leave, in the order of the text.

    Args:
        text: any text.
        machine: names, folders and secrets to look for besides the patterns.
        kinds: what to look for.
    """
    return [
        Leak(hit.kind, shortened(hit.kind, text[hit.start : hit.end]),
             text.count("\n", 0, hit.start) + 1)
        for hit in find_hits(text, machine, kinds)
    ]  # fmt: skip


def find_hits(text: str, machine: Machine = NOWHERE, kinds: frozenset[Kind] = ALL) -> list[Hit]:
    """Give the places of leaks in a text, sorted and apart; those that overlap are one."""
    found: list[Hit] = []
    for hit in sorted(_all_hits(text, machine, kinds), key=lambda one: (one.start, -one.end)):
        if found and hit.start < found[-1].end:
            found[-1] = _joined(found[-1], hit)
        else:
            found.append(hit)
    return found


def _joined(one: Hit, other: Hit) -> Hit:
    """Join two that overlap, as the graver kind: what holds a secret is shown as little as one."""
    kind = min(one.kind, other.kind, key=RANK.index)
    return Hit(kind, one.start, max(one.end, other.end))


def _all_hits(text: str, machine: Machine, kinds: frozenset[Kind]) -> Iterator[Hit]:
    yield from pattern_hits(text, kinds)
    if "secret" in kinds:
        yield from secret_hits(text)
    own: tuple[tuple[Kind, re.Pattern[str] | None], ...] = (
        ("own folder", machine.folder_pattern),
        ("own name", machine.name_pattern),
        ("secret", machine.secret_pattern),
    )
    for kind, pattern in own:
        if kind in kinds and pattern is not None:
            for match in pattern.finditer(text):
                yield Hit(kind, match.start(), match.end())
