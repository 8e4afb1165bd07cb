"""What the scripted controls must show, and what they showed."""

from __future__ import annotations

from earned.records.base import Record


class Check(Record):
    """One thing that a control must show."""

    name: str
    expected: str
    observed: str
    passed: bool


class ControlOutcome(Record):
    """Whether the pipeline found what a control's behaviour puts there, and nothing else."""

    control: str
    checks: tuple[Check, ...]
    passed: bool
