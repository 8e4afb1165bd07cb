"""One step of the paraphrase by rule."""

from __future__ import annotations

from typing import NamedTuple

from earned.audits.acquabench.authors.grammar import verbs
from earned.audits.acquabench.authors.style.words import PARTICIPLE, PAST
from earned.audits.acquabench.authors.tokens import Words, words_of


class Rewrite(NamedTuple):
    """Words from `start` to before `stop` become `words`; `cost` says how much that strains."""

    rule: str
    start: int
    stop: int
    words: tuple[str, ...]
    cost: int

    def applied(self, to: Words) -> Words:
        """Carry the step out."""
        return words_of(" ".join((*to.raw[: self.start], *self.words, *to.raw[self.stop :])))


def has_comma(words: Words, index: int) -> bool:
    """Say whether a word is followed by a comma or another mark."""
    return words.raw[index][-1] in ",;:)"


def participle_of(past: str) -> str:
    """Give the participle of a simple past, "" where it is not known to be a verb's."""
    if past in {"had", "was", "were", "did"}:
        return ""
    return PARTICIPLE.get(past) or _both(past)


def past_of(participle: str) -> str:
    """Give the simple past of a participle, "" where it is not known to be a verb's."""
    return PAST.get(participle) or _both(participle)


def _both(form: str) -> str:
    return form if verbs.is_past(form) and verbs.is_participle(form) else ""
