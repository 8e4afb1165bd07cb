"""How a step deviates from the form that the prompt asks for."""

from __future__ import annotations

from typing import Literal

from earned.agents.found_step import FILLER, FoundStep
from earned.agents.labels import FoundAction

Diagnostic = Literal[
    "action_mismatch",
    "empty_argument",
    "extra_actions",
    "invented_observation",
    "lower_case_action",
    "marked_up",
    "missing_bracket",
    "missing_step_number",
    "no_action_label",
    "no_thought",
    "text_after_action",
    "wrong_step_number",
]


def diagnose(found: FoundStep, step: int, allowed: tuple[str, ...]) -> tuple[Diagnostic, ...]:
    """Name every deviation once, in alphabetical order.

    Args:
        found: what the continuation holds.
        step: the number that its labels should carry.
        allowed: the action names that are no mismatch.
    """
    flags: dict[Diagnostic, bool] = {
        "extra_actions": found.dropped > 0,
        "invented_observation": found.invented,
        "no_thought": not found.thought,
        "missing_step_number": any(label.number is None for label in found.labels),
        "wrong_step_number": any(label.number not in (None, step) for label in found.labels),
        "marked_up": any(label.marked for label in found.labels),
    }
    if found.chosen:
        flags["no_action_label"] = all(label.kind != "action" for label in found.labels)
        flags["text_after_action"] = bool(found.rest.strip(FILLER))
        flags["marked_up"] |= found.chosen.marked
        flags.update(_action_flags(found.chosen, allowed))
    return tuple(sorted(name for name, holds in flags.items() if holds))


def _action_flags(action: FoundAction, allowed: tuple[str, ...]) -> dict[Diagnostic, bool]:
    return {
        "action_mismatch": action.name not in allowed,
        "empty_argument": not action.argument,
        "lower_case_action": action.spelled != action.name,
        "missing_bracket": not action.closed,
    }
