"""Checks of a case: trajectory, score table, artifact and population must tell the same story."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.frozen import CaseArm
from earned.audits.acquabench.score_row import ScoreRow
from earned.errors import UserError
from earned.records.artifact import Arm, Artifact, Planted
from earned.records.evidence import Item
from earned.records.trajectory import Trajectory
from earned.scores.hotpot import exact_match

PLANTED = "planted sources frozen"
_REMEDIES = {
    "the score table": "run stage scores again",
    "the population": "run stage agents again",
    "the artifact": "run stages artifacts and agents again",
}


class Check(NamedTuple):
    """One thing said twice.

    Attributes:
        name: what is compared.
        found: what the raw trajectory says, or follows from it.
        told: what `by` says.
        by: the other record.
    """

    name: str
    found: Any
    told: Any
    by: str


def verify(
    arms: Mapping[str, CaseArm],
    runs: Mapping[str, Trajectory],
    rows: Mapping[str, ScoreRow],
    item: Item,
    artifact: Artifact,
) -> tuple[str, ...]:
    """Compare all that is told twice of a triplet.

    Args:
        arms: condition to what was written out from its trajectory.
        runs: condition to the raw trajectory.
        rows: condition to its row of the score table.
        item: the triplet's item.
        artifact: its frozen interventions.

    Returns:
        The names of the checks, each of which held under every condition.

    Raises:
        UserError: the first that did not, with qid, surface, condition and field.
    """
    _check_planted(rows["GOLD"], item, artifact)
    names: dict[str, None] = {PLANTED: None}
    for condition in CONDITIONS:
        run, made, row = runs[condition], arms[condition], rows[condition]
        for check in (
            *_scored(run, made, row, artifact),
            *_exposed(run, artifact.arms.get(condition), row),
            *_frozen(run, item, artifact),
        ):
            if check.found != check.told:
                raise _mismatch(row, check)
            names[check.name] = None
    return tuple(names)


def _mismatch(row: ScoreRow, check: Check) -> UserError:
    return UserError(
        f"qid {row.qid}, surface {row.surface}, {row.condition}: {check.name} is {check.found!r} "
        f"by the trajectory and {check.told!r} by {check.by}",
        where=f"cases, model {row.model}, regime {row.regime}",
        remedy=_REMEDIES[check.by],
    )


def _scored(run: Trajectory, made: CaseArm, row: ScoreRow, artifact: Artifact) -> list[Check]:
    decoy = exact_match(run.prediction, artifact.arms["SHAM"].value)
    found_and_told = {
        "prediction": (run.prediction, row.prediction),
        "outcome": (run.outcome, row.outcome),
        "steps": (made.step_count, row.steps),
        "em": (bool(made.em), row.em),
        "f1": (made.f1, row.f1),
        "coloc": (made.coloc, row.coloc),
        "decoy match": (decoy, row.decoy_match),
    }
    return [Check(name, *pair, "the score table") for name, pair in found_and_told.items()]


def _exposed(run: Trajectory, arm: Arm | None, row: ScoreRow) -> list[Check]:
    """Find the planted sources among those shown, whatever the trajectory says of them."""
    planted = arm.planted if arm else ()
    order = tuple(
        tuple(i for i, one in enumerate(planted) if one.source_id in step.shown)
        for step in run.steps
    )
    recorded = tuple(step.planted_shown for step in run.steps)
    first = next((number for number, shown in enumerate(order, 1) if shown), None)
    seen = {index for shown in order for index in shown}
    every = bool(planted) and len(seen) == len(planted)
    return [
        Check("exposure order", recorded, order, "the artifact"),
        Check("first exposure", first, row.exposed_step, "the score table"),
        Check("every planted source seen", every, row.all_shown, "the score table"),
    ]


def _frozen(run: Trajectory, item: Item, artifact: Artifact) -> list[Check]:
    asked, told = (run.question, run.reference), (item.question, item.answer)
    gold = artifact.arms["GOLD"].value
    return [
        Check("question and reference", asked, told, "the population"),
        Check("value supplied by GOLD", run.reference, gold, "the artifact"),
    ]


def _check_planted(row: ScoreRow, item: Item, artifact: Artifact) -> None:
    """Check what was frozen: places, sentences and values, and that the arms share all but one."""
    gold, sham = artifact.arms["GOLD"], artifact.arms["SHAM"]
    places = [[(p.source_id, p.position, p.holds_value) for p in a.planted] for a in (gold, sham)]
    faults = ["GOLD and SHAM replace different sources"] if places[0] != places[1] else []
    for condition, arm in artifact.arms.items():
        faults += [
            f"{condition} {fault}" for one in arm.planted for fault in _faults(one, arm, item)
        ]
    if faults:
        raise UserError(
            f"qid {row.qid}, surface {row.surface}: {PLANTED} fails, {faults[0]}",
            where=f"cases, model {row.model}, regime {row.regime}",
            remedy=_REMEDIES["the artifact"],
        )


def _faults(one: Planted, arm: Arm, item: Item) -> list[str]:
    ids = [source.source_id for source in item.sources]
    sound = {
        f"has {one.source_id} at another position": ids[one.position :][:1] == [one.source_id],
        f"lacks its planted sentence in {one.source_id}": one.sentence in one.text,
        f"lacks its value in the sentence of {one.source_id}": not one.holds_value
        or arm.value in one.sentence,
    }
    return [fault for fault, holds in sound.items() if not holds]
