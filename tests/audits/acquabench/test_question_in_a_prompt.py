"""Finding the question that a prompt asks, among all that it could."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.agents.brackets import squeeze
from earned.audits.acquabench.reading import Questions


@given(st.lists(st.text("ab ", max_size=5), max_size=6), st.text("ab ", max_size=20))
def test_the_question_found_is_the_longest_that_occurs(questions: list[str], prompt: str) -> None:
    occurring = [q for q in map(squeeze, questions) if q in prompt]
    assert Questions(questions).asked(prompt) == max(occurring, key=len, default="")


@pytest.mark.parametrize("question", ["^what?", "]x", "-a", "\\b", "[z]"])
def test_a_question_may_begin_with_any_character(question: str) -> None:
    assert Questions([question, "zz"]).asked(f"x {question} y") == question
