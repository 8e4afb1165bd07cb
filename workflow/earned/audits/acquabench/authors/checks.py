"""Acceptance checks of a template that hold for every author."""

from __future__ import annotations

from earned.audits.acquabench.authors.tokens import lexicon
from earned.population.normal_form import stands_in

SLOT = "<VALUE>"
MIN_WORDS = 3
MAX_WORDS = 45
PROHIBITED = lexicon("""question answer correct response reference gold value price worth valued""")


def word_count(template: str) -> int:
    """Count white-space separated words of a template, the slot counting as one.

    The template is counted, not the filled sentence, so that GOLD and SHAM are admitted alike.
    """
    return len(template.split())


def outside_slot(template: str) -> tuple[str, ...]:
    """Give the pieces of text around the slots."""
    return tuple(template.split(SLOT))


def prohibited_words(template: str) -> tuple[str, ...]:
    """List the prohibited words that stand as whole words outside the slot, any case."""
    words = [word.lower() for text in outside_slot(template) for word in split_words(text)]
    return tuple(dict.fromkeys(word for word in words if word in PROHIBITED))


def split_words(text: str) -> list[str]:
    """Split at everything that is neither a letter nor a digit."""
    return "".join(char if char.isalnum() else " " for char in text).split()


def leaks_reference(template: str, reference: str) -> bool:
    """Say whether the normalized reference stands in the text around the slot, as words."""
    return any(stands_in(reference, text) for text in outside_slot(template))


def template_faults(template: str, reference: str) -> tuple[str, ...]:
    """Name what keeps a template from being accepted, whoever wrote it (section 4 of the paper).

    Length is 3 to 45 words of the template, the slot counting as one word.

    Returns:
        Fixed names in fixed order, empty where the template passes: `slot-count`,
        `reference-outside-slot`, `question-mark`, `prohibited-word`, `too-short`, `too-long`.
    """
    words = word_count(template)
    found = {
        "slot-count": template.count(SLOT) != 1,
        "reference-outside-slot": leaks_reference(template, reference),
        "question-mark": "?" in template,
        "prohibited-word": bool(prohibited_words(template)),
        "too-short": words < MIN_WORDS,
        "too-long": words > MAX_WORDS,
    }
    return tuple(name for name, present in found.items() if present)
