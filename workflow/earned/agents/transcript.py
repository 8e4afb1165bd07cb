"""The growing assistant turn: thoughts, actions and what the environment showed."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from earned.records.base import Record

STOPS: tuple[str, ...] = ("\nObservation", "Observation:")
"""Texts at which a continuation ends: the environment alone writes observations."""

END_OF_OBSERVATION = "End of observation."
"""The line after each observation."""


class Turn(Record):
    """One finished step."""

    thought: str = Field(description="on one line")
    action_line: str = Field(description="e.g. `Search[query]`; empty where none was parsed")
    observation: str = Field(description="what the environment wrote, without label and marker")


def render_transcript(turns: Sequence[Turn], *, omitted: str, keep_observations: int = 2) -> str:
    """Write the assistant turn so far; it ends with the label of the next thought.

    Args:
        turns: the finished steps, oldest first.
        omitted: the fixed marker that stands for an older observation.
        keep_observations: how many of the newest observations stay in full.
    """
    oldest_kept = len(turns) - keep_observations
    parts = [
        _render_turn(
            turn.thought,
            turn.action_line,
            _observation(turn, index, oldest_kept, omitted),
            index + 1,
        )
        for index, turn in enumerate(turns)
    ]
    return "".join([*parts, f"Thought {len(turns) + 1}:"])


def forced_finish_suffix(step: int, request: str) -> str:
    """Write the last step's opening, after `render_transcript`: the request, then `Finish[`."""
    return f" {request}\nAction {step}: Finish["


def _observation(turn: Turn, index: int, oldest_kept: int, omitted: str) -> str:
    return turn.observation if index >= oldest_kept else omitted


def _render_turn(thought: str, action_line: str, observation: str, step: int) -> str:
    action = f"Action {step}: {action_line}\n" if action_line else ""
    return (
        f"Thought {step}: {thought}\n{action}"
        f"Observation {step}:\n{observation}\n{END_OF_OBSERVATION}\n"
    )
