"""What decoys are chosen by: the type of an answer, its words, and which answers are too close.

The answers of a request set are indexed once, so that no item is compared with all others.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import ceil
from typing import Literal

from earned.population.function_words import FUNCTION_WORDS
from earned.population.normal_form import normalize_answer, token_f1

AnswerType = Literal["numeric", "named", "text"]

# A decoy this close to the reference could count as a success at a reported threshold.
CLOSEST_F1 = Fraction(1, 2)
NUMBER_WORDS = frozenset(
    """
    zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety
    hundred thousand million billion trillion dozen
    """.split()  # noqa: SIM905 - a wrapped text is easier to review than a list of literals
)
# Only English: "University of Texas at Austin" is a name, "Ricard Rubio i Vives" is text.
_FUNCTION_WORDS = FUNCTION_WORDS | {"a", "an", "of", "in", "on", "at", "to", "by", "as", "or"}
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def answer_type(answer: str) -> AnswerType:
    """Classify an answer by its surface.

    numeric: digits or cardinal number words only. named: every content word starts with a capital
    (a word that starts with a digit has no case and does not count against it). Else text.
    """
    words = _WORD.findall(answer)
    if words and all(w.isdecimal() or w.lower() in NUMBER_WORDS for w in words):
        return "numeric"
    content = [w for w in words if w.lower() not in _FUNCTION_WORDS] or words
    cased = [w for w in content if not w[0].isdecimal()]
    return "named" if cased and all(w[0].isupper() for w in cased) else "text"


def is_far_enough(value: str, reference: str) -> bool:
    """Tell whether a value cannot pass for the reference.

    It does where one normalized string equals or contains the other, or F1 is at least 0.50.
    """
    return _are_far(normalize_answer(value), normalize_answer(reference))


def _are_far(ours: str, theirs: str) -> bool:
    """`is_far_enough` of two normalized strings."""
    return ours not in theirs and theirs not in ours and token_f1(ours, theirs) < CLOSEST_F1


class Answers:
    """The answers of a request set, in the order of their qids.

    Args:
        given: (qid, answer), in any order.
    """

    def __init__(self, given: Sequence[tuple[str, str]]) -> None:
        self.entries = sorted(given)
        self._normal = [normalize_answer(value) for _, value in self.entries]
        self._equal: dict[str, list[int]] = defaultdict(list)
        self._holding: dict[tuple[str, int], list[int]] = defaultdict(list)
        self._frequency: Counter[str] = Counter()
        self._alike: dict[tuple[AnswerType, int], list[int]] = defaultdict(list)
        self._levels: dict[tuple[AnswerType, int, bool, int], list[int]] = {}
        for place, (normal, (_, value)) in enumerate(zip(self._normal, self.entries, strict=True)):
            self._equal[normal].append(place)
            words = normal.split()
            self._alike[answer_type(value), len(words)].append(place)
            for token in set(words):
                self._holding[token, len(words)].append(place)
                self._frequency[token] += 1
        self._text = "\n" + "".join(f"{normal}\n" for normal in self._equal)
        self._lengths = sorted({len(normal) for normal in self._equal})

    def of(self, qid: str) -> range:
        """Find an item's own answers."""
        next_qid = f"{qid}\0"
        return range(*(bisect_left(self.entries, (name, "")) for name in (qid, next_qid)))

    def too_close(self, reference: str) -> set[int]:
        """Find every answer that `is_far_enough` refuses."""
        theirs = normalize_answer(reference)
        if not theirs:
            return set(range(len(self.entries)))
        near = {place for equal in self._within(theirs) for place in equal}
        near.update(place for equal in self._around(theirs) for place in equal)
        sharing = set(self._sharing(theirs.split())) - near
        return near | {p for p in sharing if not _are_far(self._normal[p], theirs)}

    def levels(self, reference: str) -> Iterator[tuple[bool, int, list[int]]]:
        """Give (type mismatch, difference in words, answers), nearest first."""
        kind, words = answer_type(reference), len(normalize_answer(reference).split())
        farthest = max((abs(other - words) for _, other in self._alike), default=-1)
        for mismatch in (False, True):
            for difference in range(farthest + 1):
                yield mismatch, difference, self._level((kind, words, mismatch, difference))

    def _level(self, at: tuple[AnswerType, int, bool, int]) -> list[int]:
        if at not in self._levels:
            kind, words, mismatch, difference = at
            self._levels[at] = sorted(
                place
                for (other, length), places in self._alike.items()
                if (other != kind) == mismatch and abs(length - words) == difference
                for place in places
            )
        return self._levels[at]

    def _sharing(self, theirs: Sequence[str]) -> Iterator[int]:
        """Find every answer whose F1 may be too high, by its rarer tokens.

        F1 = 2c/(a + b) of a and b tokens, c in common. An answer that shares c of the a holds one
        of any a - c + 1 of them.
        """
        rarest = sorted(theirs, key=self._frequency.__getitem__)
        for length in {length for _, length in self._alike}:
            common = ceil(CLOSEST_F1 * (len(theirs) + length) / 2)
            if common <= min(len(theirs), length):
                for token in set(rarest[: len(theirs) - common + 1]):
                    yield from self._holding.get((token, length), ())

    def _within(self, theirs: str) -> Iterator[list[int]]:
        """Find the answers that stand in a normalized text."""
        for length in self._lengths[: bisect_left(self._lengths, len(theirs) + 1)]:
            for start in range(len(theirs) - length + 1):
                yield self._equal.get(theirs[start : start + length], [])

    def _around(self, theirs: str) -> Iterator[list[int]]:
        """Find the answers that a normalized text stands in."""
        at = self._text.find(theirs)
        while at >= 0:
            start, end = self._text.rfind("\n", 0, at) + 1, self._text.find("\n", at)
            yield self._equal[self._text[start:end]]
            at = self._text.find(theirs, end)


Candidates = Answers | Sequence[tuple[str, str]]
"""A request set's answers, indexed already or not."""
