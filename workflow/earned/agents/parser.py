"""Reads one thought and one action out of what a model wrote. It knows no surface."""

from __future__ import annotations

import re
from itertools import takewhile
from typing import Literal

from pydantic import Field

from earned.agents.brackets import cut_argument, squeeze
from earned.agents.labels import FoundAction, Label, find_actions, find_labels
from earned.agents.reasoning import split_reasoning
from earned.errors import UserError
from earned.records.base import Record

__all__ = [
    "FINISH",
    "ParsedStep",
    "check_action_name",
    "parse_forced_finish",
    "parse_step",
    "split_reasoning",
]

FINISH = "Finish"
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
_ACTION_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_REOPENED = re.compile(r"[\s*`]*Finish[*`]*\s*\[", re.IGNORECASE)
_FILLER = " \t\n\r*_`."


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


def check_action_name(name: str) -> str:
    """Return the name if every engine's tool interface would accept it.

    Raises:
        UserError: if it does not match `^[a-zA-Z0-9_-]{1,64}$`.
    """
    if _ACTION_NAME.fullmatch(name):
        return name
    raise UserError(
        f"action name {name!r} is not allowed",
        remedy="use 1 to 64 ASCII letters, digits, underscores or hyphens",
    )


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
    names = (FINISH, *known_actions)
    labels, actions = _scan(visible, names)
    invented = next((label.start for label in labels if label.kind == "observation"), len(visible))
    own = [label for label in labels if label.start < invented]
    chosen = _choose(visible, own, [a for a in actions if a.start < invented], invented)
    before = _labels_before(own, chosen)
    thought_end = _thought_end(own, chosen, invented)
    dropped = sum(chosen is None or action.start > chosen.start for action in actions)
    thought = _thought(visible[:thought_end], before)
    flags: dict[Diagnostic, bool] = {
        "extra_actions": dropped > 0,
        "invented_observation": invented < len(visible),
        "no_thought": not thought,
        **_label_flags(before, step),
        **_action_flags(visible[:invented], chosen, before, expected_action),
    }
    return ParsedStep(
        thought=thought,
        action=chosen.name if chosen else None,
        argument=chosen.argument if chosen else "",
        diagnostics=tuple(sorted(name for name, holds in flags.items() if holds)),
        dropped_actions=dropped,
    )


def parse_forced_finish(text: str) -> str | None:
    """Read the answer from a continuation of an already opened `Finish[`; None if empty."""
    visible, _ = split_reasoning(text)
    reopened = _REOPENED.match(visible)
    start = reopened.end() if reopened else 0
    labels = find_labels(visible)
    limit = next((label.start for label in labels if label.start >= start), len(visible))
    return cut_argument(visible, start, limit).argument or None


def _scan(text: str, names: tuple[str, ...]) -> tuple[list[Label], list[FoundAction]]:
    """Find actions, and the labels that are not inside an action's argument."""
    labels = find_labels(text)
    actions = find_actions(text, names, labels)
    spans = [(action.start, action.end) for action in actions]
    return [x for x in labels if not any(a <= x.start < b for a, b in spans)], actions


def _choose(
    text: str, labels: list[Label], actions: list[FoundAction], end: int
) -> FoundAction | None:
    """Take the first action under the first action label that is not blank, else the first."""
    ends = [label.start for label in labels[1:]] + [end]
    for label, stop in zip(labels, ends, strict=False):
        if label.kind == "action" and text[label.end : stop].strip(_FILLER):
            return next((a for a in actions if label.end <= a.start < stop), None)
    return actions[0] if actions else None


def _labels_before(labels: list[Label], chosen: FoundAction | None) -> list[Label]:
    return list(takewhile(lambda label: chosen is None or label.start < chosen.start, labels))


def _thought_end(labels: list[Label], chosen: FoundAction | None, end: int) -> int:
    """Return where the thought ends: at the action's label, else at the action, else at `end`."""
    if chosen is None:
        return end
    return max(
        (x.start for x in labels if x.kind == "action" and x.end <= chosen.start),
        default=chosen.start,
    )


def _thought(text: str, labels: list[Label]) -> str:
    starts = [0] + [label.end for label in labels]
    ends = [label.start for label in labels] + [len(text)]
    parts = (text[start:end] for start, end in zip(starts, ends, strict=True))
    return squeeze(" ".join(part.strip(_FILLER[:-1]) for part in parts))


def _label_flags(before: list[Label], step: int) -> dict[Diagnostic, bool]:
    return {
        "missing_step_number": any(label.number is None for label in before),
        "wrong_step_number": any(label.number not in (None, step) for label in before),
    }


def _action_flags(
    text: str, chosen: FoundAction | None, before: list[Label], expected: str
) -> dict[Diagnostic, bool]:
    marked = any(label.marked for label in before)
    if chosen is None:
        return {"marked_up": marked}
    return {
        "action_mismatch": chosen.name not in (FINISH, expected),
        "empty_argument": not chosen.argument,
        "lower_case_action": chosen.spelled != chosen.name,
        "marked_up": marked or chosen.marked,
        "missing_bracket": not chosen.closed,
        "no_action_label": not any(label.kind == "action" for label in before),
        "text_after_action": bool(text[chosen.end :].strip(_FILLER)),
    }
