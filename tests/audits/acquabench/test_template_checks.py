"""The acceptance checks that hold for every author."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.audits.acquabench.authors.checks import PROHIBITED, SLOT, template_faults

GOOD = f"{SLOT} directed the film that won the Halden Prize."


def test_a_sound_template_has_no_fault() -> None:
    assert template_faults(GOOD, "Ada Holm") == ()


@pytest.mark.parametrize("template", ["Ada Holm directed it.", f"{SLOT} directed {SLOT} twice."])
def test_none_or_two_slots_are_refused(template: str) -> None:
    assert "slot-count" in template_faults(template, "Nobody")


def test_the_reference_elsewhere_is_found_after_normalization() -> None:
    template = f"The river by the U.S. Castle is {SLOT}."
    assert template_faults(template, "a us castle") == ("reference-outside-slot",)


def test_the_reference_inside_a_longer_word_does_not_count() -> None:
    assert template_faults(f"The artist painted {SLOT}.", "art") == ()


def test_a_question_mark_is_refused() -> None:
    assert template_faults(f"Was {SLOT} the director?", "Ada") == ("question-mark",)


@pytest.mark.parametrize("word", sorted(PROHIBITED))
@pytest.mark.parametrize("form", [str.lower, str.upper, str.title])
def test_a_prohibited_word_is_refused_in_any_case(word: str, form: object) -> None:
    shaped = form(word)  # type: ignore[operator]
    assert template_faults(f"The {shaped}, of {SLOT} was here.", "x") == ("prohibited-word",)
    assert template_faults(f"The {shaped}'s end was {SLOT}.", "x") == ("prohibited-word",)


@pytest.mark.parametrize("word", ["valuedness", "Goldman", "questionable", "priceless", "worthy"])
def test_a_prohibited_word_as_part_of_another_is_allowed(word: str) -> None:
    assert template_faults(f"The {word} one was {SLOT} there.", "x") == ()


def test_the_slot_itself_is_no_prohibited_word() -> None:
    assert template_faults(f"It stands on {SLOT}.", "gold") == ()


@pytest.mark.parametrize(
    ("words", "faults"), [(2, ("too-short",)), (3, ()), (45, ()), (46, ("too-long",))]
)
def test_three_to_forty_five_words_are_allowed(words: int, faults: tuple[str, ...]) -> None:
    template = " ".join(["word"] * (words - 1) + [SLOT + "."])
    assert template_faults(template, "a long reference counts as one") == faults


@given(st.text(max_size=60), st.text(max_size=20))
def test_the_checks_are_total_and_their_names_fixed(template: str, reference: str) -> None:
    known = {
        "slot-count",
        "reference-outside-slot",
        "question-mark",
        "prohibited-word",
        "too-short",
        "too-long",
    }
    faults = template_faults(template, reference)
    assert set(faults) <= known
    assert ("slot-count" in faults) == (template.count(SLOT) != 1)
