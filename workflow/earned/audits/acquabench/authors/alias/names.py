"""Short forms of a person's name (regime D1)."""

from __future__ import annotations

import re

from earned.audits.acquabench.authors.alias.person import RANKS, PersonName, is_initial, person_name


def name_forms(value: str) -> list[tuple[str, str]]:
    """List (kind, form) of a person's name, best first; empty where it has no parts.

    Kinds: `rank` shortens a leading rank; `middle-initials` leaves the initials of middle names;
    `middle-dropped` leaves out middle names that are initials already; `given-initial` leaves
    initials of all given names. The surname stays whole, and a nickname in quotation marks goes
    wherever middle names change. Nothing is left with the surname alone.
    """
    name = person_name(value)
    if name is None:
        return []
    forms = [("rank", f"{RANKS[r]} {value.removeprefix(r).strip()}") for r in name.rank]
    return forms + _middle(name) + _initials(name)


def _middle(name: PersonName) -> list[tuple[str, str]]:
    if not name.middles:
        return []
    written = [initials(word) for word in name.middles if not _is_nickname(word)]
    kind = "middle-initials"
    if all(is_initial(word) for word in name.middles):
        kind, written = "middle-dropped", []
    return [(kind, _whole(name, [name.given, *written]))]


def _initials(name: PersonName) -> list[tuple[str, str]]:
    if is_initial(name.given):
        return []
    names = [word for word in (name.given, *name.middles) if not _is_nickname(word)]
    return [("given-initial", _whole(name, [initials(word) for word in names]))]


def _whole(name: PersonName, given: list[str]) -> str:
    return " ".join([*name.rank, *given, *name.surname, *name.suffix])


def _is_nickname(word: str) -> bool:
    return not word[0].isalpha()


def initials(word: str) -> str:
    """Shorten a given name to its initial, a compound to one for each part: Jean-Luc to J.-L."""
    if is_initial(word) or word.islower():
        return word
    return "-".join(f"{part[0]}." for part in re.split("-", word) if part)
