"""Agreement of human and machine: counts, Wilson intervals, weighted means, kappa."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pydantic import Field

from earned.grader.strata import ACCEPTED
from earned.records.base import Record
from earned.stats.intervals import LEVEL, Interval, no_interval
from earned.stats.wilson import wilson_interval

Weighted = tuple[float, Interval]
"""A coefficient and what it multiplies."""


@dataclass(frozen=True)
class Judged:
    """One row of the sample after unblinding."""

    stratum: str
    verdict: str
    item: tuple[str, str]
    arms: tuple[str, ...]
    models: tuple[str, ...]

    @property
    def counts(self) -> bool:
        """Whether the human said right or wrong."""
        return self.verdict in ("right", "wrong")


class Tally(Record):
    """What human and machine said of some rows."""

    rows: int = Field(ge=0, description="drawn")
    judged: int = Field(ge=0, description="right or wrong, by the human")
    unsure: int = Field(ge=0)
    blank: int = Field(ge=0, description="not judged")
    both_right: int = Field(ge=0)
    both_wrong: int = Field(ge=0)
    machine_right_human_wrong: int = Field(ge=0, description="wrongly accepted")
    machine_wrong_human_right: int = Field(ge=0, description="wrongly rejected")
    agreement: Interval = Field(description="of the judged rows, Wilson")


def tally(rows: Iterable[Judged]) -> Tally:
    """Count rows, and take Wilson's interval of their agreement."""
    rows = list(rows)
    said = [(ACCEPTED[row.stratum], row.verdict == "right") for row in rows if row.counts]
    agreed = sum(machine == human for machine, human in said)
    return Tally(
        rows=len(rows),
        judged=len(said),
        unsure=sum(row.verdict == "unsure" for row in rows),
        blank=sum(not row.verdict for row in rows),
        both_right=said.count((True, True)),
        both_wrong=said.count((False, False)),
        machine_right_human_wrong=said.count((True, False)),
        machine_wrong_human_right=said.count((False, True)),
        agreement=wilson_interval(agreed, len(said)),
    )


def combined(parts: Sequence[Weighted], least: float, most: float) -> Interval:
    """Combine independent estimates with their intervals to Σ c·θ with its own.

    The method of variance estimates recovery (Zou and Donner 2008): the distance from Σ c·θ to its
    lower limit is the root of the summed squares of the parts' distances to theirs, which for a
    negative c is the upper one. Unlike a normal interval it has a width where every row agrees.

    Args:
        parts: coefficients and estimates.
        least: smallest possible value; a limit beyond it is moved there.
        most: largest possible value.
    """
    parts = [(c, part) for c, part in parts if c]
    if not parts:
        return no_interval(None, "nothing to combine")
    below, above, point = 0.0, 0.0, 0.0
    for c, part in parts:
        if part.point is None or part.low is None or part.high is None:
            return no_interval(None, part.reason)
        ends = sorted((c * part.low, c * part.high))
        point += c * part.point
        below += (c * part.point - ends[0]) ** 2
        above += (ends[1] - c * part.point) ** 2
    low, high = max(least, point - math.sqrt(below)), min(most, point + math.sqrt(above))
    return Interval(point=point, low=low, high=high, level=LEVEL, replicates=0, undefined=0,
                    status="ok", zero_width=low == high)  # fmt: skip


def weighted_agreement(sizes: Mapping[str, int], strata: Mapping[str, Interval]) -> Interval:
    """Weight the strata's agreement by how many answers of the population they hold."""
    if bare := _unjudged(sizes, strata):
        return no_interval(None, f"no answer of stratum {bare} was judged")
    return combined(_shares(sizes, strata, dict.fromkeys(strata, 1)), 0.0, 1.0)


def net_error(sizes: Mapping[str, int], strata: Mapping[str, Interval]) -> Interval:
    """Machine's less human's share of right answers: what the grader adds to a success rate.

    A stratum is wholly accepted or wholly rejected, so a disagreement in it is a wrong acceptance,
    which adds, or a wrong rejection, which takes away.
    """
    if bare := _unjudged(sizes, strata):
        return no_interval(None, f"no answer of stratum {bare} was judged")
    signs = {name: 1 if ACCEPTED[name] else -1 for name in strata}
    wrong = {name: complement(interval) for name, interval in strata.items()}
    return combined(_shares(sizes, wrong, signs), -1.0, 1.0)


def complement(interval: Interval) -> Interval:
    """Turn the interval of a share into that of its complement."""
    if interval.point is None or interval.low is None or interval.high is None:
        return interval
    ends = {"point": 1 - interval.point, "low": 1 - interval.high, "high": 1 - interval.low}
    return interval.model_copy(update=ends)


def kappa(cells: Mapping[tuple[bool, bool], float]) -> float | None:
    """Cohen's kappa of (machine, human) to a count or share; None where chance alone agrees."""
    total = math.fsum(cells.values())
    if not total:
        return None
    share = {at: value / total for at, value in cells.items()}
    machine = share.get((True, True), 0.0) + share.get((True, False), 0.0)
    human = share.get((True, True), 0.0) + share.get((False, True), 0.0)
    agreed = share.get((True, True), 0.0) + share.get((False, False), 0.0)
    chance = machine * human + (1 - machine) * (1 - human)
    return None if math.isclose(chance, 1) else (agreed - chance) / (1 - chance)


def sample_cells(found: Tally) -> dict[tuple[bool, bool], float]:
    """Count (machine, human) over the judged rows."""
    return {
        (True, True): found.both_right,
        (False, False): found.both_wrong,
        (True, False): found.machine_right_human_wrong,
        (False, True): found.machine_wrong_human_right,
    }


def population_cells(
    sizes: Mapping[str, int], strata: Mapping[str, Interval]
) -> dict[tuple[bool, bool], float]:
    """Estimate the population's (machine, human) table; empty where a stratum is not judged."""
    if _unjudged(sizes, strata):
        return {}
    cells = dict.fromkeys([(m, h) for m in (True, False) for h in (True, False)], 0.0)
    for name, size in sizes.items():
        agreed = strata[name].point if size else None
        if agreed is not None:
            machine = ACCEPTED[name]
            cells[machine, machine] += size * agreed
            cells[machine, not machine] += size * (1 - agreed)
    return cells


def _unjudged(sizes: Mapping[str, int], strata: Mapping[str, Interval]) -> str:
    """Name a stratum that has answers and no judged one; empty where there is none."""
    return next((s for s, size in sizes.items() if size and strata[s].point is None), "")


def _shares(
    sizes: Mapping[str, int], strata: Mapping[str, Interval], signs: Mapping[str, int]
) -> list[Weighted]:
    total = sum(sizes.values())
    return [(signs[s] * size / total, strata[s]) for s, size in sizes.items() if size]
