"""Finds the one action of a continuation that counts, and the thought before it."""

from __future__ import annotations

from itertools import takewhile
from typing import NamedTuple

from earned.agents.brackets import squeeze
from earned.agents.labels import FoundAction, Label, find_actions, find_labels

FILLER = " \t\n\r*_`."
"""What may stand around thoughts and actions without meaning anything."""

_MARKUP = FILLER.removesuffix(".")


class FoundStep(NamedTuple):
    """What a continuation holds.

    Attributes:
        thought: on one line.
        chosen: the action that counts.
        labels: the labels before it.
        rest: the text after it, up to an invented observation.
        invented: an observation was invented.
        dropped: how many actions follow the one that counts, in the invented part too.
    """

    thought: str
    chosen: FoundAction | None
    labels: list[Label]
    rest: str
    invented: bool
    dropped: int


def find_step(text: str, names: tuple[str, ...]) -> FoundStep:
    """Find the first action under an action label, else the first; nothing after an observation.

    Args:
        text: a continuation without hidden reasoning.
        names: the canonical action names.
    """
    labels, actions = _scan(text, names)
    end = next((label.start for label in labels if label.kind == "observation"), len(text))
    own = [label for label in labels if label.start < end]
    chosen = _choose(text[:end], own, [action for action in actions if action.start < end])
    before = list(takewhile(lambda label: chosen is None or label.start < chosen.start, own))
    return FoundStep(
        thought=_thought(text[: _thought_end(before, chosen, end)], before),
        chosen=chosen,
        labels=before,
        rest=text[chosen.end : end] if chosen else "",
        invented=end < len(text),
        dropped=sum(chosen is None or action.start > chosen.start for action in actions),
    )


def _scan(text: str, names: tuple[str, ...]) -> tuple[list[Label], list[FoundAction]]:
    """Find actions, and the labels that are not inside an action's argument."""
    labels = find_labels(text)
    actions = find_actions(text, names, labels)
    spans = [(action.start, action.end) for action in actions]
    return [x for x in labels if not any(a <= x.start < b for a, b in spans)], actions


def _choose(text: str, labels: list[Label], actions: list[FoundAction]) -> FoundAction | None:
    """Take the first action under the first action label that is not blank, else the first."""
    ends = [*(label.start for label in labels[1:]), len(text)]
    for label, end in zip(labels, ends, strict=False):
        if label.kind == "action" and text[label.end : end].strip(FILLER):
            return next((one for one in actions if label.end <= one.start < end), None)
    return actions[0] if actions else None


def _thought_end(labels: list[Label], chosen: FoundAction | None, end: int) -> int:
    """Return where the thought ends: at the action's label, else at the action, else at `end`."""
    if chosen is None:
        return end
    return max((x.start for x in labels if x.kind == "action"), default=chosen.start)


def _thought(text: str, labels: list[Label]) -> str:
    """Join what stands between the labels."""
    starts = [0, *(label.end for label in labels)]
    ends = [*(label.start for label in labels), len(text)]
    parts = (text[start:end] for start, end in zip(starts, ends, strict=True))
    return squeeze(" ".join(part.strip(_MARKUP) for part in parts))
