"""What a leak can be, and what is looked for where."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

Kind = Literal[
    "absolute path",
    "own folder",
    "own name",
    "address",
    "host name",
    "network address",
    "repository remote",
    "timestamp",
    "secret",
    "unreadable",
]
ALL: frozenset[Kind] = frozenset(get_args(Kind))
RANK: tuple[Kind, ...] = (
    "secret", "own folder", "absolute path", "repository remote", "network address", "host name",
    "address", "timestamp", "own name", "unreadable",
)  # fmt: skip
"""What a place is told as that is several of them."""
IN_SOURCE: frozenset[Kind] = frozenset(
    {"own folder", "own name", "address", "repository remote", "secret", "unreadable"}
)
"""What source code may not hold either; patterns and examples of paths and dates belong to it."""

SHOWN = 60


class Hit(NamedTuple):
    """A place in a text."""

    kind: Kind
    start: int
    end: int


class Leak(NamedTuple):
    """One thing that must not leave.

    Attributes:
        kind: what it is.
        text: the match, shortened; of a secret, its first characters only.
        line: in the file's text, from 1; 0 where it has no lines.
        where: the place in a file that is no plain text: a JSON pointer, a column, a member.
    """

    kind: Kind
    text: str
    line: int
    where: str = ""

    def __str__(self) -> str:
        """Say it in words."""
        place = ", ".join([*([f"line {self.line}"] if self.line else []),
                           *([self.where] if self.where else [])])  # fmt: skip
        return f"{self.kind} {self.text!r}" + (f" ({place})" if place else "")


def shortened(kind: Kind, text: str) -> str:
    """Cut a match for display; a report must not spread a secret."""
    if kind == "secret":
        return f"{text[:4]}… ({len(text)} characters)"
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
