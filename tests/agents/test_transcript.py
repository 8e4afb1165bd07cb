"""The growing assistant turn."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from earned.agents.parser import parse_step
from earned.agents.transcript import (
    END_OF_OBSERVATION,
    STOPS,
    Turn,
    forced_finish_suffix,
    render_transcript,
)
from earned.engines.stops import cut_at_stop

TURNS = tuple(
    Turn(thought=f"thought {i}", action_line=f"Search[query {i}]", observation=f"seen {i}")
    for i in range(1, 5)
)


def test_an_empty_transcript_opens_the_first_thought() -> None:
    assert render_transcript((), omitted="gone") == "Thought 1:"


def test_a_turn_is_thought_action_observation_and_end_marker() -> None:
    assert render_transcript(TURNS[:1], omitted="gone") == (
        "Thought 1: thought 1\nAction 1: Search[query 1]\n"
        f"Observation 1:\nseen 1\n{END_OF_OBSERVATION}\nThought 2:"
    )


def test_only_the_newest_observations_stay_in_full() -> None:
    text = render_transcript(TURNS, omitted="gone")
    assert [f"seen {i}" in text for i in range(1, 5)] == [False, False, True, True]
    assert text.count("gone") == 2
    assert all(turn.thought in text and turn.action_line in text for turn in TURNS)
    assert "gone" not in render_transcript(TURNS, omitted="gone", keep_observations=4)


def test_a_step_without_action_has_no_action_line() -> None:
    turn = Turn(thought="t", action_line="", observation="say it again")
    assert "Action" not in render_transcript([turn], omitted="gone")


def test_the_forced_finish_opens_the_answer_of_the_last_step() -> None:
    text = render_transcript(TURNS, omitted="gone") + forced_finish_suffix(5, "Answer now.")
    assert text.endswith("\nThought 5: Answer now.\nAction 5: Finish[")
    last = text[text.rindex("Thought 5") :] + "Oslo]"
    parsed = parse_step(last, step=5, expected_action="Search", known_actions=("Search",))
    assert (parsed.action, parsed.argument, parsed.diagnostics) == ("Finish", "Oslo", ())


def test_a_text_is_cut_at_the_first_stop_whatever_the_engine_did() -> None:
    """Field case 24."""
    assert cut_at_stop("Action 1: Search[x]\nObservation 1: y", STOPS)[0] == "Action 1: Search[x]"
    assert cut_at_stop("a Observation: b\nObservation c", STOPS)[0] == "a "
    assert cut_at_stop("nothing", STOPS)[0] == "nothing"


@given(st.lists(st.sampled_from([*STOPS, "a", "\n", "Observation"]), max_size=9).map("".join))
def test_a_cut_text_holds_no_stop(text: str) -> None:
    """Field case 24."""
    kept = cut_at_stop(text, STOPS)[0]
    assert text.startswith(kept)
    assert not any(stop in kept for stop in STOPS)
