"""What a study will ask of an engine: the opening requests of its agent, and how many follow."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from earned.engines.chat import RenderedChat
from earned.records.completion import Request

Chat = Callable[[str, str], RenderedChat]


@dataclass(frozen=True)
class Workload:
    """One model's part of one audit.

    Attributes:
        requests: opening requests of distinct questions, spread over the model's surfaces.
        fresh: one more, whose prompt begins like none of the others.
        arms: requests of one matched unit, which a run has side by side.
        trajectories: at most, over all cells.
        steps: per trajectory at most, the forced finish not counted.
        observed_chars: characters of evidence that a late prompt holds at most.
    """

    requests: tuple[Request, ...]
    fresh: Request
    arms: int
    trajectories: int
    steps: int
    observed_chars: int
