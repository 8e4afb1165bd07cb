"""Which spans of a sentence can answer a question, told by the question's own words."""

from __future__ import annotations

import re

_MONTH = r"(?:(?:Jan|Febr)uary|March|April|May|Ju(?:ne|ly)|August|(?:Sept|Nov|Dec)ember|October)"
_DATE = re.compile(rf"\b(?:\d{{1,2}} {_MONTH}|{_MONTH} \d{{1,2}},) \d{{3,4}}\b")
_YEAR = re.compile(r"\b\d{4}\b")
_NUMBER = re.compile(
    r"\b\d[\d,]*\b|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b"
)
_CAPITAL = r"[A-Z](?:\.(?= )|[\w'’-]*)"
_NAME = re.compile(rf"\b{_CAPITAL}(?: (?:(?:of|for|and|the) ){{0,2}}{_CAPITAL})*")
_NO_NAME = re.compile(
    rf"(?:It|Its|He|She|They|The|An?|In|On|At|By|First|Born|His|Her|Each|When|{_MONTH}|\w+(?:ian|ic))"
)

_KINDS = (
    (re.compile(r"\bhow (?:many|much|long|far|tall|high|old)\b|\blength\b"), _NUMBER),
    (re.compile(r"\b(?:what|which) year\b"), _YEAR),
    (re.compile(r"\bwhen\b|\b(?:what|which) date\b"), _DATE),
)
_HEAD = re.compile(r"\b(?:which|what)(?: is the (?:name|title) of the)? (\w+)")


def spans(question: str, sentence: str) -> list[re.Match[str]]:
    """Find what can answer the question in a sentence: numbers, years, dates, else names."""
    asked = question.lower()
    pattern = next((kind for cue, kind in _KINDS if cue.search(asked)), None)
    return list(pattern.finditer(sentence)) if pattern else names(sentence)


def names(sentence: str) -> list[re.Match[str]]:
    """Find runs of capitalized words; a lone opener, month or adjective is none."""
    return [match for match in _NAME.finditer(sentence) if not _NO_NAME.fullmatch(match[0])]


def head_noun(question: str) -> str:
    """Return the noun after `which` or `what`, lowercase; empty where there is none."""
    found = _HEAD.search(question.lower())
    return found[1] if found else ""
