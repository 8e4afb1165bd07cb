"""The sampling plan: everything the draw hangs on, hashed before anything is drawn."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Sequence

from pydantic import Field

from earned.grader.graded import Answer
from earned.grader.strata import STRATA
from earned.grader.study import Study
from earned.lineage.hashing import sha256_json
from earned.records.base import Record
from earned.records.files import json_text

"""Digits of a plan's hash that name its folder."""
ASKED = {
    "verdict": "Is the answer right, given the question and the reference? right, wrong or unsure. "
    "Judge what it says, not how it is written; what the question did not ask for is no fault.",
    "item": "Is the item sound? defective if the reference is wrong, if the question has another "
    "right answer that the reference excludes, or if the reference asks for more than the question "
    "does; else ok, or blank.",
    "note": "Anything, or nothing.",
}
DRAW = (
    "Answers of a stratum are ordered by the SHA-256 of the plan's SHA-256, the word draw and the "
    "SHA-256 of the answer, parted by zero bytes, and taken from the front. Rows of the sheet are "
    "named by the same with the word row, in letters, and sorted by that name."
)
ESTIMATOR = (
    "Agreement of a stratum: judged rows on which human and machine agree, with Wilson's interval; "
    "unsure and blank rows are counted apart. Agreement of the population: the mean of the strata "
    "weighted by their distinct answers; its interval combines the strata's Wilson limits by the "
    "method of variance estimates recovery, without a correction for a finite population. By arm "
    "and by model: the same, weighted by the distinct answers given there; a stratum of which no "
    "such answer was judged takes its rate over all of them, and the share so borrowed is stated. "
    "Net error: machine's less human's share of right answers. An item is defective if any of its "
    "rows says so; it leaves every arm, and both populations are reported."
)


class PlannedStratum(Record):
    """One stratum of the plan."""

    name: str
    rule: str
    accepted: bool = Field(description="the machine's verdict on all of it")
    population: int = Field(ge=0, description="distinct answers")
    sample: int = Field(ge=0, description="of them to be judged")


class Plan(Record):
    """The sampling plan. Its SHA-256 seeds the draw."""

    study: str
    audits: tuple[str, ...]
    seed: int = Field(ge=0)
    per_stratum: int = Field(ge=1, description="answers to draw from a stratum, or all it has")
    strata: tuple[PlannedStratum, ...]
    sources: dict[str, str] = Field(description="score tables and questions, path to SHA-256")
    population: int = Field(ge=0, description="distinct answers")
    population_sha256: str = Field(description="of their ids and strata")
    asked: dict[str, str] = Field(description="column of the sheet to what the human is asked")
    draw: str
    estimator: str


def make_plan(study: Study, per_stratum: int, seed: int) -> Plan:
    """Plan the audit of a study; the same study and arguments give the same plan."""
    answers = study.answers
    return Plan(
        study=study.name,
        audits=tuple(grader.audit for grader in study.graders),
        seed=seed,
        per_stratum=per_stratum,
        strata=planned_strata(answers, per_stratum),
        sources=study.sources,
        population=len(answers),
        population_sha256=sha256_json(sorted((a.answer_id, a.stratum) for a in answers)),
        asked=ASKED,
        draw=DRAW,
        estimator=ESTIMATOR,
    )


def planned_strata(answers: Sequence[Answer], per_stratum: int) -> tuple[PlannedStratum, ...]:
    """Size each stratum's sample: `per_stratum`, or all that it has."""
    sizes = Counter(answer.stratum for answer in answers)
    return tuple(
        PlannedStratum(
            name=one.name,
            rule=one.rule,
            accepted=one.accepted,
            population=sizes[one.name],
            sample=min(per_stratum, sizes[one.name]),
        )
        for one in STRATA
    )


def plan_text(plan: Plan) -> str:
    """Write a plan as its file holds it."""
    return json_text(plan.model_dump(mode="json"))


def plan_hash(plan: Plan) -> str:
    """Hash a plan's file."""
    return hashlib.sha256(plan_text(plan).encode()).hexdigest()
