"""Questions that offer two candidates: both are dropped, so that neither is given away.

A statement that kept the other candidate would tell the reference by elimination, in SHAM too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.authors.grammar.clause import NotCoveredError
from earned.audits.acquabench.authors.grammar.draft import Draft, draft
from earned.audits.acquabench.authors.grammar.noun import head_of, main_verb
from earned.audits.acquabench.authors.grammar.words import (
    AUXILIARY,
    COMPARATIVE,
    DO,
    POSSESSIVE,
    is_plural,
)
from earned.audits.acquabench.authors.tokens import Words, question_words
from earned.population.normal_form import normalize_answer

_PATTERNS = (
    re.compile(
        r"^(?P<stem>(?:which|what|who)\b[^,]*), (?P<a>[^,]+?) or (?P<b>[^,]+), (?P<post>.+)$",
        re.IGNORECASE,
    ),
    re.compile(r"^(?P<stem>.+)[,:;] (?P<a>.+?),? or (?P<b>[^,]+)$"),
    re.compile(r"^(?P<stem>[^\"]+?)[,:]? (?P<a>\"[^\"]+\"),? or (?P<b>.+)$"),
    re.compile(
        r"^(?P<stem>.+? (?:first|last|earlier|later|older|larger)) (?P<a>.+?) or (?P<b>.+)$"
    ),
    re.compile(r"^(?P<stem>.+?),? (?:out of|between|among) (?P<a>.+?),? (?:and|or) (?P<b>.+)$"),
    re.compile(
        r"^(?:between|out of|of) (?P<a>.+?),? (?:and|or) (?P<b>.+?), "
        r"(?P<stem>(?:who|which|what) .+)$",
        re.IGNORECASE,
    ),
)


@dataclass(frozen=True)
class Choice:
    """A question without its candidates, and the candidates as written."""

    stem: Words
    candidates: tuple[str, str]


def choice(question: str, reference: str) -> Choice | None:
    """Split off two candidates at the end, of which one must be the reference; None if none."""
    text = " ".join(question_words(question).raw)
    wanted = normalize_answer(reference)
    for pattern in _PATTERNS:
        for match in pattern.finditer(text):
            pair = (match["a"], match["b"])
            if wanted in {normalize_answer(name) for name in pair}:
                post = match.groupdict().get("post", "")
                return Choice(question_words(f"{match['stem']} {post}"), pair)
    return None


def offers_candidates(question: str) -> bool:
    """Say whether a question looks like a choice between candidates at its end."""
    text = " ".join(question_words(question).raw)
    return re.search(r"(?:, | between | out of |\" )[^,]+,? or [^,]+$", text) is not None


def relative_to_pair(stem: Words) -> bool:
    """Say whether the predicate holds only within the pair, as "was born first" does."""
    return any(
        stem.plain(i) and (low in COMPARATIVE or (low.endswith(("ier", "iest")) and len(low) > 5))
        for i, low in enumerate(stem.low)
    )


def of_the_two(stem: Words) -> list[Draft]:
    """Draft a statement such as "Of the two bands, <VALUE> was formed first".

    Raises:
        NotCoveredError: with the reason.
    """
    if stem.low[1:4] == ("of", "the", "two"):
        at = main_verb(stem[4:]) + 4
        return _drafted(list(stem.raw[4:at]), stem[at:])
    if stem.opening in {"who", "what", "which"} and stem.low[1] in AUXILIARY:
        return _drafted([], stem[1:])
    if stem.opening == "who":
        return _drafted([], stem[1:])
    if stem.opening not in {"which", "what"}:
        raise NotCoveredError("comparison-not-covered")
    at = main_verb(stem[1:]) + 1
    return _drafted(_plural(stem[1:at]), stem[at:])


def _drafted(noun: list[str], predicate: Words) -> list[Draft]:
    if predicate.opening in DO:
        raise NotCoveredError("comparison-not-covered")
    return [draft("of-the-two", [*_set(noun), SLOT, *predicate.raw])]


def _set(noun: list[str]) -> list[str]:
    phrase = ["of", "the", "two", *noun]
    return [*phrase[:-1], phrase[-1] + ","]


def _plural(noun: Words) -> list[str]:
    """Make a noun phrase plural at its last word.

    Raises:
        NotCoveredError: `comparison-noun` where the head is not the last word.
    """
    head = head_of(noun)
    owned = any(low.endswith(POSSESSIVE) for low in noun.low)
    if head != noun.ending or owned:
        raise NotCoveredError("comparison-noun")
    return [*noun.raw[:-1], plural(noun.raw[-1])]


_PLURALS = {"man": "men", "woman": "women", "person": "people", "series": "series"}


def plural(noun: str) -> str:
    """Form the plural of a regular noun, or of one in a short table."""
    if noun in _PLURALS:
        return _PLURALS[noun]
    for ending in ("man", "woman"):
        if noun.endswith(ending):
            return noun[: -len("man")] + "men"
    if is_plural(noun):
        return noun
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("s", "x", "ch", "sh", "z")) else "s")
