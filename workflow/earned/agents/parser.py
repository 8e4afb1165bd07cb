"""Reads one thought and one action out of what a model wrote. It knows no surface."""

from __future__ import annotations

import re

from pydantic import Field

from earned.agents.brackets import cut_argument
from earned.agents.diagnostics import Diagnostic, diagnose
from earned.agents.found_step import find_step
from earned.agents.labels import find_labels
from earned.agents.reasoning import split_reasoning
from earned.records.base import Record

__all__ = [
    "FINISH",
    "ParsedStep",
    "parse_forced_finish",
    "parse_step",
    "split_reasoning",
]

FINISH = "Finish"
_REOPENED = re.compile(r"[\s*`]*Finish[*`]*\s*\[", re.IGNORECASE)


class ParsedStep(Record):
    """One step as the model wrote it."""

    thought: str = Field(description="on one line, without its label")
    action: str | None = Field(description="`Finish`, a canonical action name; None: unparsable")
    argument: str = Field(description="on one line; empty where there is no action")
    diagnostics: tuple[Diagnostic, ...] = Field(description="sorted, each at most once")
    dropped_actions: int = Field(ge=0, description="actions after the one that counts")

    @property
    def action_line(self) -> str:
        """Spell the action as the transcript shows it; empty where there is none."""
        return "" if self.action is None else f"{self.action}[{self.argument}]"


def parse_step(
    text: str, *, step: int, expected_action: str, known_actions: tuple[str, ...]
) -> ParsedStep:
    """Read the first action of a continuation, and the thought before it.

    Args:
        text: what the model wrote, with or without the label that the prompt may have given.
        step: the number that labels should carry, from 1.
        expected_action: the canonical action name in use; another known one is a mismatch.
        known_actions: every canonical action name; `Finish` is always known.

    An action that follows an `Action i:` label is preferred to one that a thought mentions.
    Never raises.
    """
    visible, _ = split_reasoning(text)
    found = find_step(visible, (FINISH, *known_actions))
    return ParsedStep(
        thought=found.thought,
        action=found.chosen.name if found.chosen else None,
        argument=found.chosen.argument if found.chosen else "",
        diagnostics=diagnose(found, step, (FINISH, expected_action)),
        dropped_actions=found.dropped,
    )


def parse_forced_finish(text: str) -> str | None:
    """Read the answer from a continuation of an already opened `Finish[`; None if empty.

    A model that starts the step over, and never closes the bracket before, means the argument of
    its own labelled `Finish`.
    """
    visible, _ = split_reasoning(text)
    reopened = _REOPENED.match(visible)
    start = reopened.end() if reopened else 0
    labels = find_labels(visible)
    limit = next((label.start for label in labels if label.start >= start), len(visible))
    cut = cut_argument(visible, start, limit)
    if not cut.closed and labels:
        anew = find_step(visible, (FINISH,)).chosen
        if anew and anew.argument:
            return anew.argument
    return cut.argument or None
