"""Runs of tokens that a statement shares with its question."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from earned.audits.acquabench.authors.checks import SLOT, outside_slot
from earned.population.tokens import alphanumeric_tokens as tokens


def longest_run(template: str, question: str) -> int:
    """Count the most tokens in a row that stand in both; a run ends at the slot."""
    asked = tokens(question)
    return max((_longest(tokens(part), asked) for part in outside_slot(template)), default=0)


def _longest(ours: Sequence[str], theirs: Sequence[str]) -> int:
    """Give the length of the longest common substring of two rows of tokens."""
    best, before = 0, [0] * (len(theirs) + 1)
    for token in ours:
        ending = [0, *(before[j] + 1 if token == other else 0 for j, other in enumerate(theirs))]
        best, before = max(best, *ending), ending
    return best


def shared_spans(words: Sequence[str], question: str, length: int) -> list[tuple[int, int]]:
    """Locate every run of `length` tokens that the question has too.

    Args:
        words: a statement's words as written, one of them the slot.
        question: the question.
        length: tokens in a run.

    Returns:
        (first word, word after the last) of each, in order; none for a run across the slot.
    """
    wanted = set(_grams(tokens(question), length))
    parts = ([(t, i) for t in ([""] if SLOT in word else tokens(word))]
             for i, word in enumerate(words))  # fmt: skip
    row = list(chain.from_iterable(parts))
    grams = _grams([token for token, _ in row], length)
    return [
        (row[n][1], row[n + length - 1][1] + 1) for n, gram in enumerate(grams) if gram in wanted
    ]


def _grams(row: Sequence[str], length: int) -> Iterable[tuple[str, ...]]:
    return [tuple(row[n : n + length]) for n in range(len(row) - length + 1)]
