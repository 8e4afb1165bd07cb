"""An engine that itself refuses a prompt as too long."""

from __future__ import annotations

import pytest

from earned.agents.episode import ActionEpisode, Limits
from earned.engines.outcomes import CONTEXT_OVERFLOW
from toy_agents import World, said


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
