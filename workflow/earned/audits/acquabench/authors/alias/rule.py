"""The `rule` author of aliases (regime D1): forms of a value, best first."""

from __future__ import annotations

from collections.abc import Iterator

from earned.audits.acquabench.authors.alias.abbreviations import abbreviated, trimmed
from earned.audits.acquabench.authors.alias.dates import date_forms, read_date
from earned.audits.acquabench.authors.alias.names import name_forms
from earned.audits.acquabench.authors.alias.numbers import (
    is_year,
    read_number,
    read_ordinal,
    read_roman,
    spell_year,
)
from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.regimes.answers import answer_type
from earned.words.numbers import spell, spell_ordinal

_MOST_WORDS = 6
# "The Chosen One", "First Lady": here the word counts nothing
_NEVER_FIGURES = (0, 1)


def forms(value: str, person: bool, template: str) -> list[tuple[str, str]]:
    """List (kind, form) of a value in the order of trial, without repeats.

    Args:
        value: the canonical value.
        person: whether it names a person.
        template: the sentence the form is for; a number that opens it gets a capital.
    """
    text = " ".join(value.split())
    made = dict.fromkeys(_forms(text, person))
    return [(kind, _opening(form, template)) for kind, form in made if form != text]


def _forms(value: str, person: bool) -> list[tuple[str, str]]:
    if read_date(value):
        return date_forms(value)
    if whole := number_forms(value):
        return whole
    if person:
        return name_forms(value)
    return [*_phrase_forms(value), *abbreviated(value), *trimmed(value)]


def number_forms(value: str) -> list[tuple[str, str]]:
    """List (kind, form) of a value that is one whole number; empty if it is none.

    Kinds: `year-words` (1968 as it is read out, before it as a count), `number-words` (six words at
    most), `number-digits`.
    """
    number = read_number(value.lower().replace("-", " ").split())
    if number is None:
        return []
    if not value[0].isdecimal():
        return [("number-digits", f"{number:,}")]
    spelt = spell(number)
    counted = [("number-words", spelt)] if _is_short(spelt) else []
    return [("year-words", spell_year(number)), *counted] if is_year(value) else counted


def _is_short(spelt: str) -> bool:
    return len(spelt.replace("-", " ").split()) <= _MOST_WORDS


def _phrase_forms(value: str) -> Iterator[tuple[str, str]]:
    """Rewrite one number within a phrase."""
    words, named = value.split(), answer_type(value) == "named"
    for at, word in enumerate(words):
        for kind, form in _word_forms(word, at):
            written = form.capitalize() if named else form
            yield kind, " ".join([*words[:at], written, *words[at + 1 :]])


def _word_forms(word: str, at: int) -> Iterator[tuple[str, str]]:
    parts = word.lower().split("-")
    number, ordinal = read_number(parts), read_ordinal(parts)
    if at and (roman := read_roman(word)):
        yield "roman-digits", str(roman)
    elif number is not None and number not in _NEVER_FIGURES and not is_year(word):
        figures = word[0].isdecimal()
        spelt = spell(number) if figures else f"{number:,}"
        if _is_short(spelt):
            yield f"phrase-{'words' if figures else 'digits'}", spelt
    elif ordinal is not None and ordinal not in _NEVER_FIGURES and word[0].isdecimal():
        yield "phrase-words", spell_ordinal(ordinal)


def _opening(form: str, template: str) -> str:
    """Give a number in words a capital where it opens the sentence."""
    spelt = template.startswith(SLOT) and form[:1].islower()
    return form[:1].upper() + form[1:] if spelt else form
