"""What a form of question is: which facts it joins, and how it asks."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Bridge:
    """Entity A's fact `via` equals entity B's fact `by`; the answer is B's fact `answer`."""

    first: str
    via: str
    second: str
    answer: str
    count: int
    wording: tuple[str, ...]
    by: str = "name"


@dataclass(frozen=True)
class Comparison:
    """Two entities of a kind are compared by a fact; the answer is the lesser or the greater."""

    kind: str
    fact: str
    greater: bool
    count: int
    wording: tuple[str, ...]


@dataclass(frozen=True)
class YesNo:
    """Two entities of a kind; yes if they share the fact."""

    kind: str
    fact: str
    same: bool
    wording: str
