"""One trajectory in the making: each outcome, in the order of the first match."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from earned.agents.episode import ActionEpisode, Limits, Observation
from earned.agents.parser import ParsedStep
from earned.agents.transcript import STOPS
from earned.records.completion import Completion
from earned.records.trajectory import OUTCOMES
from toy_agents import said

HEAD = "[head]"


class Echo:
    """A world that shows what was asked of it."""

    action = "Search"
    known_actions = ("Search", "Lookup")
    omitted = "(left out)"
    forced_request = "Answer now."

    def __init__(self) -> None:
        self.asked: list[str] = []

    def act(self, argument: str) -> Observation:
        self.asked.append(argument)
        return Observation(text=f"seen {argument}", shown=(f"{argument}#0",),
                           empty_query=argument == "zzz", planted_shown=(0,))  # fmt: skip

    def complain(self, parsed: ParsedStep, step: int) -> str:
        return f"not understood: {parsed.action} in step {step}"


def play(
    replies: Sequence[str | Completion], steps: int = 3, keep: int = 2
) -> tuple[ActionEpisode, list[str]]:
    """Feed replies until the episode is over; every reply must be asked for."""
    episode = ActionEpisode(HEAD, Echo(), Limits(steps, 16, 0.0, keep, 0))
    prompts = []
    for n, reply in enumerate(replies):
        request = episode.pending()
        assert request is not None
        prompts.append(request.prompt)
        episode.feed(f"key{n}", reply if isinstance(reply, Completion) else said(reply))
    assert (episode.pending() is None) == (episode.outcome is not None)
    return episode, prompts


def test_an_answer_ends_the_trajectory() -> None:
    episode, prompts = play([" a\nAction 1: Search[x]", " b\nAction 2: Finish[Oslo]"])
    assert (episode.outcome, episode.prediction, episode.forced) == ("ok", "Oslo", None)
    assert prompts == [
        f"{HEAD}Thought 1:",
        f"{HEAD}Thought 1: a\nAction 1: Search[x]\nObservation 1:\nseen x\nEnd of observation.\n"
        "Thought 2:",
    ]
    assert [(s.action, s.argument, s.shown, s.completion) for s in episode.steps] == [
        ("Search", "x", ("x#0",), "key0"),
        ("Finish", "Oslo", (), "key1"),
    ]


def test_spent_steps_lead_to_one_forced_answer() -> None:
    replies = [f" t\nAction {n}: Search[q{n}]" for n in (1, 2, 3)]
    episode, prompts = play([*replies, "Apollo [crewed] 11] and more\nThought 5: no"])
    assert (episode.outcome, episode.prediction) == ("forced_finish", "Apollo [crewed] 11")
    assert prompts[-1].endswith("\nThought 4: Answer now.\nAction 4: Finish[")
    assert len(episode.steps) == 3
    assert episode.forced is not None
    assert (episode.forced.action, episode.forced.completion) == ("Finish", "key3")


@pytest.mark.parametrize("empty", ["", "]", "   ]", "\nObservation 4: made up"])
def test_an_empty_forced_answer_is_a_parse_error(empty: str) -> None:
    episode, _ = play(["a", "b", "c", empty])
    assert (episode.outcome, episode.prediction) == ("parse_error", "")
    assert episode.forced is not None
    assert episode.forced.action is None


def test_an_unparsable_step_costs_a_step_and_is_answered() -> None:
    episode, prompts = play(["mere words", "Action 2: Lookup[x]", "Action 3: Finish[]", "y]"])
    assert [s.action for s in episode.steps] == [None, "Lookup", "Finish"]
    assert "Observation 1:\nnot understood: None in step 1\n" in prompts[1]
    assert "Observation 2:\nnot understood: Lookup in step 2\n" in prompts[2]
    assert "Observation 3:\nnot understood: Finish in step 3\n" in prompts[3]
    assert episode.steps[1].diagnostics[0] == "action_mismatch"
    assert episode.environment.asked == []  # type: ignore[attr-defined]
    assert (episode.outcome, episode.prediction) == ("forced_finish", "y")


def test_an_empty_finish_is_no_answer() -> None:
    episode, _ = play(["Action 1: Finish[]", "Action 2: Finish[ ]", "Action 3: Finish[z]"])
    assert (episode.outcome, episode.prediction) == ("ok", "z")
    assert len(episode.steps) == 3


def test_hidden_reasoning_is_not_read_for_actions() -> None:
    """Field case 26."""
    episode, prompts = play(
        ["<think>Action 1: Finish[wrong]</think> t\nAction 1: Search[x]", "Action 2: Finish[y]"]
    )
    assert (episode.outcome, episode.prediction) == ("ok", "y")
    assert "wrong" not in prompts[1]
    assert episode.steps[0].argument == "x"


def test_unclosed_reasoning_without_an_answer_is_an_outcome_of_its_own() -> None:
    """Field case 26."""
    episode, _ = play(["<think>Action 1: Finish[wrong]", "b", "c", "<think>Oslo]"])
    assert (episode.outcome, episode.prediction) == ("unclosed_reasoning", "")
    assert episode.steps[0].action is None


def test_unclosed_reasoning_goes_before_a_parse_error() -> None:
    """First match: the forced answer is empty, and an earlier step never ended its reasoning."""
    assert play(["<think>a", "b", "c", ""])[0].outcome == "unclosed_reasoning"
    assert play(["a", "b", "c", ""])[0].outcome == "parse_error"


def test_an_answer_after_unclosed_reasoning_counts() -> None:
    """Field case 26."""
    episode, _ = play(["<think>a", "Action 2: Finish[y]"])
    assert (episode.outcome, episode.prediction) == ("ok", "y")


@pytest.mark.parametrize("before", [0, 2, 3])
def test_a_failing_engine_is_a_typed_outcome(before: int) -> None:
    """Field cases 27 and 37: also in the forced answer, and never text to score."""
    failure = said("Finish[x]", reason="error", error="HTTP 500")
    episode, _ = play([*["<think>t"] * before, failure])
    assert (episode.outcome, episode.error, episode.prediction) == ("engine_error", "HTTP 500", "")
    assert len(episode.steps) == before
    assert episode.forced is None


def test_a_prompt_over_the_window_is_a_typed_outcome() -> None:
    """Field case 25."""
    episode, _ = play(["<think>a"])
    episode.overflow()
    assert (episode.outcome, episode.prediction) == ("context_overflow", "")
    assert episode.pending() is None
    assert len(episode.steps) == 1


def test_outcomes_are_listed_once() -> None:
    assert len(set(OUTCOMES)) == len(OUTCOMES) == 6


@pytest.mark.parametrize("stop", STOPS)
def test_stop_strings_are_applied_again_to_what_an_engine_returns(stop: str) -> None:
    """Field case 24: an invented observation and what follows it never count."""
    text = f" t\nAction 1: Search[x]{stop} 1: made up\nAction 2: Finish[wrong]"
    episode, prompts = play([text, "Action 2: Finish[y]"])
    assert episode.prediction == "y"
    assert episode.steps[0].dropped_actions == 0
    assert "made up" not in prompts[1]


def test_a_request_carries_limits_and_stops() -> None:
    request = ActionEpisode(HEAD, Echo(), Limits(3, 16, 0.5, 2, 7)).pending()
    assert request is not None
    assert (request.max_tokens, request.temperature, request.stop, request.repeat) == (
        16, 0.5, STOPS, 7,
    )  # fmt: skip


def test_of_several_actions_the_first_counts_and_the_rest_is_counted() -> None:
    """Field case 29."""
    episode, _ = play(["t\nAction 1: Search[a]\nAction 2: Search[b]\nAction 3: Finish[c]", "e"])
    assert episode.environment.asked == ["a"]  # type: ignore[attr-defined]
    assert [s.dropped_actions for s in episode.steps] == [2, 0]
    assert "extra_actions" in episode.steps[0].diagnostics


def test_a_search_for_nothing_is_carried_out_as_an_empty_query() -> None:
    """Field case 34."""
    episode, prompts = play(["Action 1: Search[]", "Action 2: Finish[y]"])
    assert episode.environment.asked == [""]  # type: ignore[attr-defined]
    assert "Observation 1:\nseen " in prompts[1]
    assert "empty_argument" in episode.steps[0].diagnostics


def test_what_the_world_reports_is_recorded() -> None:
    """Field case 34, for an empty query."""
    episode, _ = play(["Action 1: Search[zzz]", "Action 2: Search[x]"])
    assert [s.empty_query for s in episode.steps] == [True, False]
    assert [s.planted_shown for s in episode.steps] == [(0,), (0,)]


def test_older_observations_become_the_marker() -> None:
    replies = [f" t{n}\nAction {n}: Search[q{n}]" for n in (1, 2, 3)]
    _, prompts = play([*replies, "Action 4: Finish[x]"], steps=5)
    assert [prompts[3].count(f"seen q{n}") for n in (1, 2, 3)] == [0, 1, 1]
    assert prompts[3].count("(left out)") == 1
    assert all(f"t{n}\nAction {n}: Search[q{n}]" in prompts[3] for n in (1, 2, 3))
    _, kept = play([*replies, "Action 4: Finish[x]"], steps=5, keep=1)
    assert kept[3].count("(left out)") == 2


def test_steps_that_ended_at_the_cap_are_counted_with_the_forced_one() -> None:
    capped = [said(text, reason="length") for text in ("a", "b")]
    episode, _ = play([capped[0], "b", capped[1], said("Oslo", reason="length")])
    assert episode.capped_steps == 3
    assert (episode.outcome, episode.prediction) == ("forced_finish", "Oslo")
