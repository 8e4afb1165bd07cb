"""The second verifier of the `rule` author: can an alias be read back by itself (regime D1)?"""

from __future__ import annotations

from earned.audits.acquabench.authors.alias.abbreviations import ABBREVIATIONS, droppable
from earned.audits.acquabench.authors.alias.dates import read_date
from earned.audits.acquabench.authors.alias.person import PersonName, person_name
from earned.audits.acquabench.authors.alias.tokens import placed, value_tokens
from earned.audits.acquabench.authors.candidate import Verdict

_FULL_WORD = 3
_SHORT = {whole.lower(): short.rstrip(".").lower() for whole, short in ABBREVIATIONS.items()}


def verify(alias: str, value: str, person: bool) -> Verdict:
    """Accept an alias only if a reader can get back to the value without outside knowledge.

    A date or number must be the same one. Of a name: a shortened word is a listed abbreviation; a
    bare initial stands for a given name of a person; left out are only middle names of a person, a
    legal form or parenthesis at the end, or an `and` written as a sign; a whole word of three
    letters or more stays; and a word stands alone only where a legal form or parenthesis went.

    Args:
        alias: the proposed form.
        value: the canonical value.
        person: whether the value names a person.
    """
    reason = _fault(alias, value, person_name(value) if person else None)
    return Verdict(accepted=not reason, reason=reason)


def _fault(alias: str, value: str, name: PersonName | None) -> str:
    date = read_date(value)
    if date is not None:
        return "" if read_date(alias) == date else "another-date"
    short, whole = value_tokens(alias), value_tokens(value)
    if short == whole:
        return ""
    at = placed(short, whole)
    if at is None:
        return "token-rule"
    return (
        _truncation_fault(short, [whole[i] for i in at], at, name)
        or _omission_fault(alias, value, at, name)
        or ("" if _whole_words(short, whole, at) else "no-whole-word")
    )


def _truncation_fault(
    short: tuple[str, ...], meant: list[str], at: tuple[int, ...], name: PersonName | None
) -> str:
    for token, whole, position in zip(short, meant, at, strict=True):
        if token == whole or _SHORT.get(whole) == token:
            continue
        if len(token) > 1:
            return "unknown-abbreviation"
        if name is None or position not in name.given_span:
            return "initial-of-no-given-name"
    return ""


def _omission_fault(alias: str, value: str, at: tuple[int, ...], name: PersonName | None) -> str:
    whole = value_tokens(value)
    tail = value_tokens(droppable(value))
    free = set(range(len(whole) - len(tail), len(whole)))
    if len(alias.split()) == 1 and not (tail and set(at).isdisjoint(free)):
        return "lone-word"
    if name is not None:
        free |= set(name.given_span[1:])
    if "&" in alias:
        free |= {i for i, token in enumerate(whole) if token == "and"}
    return "" if set(range(len(whole))) - set(at) <= free else "content-dropped"


def _whole_words(short: tuple[str, ...], whole: tuple[str, ...], at: tuple[int, ...]) -> bool:
    kept = zip(short, at, strict=True)
    return any(token == whole[i] and len(token) >= _FULL_WORD for token, i in kept)
