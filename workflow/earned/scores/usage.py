"""What each record of a cell took: alone, and beyond what earlier records had asked already."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from earned.records.trajectory import Step, Trajectory


class Usage(NamedTuple):
    """Completions and tokens of one record.

    The fields without `new` are what the record would have taken if it had run alone. A completion
    is new where no earlier record of the cell had its key, so the new ones of a cell are its
    distinct completions.
    """

    calls: int
    prompt_tokens: int
    completion_tokens: int
    new_calls: int
    new_prompt_tokens: int
    new_completion_tokens: int


def usages(cell: Iterable[Trajectory]) -> Iterator[Usage]:
    """Count each record of one cell, in the order given."""
    seen: set[str] = set()
    for record in cell:
        asked = [step for step in _continuations(record) if step.completion]
        new = list({s.completion: s for s in asked if s.completion not in seen}.values())
        seen.update(step.completion for step in new)
        yield Usage(*_counts(asked), *_counts(new))


def _continuations(record: Trajectory) -> list[Step]:
    return [*record.steps, *([record.forced] if record.forced else [])]


def _counts(steps: Sequence[Step]) -> tuple[int, int, int]:
    return (
        len(steps),
        sum(step.prompt_tokens for step in steps),
        sum(step.completion_tokens for step in steps),
    )
