"""Steps carry what the engine counted for the completion behind them."""

from __future__ import annotations

from earned.agents.episode import ActionEpisode, Limits
from earned.records.completion import Completion
from toy_agents import World, said


def counted(text: str, prompt: int, completion: int) -> Completion:
    return Completion(
        text=text, finish_reason="stop", prompt_tokens=prompt, completion_tokens=completion
    )


def test_steps_and_the_forced_finish_carry_the_engines_counts() -> None:
    episode = ActionEpisode("", World(), Limits(2, 16, 0.0, 2, 0))
    episode.feed("a", counted("Action 1: Search[x]", 100, 7))
    episode.feed("b", counted("no action at all", 130, 5))
    episode.feed("c", counted("Oslo]", 150, 3))
    assert episode.forced
    made = [*episode.steps, episode.forced]
    assert [(s.prompt_tokens, s.completion_tokens) for s in made] == [(100, 7), (130, 5), (150, 3)]


def test_a_request_that_failed_for_good_makes_no_step() -> None:
    episode = ActionEpisode("", World(), Limits(2, 16, 0.0, 2, 0))
    episode.feed("a", said("", reason="error", error="no answer"))
    assert (episode.outcome, episode.steps, episode.forced) == ("engine_error", [], None)
