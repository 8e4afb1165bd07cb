"""An engine that itself refuses a prompt as too long."""

from __future__ import annotations

import pytest

from earned.agents.episode import ActionEpisode, Limits, Observation
from earned.agents.parser import ParsedStep
from earned.engines.outcomes import CONTEXT_OVERFLOW
from toy_agents import said


class World:
    """A world in which nothing is found."""

    action = "Search"
    known_actions = ("Search",)
    omitted = ""
    forced_request = "Answer now."

    def act(self, argument: str) -> Observation:
        return Observation(text=f"nothing on {argument}")

    def complain(self, parsed: ParsedStep, step: int) -> str:
        return f"not understood: {parsed.action} {step}"


@pytest.mark.parametrize(
    ("error", "outcome"),
    [
        (f"{CONTEXT_OVERFLOW}: the server refused the prompt as too long", "context_overflow"),
        ("HTTP status 400 after 1 attempt", "engine_error"),
    ],
)
@pytest.mark.parametrize("before", [0, 1, 2])
def test_a_refused_prompt_is_an_overflow_and_no_missing_record(
    error: str, outcome: str, before: int
) -> None:
    """Field case 25, and 37: only an engine's own failure is missing data."""
    episode = ActionEpisode("", World(), Limits(2, 16, 0.0, 2, 0))
    for n in range(before):
        episode.feed(f"k{n}", said(f"t\nAction {n + 1}: Search[x]"))
    episode.feed("last", said("", reason="error", error=error))
    assert (episode.outcome, episode.prediction, episode.pending()) == (outcome, "", None)
    assert len(episode.steps) == before
