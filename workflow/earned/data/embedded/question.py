"""One question of the set, before its context is put together."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass

from earned.data.embedded.entity import Entity, Paragraph

Fact = tuple[str, int]
Draft = tuple[dict[str, str], "Question"]
Told = dict[str, Paragraph]


@dataclass(frozen=True)
class Question:
    """A question with its two supporting paragraphs; `facts` are (title, sentence index)."""

    question: str
    answer: str
    kind: str
    facts: tuple[Fact, ...]

    @property
    def titles(self) -> tuple[str, ...]:
        """Titles of the two supporting paragraphs, in the order of the hops."""
        return tuple(dict.fromkeys(title for title, _ in self.facts))

    @property
    def qid(self) -> str:
        """24 hexadecimal digits of the content's SHA-256; no position enters it."""
        content = json.dumps([self.question, self.answer, self.kind, self.titles])
        return hashlib.sha256(content.encode()).hexdigest()[:24]


def support(told: Told, entity: Entity, *facts: str) -> tuple[Fact, ...]:
    """The sentences that state the facts; a name alone is stated by the first sentence."""
    wanted = [f for f in facts if f != "name"] or ["name"]
    return tuple((entity.name, i) for i in sorted({told[entity.name].where(f) for f in wanted}))
