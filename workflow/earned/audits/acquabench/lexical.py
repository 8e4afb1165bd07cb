"""Answers questions from paragraphs by word overlap: a weak reader, often wrong by design.

It knows no grammar. It compares stems, looks for the name that the question leads to, and then
takes the span of the asked kind that stands in the sentence sharing most stems with what is left.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from earned.audits.acquabench.spans import head_noun, names, spans
from earned.audits.acquabench.surfaces import Shown
from earned.population.function_words import FUNCTION_WORDS
from earned.scores.tokens import alphanumeric_tokens

_SENTENCE_END = re.compile(r"(?<=[.!?])(?<! [A-Z]\.)\s+(?=[A-Z0-9\"'(])")
_STEM = 5
_DIRECT = 0.8
_TITLE_WEIGHT = 0.9
_DISTANCE_WEIGHT = 0.05


class Passage(NamedTuple):
    """A sentence with its paragraph's title."""

    title: str
    sentence: str


class Finding(NamedTuple):
    """A span, the sentence that holds it and how well both fit."""

    span: str
    passage: Passage
    score: float


def passages(shown: Iterable[Shown]) -> list[Passage]:
    """Split the paragraphs into sentences, in order, without repeats."""
    found = (Passage(one.title, text) for one in shown for text in _SENTENCE_END.split(one.text))
    return list(dict.fromkeys(found))


def stems(text: str) -> list[str]:
    """Return the first letters of the words that carry content, in order."""
    words = (word for word in alphanumeric_tokens(text) if len(word) > 2 or word.isdigit())
    return [word[:_STEM] for word in words if word not in FUNCTION_WORDS]


def bridge(question: str, shown: Iterable[Shown]) -> Finding | None:
    """Find the name to which the sentence nearest to the question leads."""
    return _best(frozenset(stems(question)), passages(shown), names, "")


def answer(question: str, shown: Iterable[Shown]) -> str | None:
    """Take a span from a sentence that repeats the question, else follow the bridge.

    The bridge's name then counts as asked for, and what its sentence shares with the question as
    settled.
    """
    found = passages(shown)
    asked = frozenset(stems(question))
    direct = [one for one in found if _repeats(asked, one)]
    best = _best(asked, direct, lambda sentence: spans(question, sentence), head_noun(question))
    if best is None:
        hop = _best(asked, found, names, "")
        if hop:
            asked = asked.difference(stems(" ".join(hop.passage))).union(stems(hop.span))
        best = _best(asked, found, lambda sentence: spans(question, sentence), head_noun(question))
    return best.span if best else None


def _repeats(asked: frozenset[str], passage: Passage) -> bool:
    return len(asked.intersection(stems(passage.sentence))) >= _DIRECT * len(asked)


def _best(
    asked: frozenset[str],
    found: Iterable[Passage],
    spans_of: Callable[[str], list[re.Match[str]]],
    head: str,
) -> Finding | None:
    findings = (
        Finding(match[0], passage, _score(asked, passage, match, head))
        for passage in found
        for match in spans_of(passage.sentence)
        if not asked.issuperset(stems(match[0]))
    )
    return max(findings, key=lambda finding: finding.score, default=None)


def _score(asked: frozenset[str], passage: Passage, match: re.Match[str], head: str) -> float:
    """Count shared stems, those of the title alone at a discount, less the distance to them."""
    before, after = stems(passage.sentence[: match.start()]), stems(passage.sentence[match.end() :])
    own = asked.intersection(before + after)
    title = asked.intersection(stems(passage.title)) - own
    near = [at for words in (before[::-1], after) for at, stem in enumerate(words) if stem in asked]
    distance = min(near, default=len(before) + len(after))
    headed = bool(head) and head in match[0].lower()
    return len(own) + _TITLE_WEIGHT * len(title) - _DISTANCE_WEIGHT * distance + headed
