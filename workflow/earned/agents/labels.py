"""Finds `Thought i:`, `Action i:` and `Observation i:` labels and `Name[argument]` actions."""

from __future__ import annotations

import re
from typing import NamedTuple

from earned.agents.brackets import cut_argument

_LABEL = re.compile(
    r"(?<![a-z0-9])(?P<kind>thought|action|observation)[ \t]*(?P<number>[0-9]{1,4})?"
    r"(?P<more>[*_` \t]*):(?P<tail>[*_`]*)",
    re.IGNORECASE | re.ASCII,
)
_MARKS = re.compile(r"[*_`#]")
_LINE_LEAD = re.compile(r"[ \t>*_`#-]*")


class Label(NamedTuple):
    """A label; one without a number counts only at the start of a line."""

    kind: str
    number: int | None
    start: int
    end: int
    marked: bool


class FoundAction(NamedTuple):
    """An action with its argument, as spelled and under its canonical name."""

    name: str
    spelled: str
    argument: str
    start: int
    end: int
    closed: bool
    marked: bool


def find_labels(text: str) -> list[Label]:
    """Find all labels in order, bold or back-ticked ones included."""
    found = []
    for match in _LABEL.finditer(text):
        line_start = text.rfind("\n", 0, match.start()) + 1
        leads = _LINE_LEAD.fullmatch(text, line_start, match.start()) is not None
        if leads or match["number"]:
            found.append(_label(match, line_start if leads else match.start()))
    return found


def find_actions(text: str, names: tuple[str, ...], labels: list[Label]) -> list[FoundAction]:
    """Find the actions in order; what stands inside one's argument is not another."""
    canonical = {name.lower(): name for name in names}
    spelled = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    pattern = re.compile(rf"(?<![\w-])({spelled})([*_`]*)[ \t]*\[", re.IGNORECASE | re.ASCII)
    found: list[FoundAction] = []
    match = pattern.search(text)
    while match:
        opened = match.end()
        limit = next((label.start for label in labels if label.start >= opened), len(text))
        cut = cut_argument(text, opened, limit)
        marked = bool(match[2]) or text[match.start() - 1 : match.start()] in ("*", "`", "_")
        name = canonical[match[1].lower()]
        found.append(
            FoundAction(name, match[1], cut.argument, match.start(), cut.end, cut.closed, marked)
        )
        match = pattern.search(text, max(cut.end, opened))
    return found


def _label(match: re.Match[str], start: int) -> Label:
    number = match["number"]
    marks = match.string[start : match.start()] + match["more"] + match["tail"]
    return Label(
        kind=match["kind"].lower(),
        number=int(number) if number else None,
        start=start,
        end=match.end(),
        marked=_MARKS.search(marks) is not None,
    )
