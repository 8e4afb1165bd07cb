"""A drafted template with the name of its construction, and the guards on what fills its slot."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.authors.grammar.clause import NotCoveredError
from earned.audits.acquabench.authors.grammar.value import needs_article, value_form
from earned.audits.acquabench.authors.grammar.words import is_plural
from earned.audits.acquabench.authors.tokens import Words, sentence, words_of


@dataclass(frozen=True)
class Draft:
    """One template; `parse` names the construction that made it."""

    parse: str
    template: str


def draft(parse: str, words: Sequence[str]) -> Draft:
    """Make a draft of the words of a statement."""
    return Draft(parse, sentence(list(words)))


def starts_lower(reference: str) -> bool:
    """Say whether a reference would open a sentence with a small letter."""
    return reference[:1].islower()


def require_argument(reference: str) -> None:
    """Refuse a reference that cannot stand as the object of a verb or preposition.

    Raises:
        NotCoveredError: `bare-noun-argument`, `demonym-argument` or `name-needs-article`.
    """
    form = value_form(reference)
    if form in {"bare-noun", "demonym"}:
        raise NotCoveredError(f"{form}-argument")
    if needs_article(reference):
        raise NotCoveredError("name-needs-article")


def require_naming(reference: str) -> None:
    """Refuse a reference that names nothing: a nationality, a long phrase without article.

    Raises:
        NotCoveredError: `demonym-argument` or `bare-noun-argument`.
    """
    if value_form(reference) == "demonym":
        raise NotCoveredError("demonym-argument")
    if value_form(reference) == "bare-noun" and len(reference.split()) > 2:
        raise NotCoveredError("bare-noun-argument")


def naming(
    parse: str, noun: Words, head: str, relative: Sequence[str], reference: str
) -> list[Draft]:
    """Name the value as the noun phrase with its relative clause, slot first or last.

    The slot stands last where a small letter would open the sentence.
    """
    require_naming(reference)
    if noun.opening in {"type", "kind", "sort"}:
        raise NotCoveredError("kind-noun")
    copula = "are" if is_plural(head) else "is"
    phrase = ["the", *noun.raw, *relative]
    first = draft(parse, [SLOT, copula, *phrase])
    closing = closed_phrase(phrase)
    last = [draft(f"{parse}-last", [*closing, copula, SLOT])] if closing else []
    return last if starts_lower(reference) else [first, *last]


def closed_phrase(phrase: Sequence[str]) -> list[str]:
    """Close a subject's parenthesis with a comma; empty where its commas are of other kinds."""
    words = words_of(" ".join(phrase))
    commas = [i for i, word in enumerate(words.raw) if word.endswith(",") and not words.quoted[i]]
    if not commas:
        return list(phrase)
    named = all(word.strip("\"'")[:1].isupper() for word in phrase[commas[0] + 1 :])
    if len(commas) > 1 or not named:
        return []
    return [*phrase[:-1], phrase[-1] + ","]
