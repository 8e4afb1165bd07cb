"""What keeps a question of the embedded set from being answered in one hop."""

from __future__ import annotations

import pytest

from earned.data.embedded.bridging import bridges
from earned.data.embedded.distractors import distractors
from earned.data.embedded.form import Bridge
from earned.data.embedded.paragraphs import write_paragraphs
from earned.data.embedded.question import Question
from earned.data.embedded.questions import Chooser
from earned.data.embedded.world import build_world

WORLD = build_world()
TOLD = write_paragraphs(WORLD)


def asked(first: str, via: str, second: str, answer: str) -> list[str]:
    form = Bridge(first, via, second, answer, 1, ("",))
    return [question.answer for _, question in bridges(form, WORLD, TOLD)]


def test_a_form_with_two_hops_gives_a_question() -> None:
    assert asked("novel", "author", "person", "birthplace")


def test_a_second_paragraph_that_names_what_is_asked_about_gives_none() -> None:
    assert asked("person", "work", "opera", "premiere") == []


def test_a_first_paragraph_that_holds_the_answer_gives_none() -> None:
    assert asked("novel", "author", "person", "name") == []


def test_a_distractor_never_names_both_supporting_titles() -> None:
    student = next(p for p in WORLD["person"] if TOLD[p.name].where("alma") >= 0)
    home, school = student.get("birthplace"), student.get("alma")
    rivers = [river.name for river in WORLD["river"]][:3]
    near = [e.name for kind in ("town", "school") for e in WORLD[kind]]
    told = {name: TOLD[name] for name in [student.name, *near, *rivers]}
    question = Question("?", "an answer held nowhere", "bridge", ((home, 0), (school, 0)))
    picked = [p.title for p in distractors(question, WORLD, told)]
    assert sorted(picked[5:]) == sorted(rivers)


def test_a_form_that_asks_for_too_many_questions_is_refused() -> None:
    draft = ({"name": "x"}, Question("", "y", "bridge", (("x", 0), ("z", 0))))
    with pytest.raises(ValueError, match="too few questions"):
        Chooser().take([draft], 2, ("Who is {name}?",))
