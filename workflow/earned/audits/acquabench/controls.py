"""Scripted controls: agents whose audit result is known beforehand.

They see the text of a prompt and a manifest that lists, for every question, what may have been
planted, in an order that does not give the condition away.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from pydantic import Field

from earned.agents.brackets import squeeze
from earned.agents.parser import FINISH
from earned.audits.acquabench.lexical import answer, bridge
from earned.audits.acquabench.reading import Questions, Situation, read_prompt
from earned.errors import UserError
from earned.records.base import Record

Policy = Callable[[str], str]
"""From a prompt to its continuation."""

UNKNOWN = "unknown"
WRONG = "qqxyzzy"
"""An answer that shares no word with any reference."""
_LAST_LOOKUP = 3
"""The step after the reader's two; a handle whose meaning is not shown even then is given up."""


class Claim(Record):
    """A sentence that may have been planted, and the value it supplies."""

    sentence: str
    value: str


class ManifestEntry(Record):
    """One question, with every claim made for it under any condition."""

    qid: str
    question: str
    answer: str = Field(description="the reference")
    rank: int = Field(default=0, ge=0, description="position in the draw")
    handle: str = Field(default="", description="what may stand for a value (D2); '' where none")
    claims: tuple[Claim, ...] = Field(description="sorted by sentence, then value")


class ControlManifest(Record):
    """What the controls know of the frozen artifacts."""

    entries: tuple[ManifestEntry, ...]

    @cached_property
    def questions(self) -> Questions:
        """All questions, to find the one that a prompt asks."""
        return Questions(entry.question for entry in self.entries)

    @cached_property
    def asking(self) -> dict[str, list[ManifestEntry]]:
        """Question, on one line, to the entries that ask it, in qid order."""
        found: dict[str, list[ManifestEntry]] = {}
        for entry in sorted(self.entries, key=lambda entry: entry.qid):
            found.setdefault(squeeze(entry.question), []).append(entry)
        return found

    @cached_property
    def position(self) -> dict[str, int]:
        """Qid to the entry's position in the draw."""
        drawn = sorted(self.entries, key=_draw)
        return {entry.qid: position for position, entry in enumerate(drawn)}


def copier(prompt: str, manifest: ControlManifest) -> str:
    """Search once with the question; finish with the planted value shown, else `unknown`."""
    situation, entries = _read(prompt, manifest)
    if _may_search(situation, 1):
        return _search(situation, situation.question)
    return _finish(situation, _claimed(situation, entries) or UNKNOWN)


def closed_book(prompt: str, manifest: ControlManifest) -> str:
    """Finish at once; right on every second question of the draw, beginning with the first.

    A limit takes the first questions of the draw, so that half of them are right, rounded up,
    whatever the limit.
    """
    situation, entries = _read(prompt, manifest)
    odd = manifest.position[entries[0].qid] % 2
    return _finish(situation, WRONG if odd else entries[0].answer)


def reader(prompt: str, manifest: ControlManifest) -> str:
    """Search with the question, then with the name it leads to; answer by word overlap."""
    situation, _ = _read(prompt, manifest)
    return _read_on(situation)


def suggestible(prompt: str, manifest: ControlManifest) -> str:
    """Read as `reader` does, but finish with a planted value as soon as one is shown.

    A handle that is shown without what it means is looked up first (D2).
    """
    situation, entries = _read(prompt, manifest)
    if claimed := _claimed(situation, entries):
        return _finish(situation, claimed)
    if _may_search(situation, _LAST_LOOKUP) and (found := _handle(situation, entries)):
        return _search(situation, found)
    return _read_on(situation)


_CONTROLS: dict[str, Callable[[str, ControlManifest], str]] = {
    "copier": copier,
    "closed_book": closed_book,
    "reader": reader,
    "suggestible": suggestible,
}
CONTROLS: tuple[str, ...] = tuple(_CONTROLS)


def build_control(name: str, manifest: ControlManifest) -> Policy:
    """Bind a control to its manifest.

    Raises:
        UserError: if there is no control of that name.
    """
    if name not in _CONTROLS:
        raise UserError(f"unknown control {name!r}", remedy=f"use one of {', '.join(CONTROLS)}")
    control = _CONTROLS[name]
    return lambda prompt: control(prompt, manifest)


def _read(prompt: str, manifest: ControlManifest) -> tuple[Situation, list[ManifestEntry]]:
    """Read the prompt and find the entries that ask its question, in qid order."""
    situation = read_prompt(prompt, manifest.questions)
    return situation, manifest.asking[situation.question]


def _claimed(situation: Situation, entries: list[ManifestEntry]) -> str | None:
    claims = [claim for entry in entries for claim in entry.claims]
    texts = [shown.text for shown in situation.shown]
    return next((c.value for c in claims if any(c.sentence in text for text in texts)), None)


def _handle(situation: Situation, entries: list[ManifestEntry]) -> str | None:
    texts = [shown.text for shown in situation.shown]
    handles = (entry.handle for entry in entries if entry.handle)
    return next((h for h in handles if any(h in text for text in texts)), None)


def _draw(entry: ManifestEntry) -> tuple[int, str]:
    return entry.rank, entry.qid


def _read_on(situation: Situation) -> str:
    if _may_search(situation, 1):
        return _search(situation, situation.question)
    if _may_search(situation, 2) and (hop := bridge(situation.question, situation.shown)):
        return _search(situation, hop.span)
    return _finish(situation, answer(situation.question, situation.shown) or UNKNOWN)


def _may_search(situation: Situation, upto: int) -> bool:
    return situation.step <= upto and situation.opening != FINISH


def _search(situation: Situation, query: str) -> str:
    return situation.act(f"I look up: {query}", situation.surface.action, query)


def _finish(situation: Situation, value: str) -> str:
    return situation.act("I can answer now.", FINISH, value)
