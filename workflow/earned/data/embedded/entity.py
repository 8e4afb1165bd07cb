"""What the fictional world is made of, and what is told about it."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

SEED = "earned-embedded-1"


def stream(label: str) -> random.Random:
    """A generator of its own for each part, so that one part's edit leaves the others alone."""
    return random.Random(f"{SEED}:{label}")


@dataclass(frozen=True)
class Entity:
    """One thing of the world: its kind, its unique name, and its facts as printed text."""

    kind: str
    name: str
    facts: Mapping[str, str]

    def get(self, fact: str) -> str:
        """The printed text of a fact, or an empty text where the entity lacks it."""
        return self.name if fact == "name" else self.facts.get(fact, "")


@dataclass(frozen=True)
class Paragraph:
    """An entity's paragraph: its sentences and, for each, the facts that it states."""

    title: str
    sentences: tuple[str, ...]
    stated: tuple[tuple[str, ...], ...]

    @property
    def text(self) -> str:
        """The sentences joined; later ones carry their leading space."""
        return "".join(self.sentences)

    def where(self, fact: str) -> int:
        """Index of the first sentence that states a fact, or -1."""
        return next((i for i, facts in enumerate(self.stated) if fact in facts), -1)


World = Mapping[str, tuple[Entity, ...]]
