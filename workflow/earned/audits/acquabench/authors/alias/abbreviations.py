"""Abbreviations and other short forms of names that are no person's (regime D1)."""

from __future__ import annotations

import re

from earned.audits.acquabench.authors.alias.person import RANKS

# Only abbreviations that begin their word: the token rule knows no others ("Ltd.", "Rd.", "Dr.").
KIND_NOUNS = {
    "Street": "St.", "Avenue": "Ave.", "Square": "Sq.", "University": "Univ.",
    "College": "Coll.", "Institute": "Inst.", "Institution": "Inst.", "Academy": "Acad.",
    "School": "Sch.", "Museum": "Mus.", "Orchestra": "Orch.", "Hospital": "Hosp.",
    "Association": "Assoc.", "Society": "Soc.", "Laboratory": "Lab.", "Technology": "Tech.",
    "Engineering": "Eng.", "International": "Int.", "National": "Nat.", "District": "Dist.",
    "Corporation": "Corp.", "Company": "Co.", "Incorporated": "Inc.", "Productions": "Prod.",
}  # fmt: skip
STATES = {
    "Alabama": "Ala.", "Arizona": "Ariz.", "Arkansas": "Ark.", "California": "Calif.",
    "Colorado": "Colo.", "Connecticut": "Conn.", "Delaware": "Del.", "Illinois": "Ill.",
    "Indiana": "Ind.", "Kansas": "Kan.", "Massachusetts": "Mass.", "Michigan": "Mich.",
    "Minnesota": "Minn.", "Mississippi": "Miss.", "Montana": "Mont.", "Nebraska": "Neb.",
    "Nevada": "Nev.", "Oklahoma": "Okla.", "Oregon": "Ore.", "Tennessee": "Tenn.",
    "Texas": "Tex.", "Washington": "Wash.", "Wisconsin": "Wis.", "Wyoming": "Wyo.",
}  # fmt: skip
ABBREVIATIONS = KIND_NOUNS | STATES | RANKS
_LEGAL_FORM = re.compile(
    r",? (?:Limited|Incorporated|Ltd\.?|Inc\.?|Corp\.?|Co\.|S\.\s?A\.?|N\.\s?V\.?|A\.\s?G\.?|A/S|"
    r"LLC|L\.L\.C\.|GmbH|plc|PLC)$"
)
_PARENTHESIS = re.compile(r"\s+\([^()]*\)$")
# a sign reads well in a short name or list, not in running text or after a comma
_AND = re.compile(r"(?<!,) and ")
_LONGEST_JOINED = 6
_STATE = re.compile(r"(.+, )([A-Z][a-z]+)")
_OFFICE = re.compile(r"([A-Z][a-z]+)( of .+)")


def abbreviated(value: str) -> list[tuple[str, str]]:
    """List (kind, form) with one word abbreviated, best first.

    Kinds: `abbreviation` (a kind noun of a name of several words, the leftmost first), `state` (a
    US state after a comma), `office` (a leading office with `of`).
    """
    forms: list[tuple[str, str]] = []
    words = value.split()
    for at, word in enumerate(words):
        if word in KIND_NOUNS and len(words) > 1:
            forms.append(("abbreviation", _replaced(words, at, KIND_NOUNS[word])))
    if (found := _STATE.fullmatch(value)) and found[2] in STATES:
        forms.append(("state", found[1] + STATES[found[2]]))
    if (found := _OFFICE.fullmatch(value)) and found[1] in RANKS:
        forms.append(("office", RANKS[found[1]] + found[2]))
    return forms


def _replaced(words: list[str], at: int, word: str) -> str:
    return " ".join([*words[:at], word, *words[at + 1 :]])


def trimmed(value: str) -> list[tuple[str, str]]:
    """List (kind, form) without what adds nothing to a name.

    Kinds: `legal-form` drops a company's legal form; `parenthesis` drops a trailing one;
    `ampersand` writes the word and as a sign, in six words at most.
    """
    forms = {
        "legal-form": _LEGAL_FORM.sub("", value),
        "parenthesis": _PARENTHESIS.sub("", value),
        "ampersand": _AND.sub(" & ", value) if len(value.split()) <= _LONGEST_JOINED else value,
    }
    return [(kind, form) for kind, form in forms.items() if form != value]


def droppable(value: str) -> str:
    """Give the text at the end of a value that may be left out, "" where none may."""
    kept = _PARENTHESIS.sub("", _LEGAL_FORM.sub("", value))
    return value.removeprefix(kept)
