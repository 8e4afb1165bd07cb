"""Faults of a question's own English: a statement made of its words would inherit them."""

from __future__ import annotations

import re

from earned.audits.acquabench.authors.grammar import verbs
from earned.audits.acquabench.authors.grammar.gap import unpaired
from earned.audits.acquabench.authors.grammar.phrase import finite
from earned.audits.acquabench.authors.grammar.words import (
    AUXILIARY,
    BE,
    COUNT_NOUN,
    DEICTIC,
    DETERMINER,
    NUMBER_WORD,
    POSSESSIVE,
    PREPOSITION,
    RELATIVE,
    WH,
    is_adverb,
)
from earned.audits.acquabench.authors.tokens import Words, question_words

ASKING = frozenset(("which", "what", "whose", "no", "any"))


def question_fault(question: str) -> str:
    """Name what makes a question unfit for any construction, "" where nothing does."""
    words = question_words(question)
    text = " ".join(words.raw)
    if len(words) < 3:
        return "question-too-short"
    if "?" in text:
        return "inner-question-mark"
    if text.count('"') % 2 or re.search(r"\s[.,;](?=\w)", text):
        return "malformed-question"
    if re.search(r"[a-z0-9]{3}[.;!] [A-Z]", text):
        return "several-sentences"
    if _deictic(words):
        return "deictic"
    return _malformed(words) or _relative_fault(words)


def _deictic(words: Words) -> bool:
    named = any(words.plain(i) and low in DEICTIC for i, low in enumerate(words.low))
    return named or words.opening in DEICTIC


def _malformed(words: Words) -> str:
    for index in range(1, len(words)):
        before, low = words.low[index - 1], words.low[index]
        plain = words.plain(index)
        unquoted = not words.quoted[index] and len(low) > 1
        if unquoted and before == low:
            return "doubled-word"
        if before == "and" and low in {"who", "whose"} and not _relative(words[1 : index - 1]):
            return "malformed-question"
        if before in {"the", "which", "what"} and low in {"them", "they"}:
            return "malformed-question"
        if low in {"a", "an"} and plain and _after_name(words, index):
            return "missing-comma"
        if plain and low in COUNT_NOUN and _lacks_article(words, index):
            return "missing-article"
    return ""


def owns(word: str) -> bool:
    """Say whether a word as written is a possessive."""
    return word.rstrip(",").endswith(POSSESSIVE)


def _relative(words: Words) -> bool:
    return any(words.plain(i) and low in RELATIVE for i, low in enumerate(words.low))


def _after_name(words: Words, index: int) -> bool:
    """Say whether an article follows a capitalized word without a comma."""
    word = words.raw[index - 1]
    return index > 1 and not words.quoted[index - 1] and word[:1].isupper() and word[-1:].isalpha()


def _lacks_article(words: Words, index: int) -> bool:
    """Say whether a singular count noun stands at the end of a phrase without a determiner."""
    if index + 1 < len(words) and not _ends_phrase(words, index):
        return False
    for back in range(index - 1, -1, -1):
        low = words.low[back]
        determined = low in DETERMINER | NUMBER_WORD | {
            "which",
            "what",
            "whose",
            "no",
            "any",
            "one",
        }
        if determined or owns(words.raw[back]) or low in {"as", "a", "like", "than"}:
            return False
        if words.plain(back) and low in PREPOSITION | AUXILIARY | RELATIVE:
            return low not in BE
        if words.plain(back) and (verbs.is_only_past(low) or _verb_before_name(words, back)):
            return True
    return words.opening not in WH


def _ends_phrase(words: Words, index: int) -> bool:
    """Say whether what follows a noun cannot belong to its name or compound."""
    if words.raw[index][-1] in ",;:)":
        return True
    low = words.low[index + 1]
    if not words.plain(index + 1):
        return False
    verb = verbs.is_past(low) or verbs.is_participle(low) or low.endswith("ing")
    return verb or low in PREPOSITION | RELATIVE | AUXILIARY or is_adverb(low)


def _verb_before_name(words: Words, index: int) -> bool:
    follows = index + 1 < len(words) and words.raw[index + 1][:1].isupper()
    return follows and verbs.is_past(words.low[index])


def _relative_fault(words: Words) -> str:
    for index in range(2, len(words) - 2):
        low, before = words.low[index], words.low[index - 1]
        if not words.plain(index) or low not in {"that", "which", "whom"}:
            continue
        if before in PREPOSITION:
            if (
                index > 1
                and words.low[index - 2] in {"and", "one"}
                and "," not in words.raw[index - 3]
            ):
                return "malformed-question"
            continue
        said = verbs.is_past(before) or verbs.is_third_person(before)
        if not said and _without_gap(words[index + 1 :]):
            return "relative-without-gap"
    return ""


def _bare_coordination(words: Words, index: int) -> bool:
    """Say whether "and for which" or "one of which" follows without a comma."""
    opens = words.low[index - 2] in {"and", "one"}
    return opens and not words.raw[index - 3].endswith(",")


def _without_gap(clause: Words) -> bool:
    """Say whether an object relative clause has its object, and no preposition lacks one."""
    found = [i for i in range(len(clause)) if finite(clause, i)]
    if not found or found[0] == 0 or is_adverb(clause.opening) or found[0] + 1 >= len(clause):
        return False
    verb, end = found[0], found[1] if len(found) > 1 else len(clause)
    following = clause.low[verb + 1]
    has_object = following in DETERMINER | NUMBER_WORD or following.isdigit()
    return has_object and unpaired(clause[verb + 1 : end]) < 0
