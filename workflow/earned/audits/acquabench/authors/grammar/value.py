"""What kind of phrase a reference is, as far as a slot has to know."""

from __future__ import annotations

import re

from earned.audits.acquabench.authors.grammar.words import (
    ARTICLE,
    DEMONYM,
    DEMONYM_ENDINGS,
    PREPOSITION,
    is_plural,
)
from earned.audits.acquabench.authors.tokens import lexicon

_MONTH = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December)"
)
_DATE = re.compile(
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)? {_MONTH}|{_MONTH} \d{{1,2}}(?:st|nd|rd|th)?)\b.*"
)
_MONTH_YEAR = re.compile(rf"{_MONTH}(?:,? \d{{4}})?")
_YEAR = re.compile(r"(?:(?:AD|c\.) ?)?\d{3,4}(?: ?(?:AD|BC|BCE|CE))?|\d{4}s|the \d{4}s")
_SPAN = re.compile(r"(?:from )?\d{4} ?(?:-|–|to|until|through) ?\d{2,4}")
_TIMES = {"span": _SPAN, "date": _DATE, "month": _MONTH_YEAR, "year": _YEAR}
_NUMBER_WORD = lexicon(
    """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
    fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy
    eighty ninety hundred thousand million billion dozen"""
)
MEASURED = lexicon("tall long high deep wide old")
# names that stand with an article in running text
_ARTICLED = re.compile(
    r"United (?:States|Kingdom)(?: of America)?|Netherlands|Philippines|Bahamas|"
    r"[A-Z].* (?:War|Empire|Ocean|Sea|Islands|Revolution|Dynasty)"
)
_AT = re.compile(
    r"\b(?:University|College|School|Airport|Stadium|Arena|Hospital|Station|Hall|Institute|Academy|"
    r"Park|Museum|Theatre|Theater|Centre|Center|Observatory|Studios?|Ground|Castle)$"
)
ABBREVIATION = re.compile(r"(?:\b[A-Z]|\b(?:Jr|Sr|Inc|Ltd|Co|St|Dr|Mr|Mrs|Ms|No|vs|Corp))\.$")


def is_number(text: str) -> bool:
    """Say whether a text holds digits or number words only."""
    words = re.sub(r"[-,]", " ", text.lower()).split()
    return bool(words) and all(re.fullmatch(r"\d[\d.]*", w) or w in _NUMBER_WORD for w in words)


def starts_with_number(text: str) -> bool:
    """Say whether the first word of a text is a number."""
    words = text.split()
    return bool(words) and is_number(words[0])


def value_form(reference: str) -> str:
    """Classify a reference by its form alone.

    Returns:
        One of `span`, `date`, `month`, `year`, `number`, `demonym`, `name`, `bare-noun`, `plural`,
        `phrase`. `bare-noun` is a lower-case singular without an article.
    """
    text = reference.strip()
    for form, pattern in (
        ("span", _SPAN),
        ("date", _DATE),
        ("month", _MONTH_YEAR),
        ("year", _YEAR),
    ):
        if pattern.fullmatch(text):
            return form
    if is_number(text):
        return "number"
    return _word_form(text.split())


def _word_form(words: list[str]) -> str:
    first = words[0]
    if len(words) == 1 and (first.lower() in DEMONYM or first.lower().endswith(DEMONYM_ENDINGS)):
        return "demonym"
    if first.lower() in ARTICLE | PREPOSITION or starts_with_number(first):
        return "name" if first[0].isupper() else "phrase"
    if first.lstrip("\"'(")[:1].isupper():
        return "name"
    return "plural" if "and" in words or is_plural(words[-1].lower()) else "bare-noun"


def time_preposition(reference: str) -> str:
    """Choose the preposition of a time: in a year or month, on a date, from a span; "" if none."""
    form = value_form(reference)
    if form == "span":
        return "" if reference.startswith("from") else "from"
    return {"date": "on", "month": "in", "year": "in"}.get(form, "")


def place_preposition(reference: str) -> str:
    """Choose the preposition of a named place: at an institution, in any other; "" if not named."""
    if value_form(reference) != "name" or needs_article(reference):
        return ""
    return "at" if _AT.search(reference) else "in"


def needs_article(reference: str) -> bool:
    """Say whether a name without its article would be ungrammatical after a preposition."""
    return _ARTICLED.fullmatch(reference.strip()) is not None


def reference_fault(reference: str) -> str:
    """Name what makes a reference unfit for any slot, "" where nothing does."""
    text = reference.strip()
    if not text:
        return "reference-empty"
    if text.count('"') % 2 or text.count("(") != text.count(")"):
        return "reference-unbalanced"
    if re.search(r"[?!.]$", text) and not ABBREVIATION.search(text):
        return "reference-ends-like-sentence"
    if len(text.split()) > 12:
        return "reference-too-long"
    if text[0].islower() and "," in text and not re.search(r" (?:and|or|&) ", text):
        return "reference-list-without-and"
    if re.search(r" (?:is|was|are|were|has) ", text):
        return "reference-is-clause"
    return ""
