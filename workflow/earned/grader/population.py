"""Agreement in one population: by stratum, overall, by arm and by model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations

from pydantic import Field

from earned.grader.agreement import (
    Judged,
    Tally,
    combined,
    kappa,
    net_error,
    population_cells,
    sample_cells,
    tally,
    weighted_agreement,
)
from earned.grader.graded import Answer
from earned.grader.strata import STRATA
from earned.records.base import Record
from earned.stats.intervals import Interval

Of = Callable[[Answer | Judged], Sequence[str]]


class StratumAgreement(Record):
    """One stratum."""

    stratum: str
    accepted: bool = Field(description="the machine's verdict on all of it")
    population: int = Field(ge=0, description="distinct answers")
    tally: Tally


class GroupAgreement(Record):
    """The answers given in one arm, or by one model; an answer may belong to several."""

    name: str
    population: int = Field(ge=0, description="distinct answers given there")
    tally: Tally
    weighted: Interval = Field(description="agreement over its distinct answers, by strata")
    net_error: Interval = Field(description="machine's less human's share of right answers")
    borrowed: float = Field(
        ge=0, le=1, description="share of its answers whose stratum's rate is that of all answers"
    )


class ErrorDifference(Record):
    """Net error in one arm, less that in another: what would bias their contrast."""

    first: str
    second: str
    difference: Interval = Field(
        description="as if the two were independent; answers given in both make it too wide"
    )


class Agreement(Record):
    """Human and machine in one population."""

    population: int = Field(ge=0, description="distinct answers")
    qids: int = Field(ge=0, description="items")
    overall: Tally = Field(description="of the sample as drawn, not weighted")
    kappa: float | None = Field(description="Cohen's, of the sample as drawn")
    weighted: Interval = Field(description="agreement over the distinct answers, by strata")
    weighted_kappa: float | None = Field(description="Cohen's, of the weighted table")
    net_error: Interval
    strata: tuple[StratumAgreement, ...]
    arms: tuple[GroupAgreement, ...]
    models: tuple[GroupAgreement, ...]
    between_arms: tuple[ErrorDifference, ...]


def agreement(answers: Sequence[Answer], rows: Sequence[Judged]) -> Agreement:
    """Estimate agreement in a population from the rows drawn of it."""
    sizes = _sizes(answers)
    strata = {one.name: tally(r for r in rows if r.stratum == one.name) for one in STRATA}
    rates = {name: found.agreement for name, found in strata.items()}
    overall = tally(rows)
    arms = _groups(answers, rows, rates, lambda one: one.arms)
    return Agreement(
        population=len(answers),
        qids=len({answer.item for answer in answers}),
        overall=overall,
        kappa=kappa(sample_cells(overall)),
        weighted=weighted_agreement(sizes, rates),
        weighted_kappa=kappa(population_cells(sizes, rates)),
        net_error=net_error(sizes, rates),
        strata=tuple(
            StratumAgreement(
                stratum=one.name,
                accepted=one.accepted,
                population=sizes[one.name],
                tally=strata[one.name],
            )
            for one in STRATA
        ),
        arms=arms,
        models=_groups(answers, rows, rates, lambda one: one.models),
        between_arms=tuple(
            ErrorDifference(
                first=one.name,
                second=other.name,
                difference=combined([(1, one.net_error), (-1, other.net_error)], -2.0, 2.0),
            )
            for one, other in combinations(arms, 2)
        ),
    )


def _groups(
    answers: Sequence[Answer], rows: Sequence[Judged], rates: dict[str, Interval], of: Of
) -> tuple[GroupAgreement, ...]:
    names = sorted({name for answer in answers for name in of(answer)})
    return tuple(
        _group(
            name,
            [answer for answer in answers if name in of(answer)],
            [row for row in rows if name in of(row)],
            rates,
        )
        for name in names
    )


def _group(
    name: str, answers: Sequence[Answer], rows: Sequence[Judged], rates: dict[str, Interval]
) -> GroupAgreement:
    sizes = _sizes(answers)
    own = {s: tally(r for r in rows if r.stratum == s).agreement for s in rates}
    used = {s: rates[s] if own[s].point is None else own[s] for s in rates}
    borrowed = sum(sizes[s] for s in rates if own[s].point is None)
    return GroupAgreement(
        name=name,
        population=len(answers),
        tally=tally(rows),
        weighted=weighted_agreement(sizes, used),
        net_error=net_error(sizes, used),
        borrowed=borrowed / len(answers),
    )


def _sizes(answers: Iterable[Answer]) -> dict[str, int]:
    counted = Counter(answer.stratum for answer in answers)
    return {one.name: counted[one.name] for one in STRATA}
