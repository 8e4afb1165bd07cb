"""Which units stand for a number: a rule without judgement, on the score rows or the raw ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from earned.explain.behind import ALL, Behind
from earned.explain.frames import Key, Marked

EXAMPLES = 3
_ORDER = "by the SHA-256 of their qid, other questions first"
DIFFER_FIRST = f"units in which what is compared differs, then those in which it agrees, {_ORDER}"
EACH_KIND = f"the first unit of each kind, then the next, {_ORDER}"
AS_THEY_COME = f"the first units, {_ORDER}"
ONE_UNIT = "the one unit that the number is about"

UnitKey = tuple[str, str, str, str, int]
"""qid, regime, surface, and model and run where these do not stand side by side."""


@dataclass(frozen=True)
class Chosen:
    """A unit, why it was chosen, and the records that it shows."""

    why: str
    rows: tuple[Marked, ...]


def choose(rows: Iterable[Marked], behind: Behind) -> tuple[str, tuple[Chosen, ...]]:
    """Choose the examples of a number: the rule in words, and the units.

    Units of the number's subset come before those that it looked at and does not count.
    """
    units = _units(rows, behind)
    inside = {key: own for key, own in units.items() if any(row.counted for row in own)}
    kept = inside or units
    ordered = _in_order(kept)
    if behind.qid:
        return ONE_UNIT, tuple(Chosen("", kept[key]) for key in ordered[:EXAMPLES])
    if behind.contrast:
        return DIFFER_FIRST, _differing_first(kept, ordered, behind)
    kinds = _kinds(behind)
    if not kinds:
        return AS_THEY_COME, tuple(Chosen("", kept[key]) for key in ordered[:EXAMPLES])
    return EACH_KIND, _each_kind(kept, ordered, behind)


def _units(rows: Iterable[Marked], behind: Behind) -> dict[UnitKey, tuple[Marked, ...]]:
    found: dict[UnitKey, list[Marked]] = {}
    for row in rows:
        found.setdefault(_unit_of(row.key, behind), []).append(row)
    arms = {name: n for n, name in enumerate((*behind.models, *behind.conditions))}
    return {
        key: tuple(sorted(own, key=lambda r: (arms.get(r.key.model, 0), r.key.repeat,
                                              arms.get(r.key.condition, 0))))
        for key, own in found.items()
    }  # fmt: skip


def _unit_of(key: Key, behind: Behind) -> UnitKey:
    alone = ("", 0) if behind.paired else (key.model, key.repeat)
    return (key.qid, key.regime, key.surface, *alone)


def _in_order(units: Iterable[UnitKey]) -> list[UnitKey]:
    """Order units by the hash of their question, and each question's further units at the end."""
    seen: Counter[str] = Counter()
    placed: list[tuple[int, UnitKey]] = []
    for unit in sorted(units, key=lambda u: (sha256(u[0].encode()).hexdigest(), u)):
        placed.append((seen[unit[0]], unit))
        seen[unit[0]] += 1
    return [unit for _, unit in sorted(placed, key=lambda one: one[0])]  # stable


def _differing_first(
    units: Mapping[UnitKey, tuple[Marked, ...]], ordered: Sequence[UnitKey], behind: Behind
) -> tuple[Chosen, ...]:
    differ = {key: _signed(units[key], behind) != 0 for key in ordered}
    first = sorted(ordered, key=lambda key: not differ[key])  # stable: the order stays among equals
    return tuple(
        Chosen("what is compared differs" if differ[key] else "what is compared agrees", units[key])
        for key in first[:EXAMPLES]
    )


def _signed(rows: Iterable[Marked], behind: Behind) -> int:
    return sum(
        term.sign * hit for row in rows for term, hit in zip(behind.terms, row.hits, strict=False)
    )


def _kinds(behind: Behind) -> list[tuple[int, bool]]:
    """Give each term's hits, and the rest of its base where it has one, as (term, hit)."""
    kinds = [(n, True) for n, term in enumerate(behind.terms)
             if term.hits != ALL or len(behind.terms) > 1]  # fmt: skip
    based = [(n, False) for n, term in enumerate(behind.terms)
             if term.hits != ALL and term.of_measure]  # fmt: skip
    return [*kinds, *based]


def _each_kind(
    units: Mapping[UnitKey, tuple[Marked, ...]], ordered: Sequence[UnitKey], behind: Behind
) -> tuple[Chosen, ...]:
    taken: dict[UnitKey, None] = {}
    for kind in _kinds(behind):
        first = next((k for k in ordered if k not in taken and _is(units[k], kind)), None)
        if first is not None:
            taken[first] = None
    chosen = [*taken, *(key for key in ordered if key not in taken)][:EXAMPLES]
    return tuple(Chosen(_why(units[key], behind), units[key]) for key in chosen)


def _is(rows: Sequence[Marked], kind: tuple[int, bool]) -> bool:
    term, hit = kind
    return any(row.hits[term] == hit and row.based[term] for row in rows if row.hits)


def _why(rows: Sequence[Marked], behind: Behind) -> str:
    for n, term in enumerate(behind.terms):
        named = f"{term.noun} {term.place}".strip()
        if _is(rows, (n, True)):
            return f"counted among the {named}"
        if _is(rows, (n, False)) and len(behind.terms) == 1:
            return f"not counted among the {named}"
    return ""
