"""Stage cases: what of a case is checked against the raw records, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest

from case_studies import Study, study, triplet
from earned.errors import UserError


def test_a_case_names_the_checks_that_held() -> None:
    assert study(triplet()).only().verified == (
        "planted sources frozen",
        "prediction",
        "outcome",
        "steps",
        "em",
        "f1",
        "coloc",
        "decoy match",
        "exposure order",
        "first exposure",
        "every planted source seen",
        "question and reference",
        "value supplied by GOLD",
    )


@pytest.mark.parametrize(
    ("condition", "changed", "named"),
    [
        ("GOLD", {"prediction": "Sele"}, "prediction is 'Sele Harbour' .* and 'Sele'"),
        ("GOLD", {"em": False}, "em is True .* and False"),
        ("CLEAN", {"f1": 0.5}, "f1 is 0.0 .* and 0.5"),
        ("SHAM", {"coloc": 0.75}, "coloc is 0.8 .* and 0.75"),
        ("CLEAN", {"outcome": "parse_error"}, "outcome is 'ok' .* and 'parse_error'"),
        ("GOLD", {"steps": 3}, "steps is 2 .* and 3"),
        ("GOLD", {"decoy_match": True}, "decoy match is False .* and True"),
        ("SHAM", {"exposed_step": 2}, "first exposure is 1 .* and 2"),
        ("GOLD", {"all_shown": False}, "every planted source seen is True .* and False"),
    ],
)
def test_a_score_that_is_not_its_trajectorys_is_refused_by_name(
    condition: str, changed: dict[str, object], named: str
) -> None:
    """Field case 41: a number is derived again from what stands behind it."""
    made = study(triplet())
    rows = [
        row.model_copy(update=changed) if row.condition == condition else row for row in made.rows
    ]
    told = f"qid q1, surface retrieval, {condition}: {named} by the score table"
    with pytest.raises(UserError, match=f"{told}; run stage scores again"):
        made._replace(rows=rows).cases()


def test_an_exposure_that_the_artifact_does_not_bear_out_is_refused() -> None:
    made = study(triplet())
    gold = made.runs[1]
    blind = gold.steps[0].model_copy(update={"planted_shown": ()})
    made.runs[1] = gold.model_copy(update={"steps": (blind, *gold.steps[1:])})
    with pytest.raises(UserError, match=r"GOLD: exposure order is .* by the artifact; run stages"):
        made.cases()


def changed_arm(made: Study, condition: str, arm: dict[str, Any], source: dict[str, Any]) -> Study:
    """Change one arm of the first artifact, and its first planted source."""
    first = made.artifacts[0]
    old = first.arms[condition]
    new = old.model_copy(update={"planted": (old.planted[0].model_copy(update=source),), **arm})
    altered = first.model_copy(update={"arms": {**first.arms, condition: new}})
    return made._replace(artifacts=[altered])


@pytest.mark.parametrize(
    ("condition", "arm", "source", "named"),
    [
        ("GOLD", {"value": "Sele"}, {}, "value supplied by GOLD is 'Sele Harbour'"),
        ("SHAM", {}, {"position": 1}, "GOLD and SHAM replace different sources"),
        ("SHAM", {}, {"text": "As it was."}, "SHAM lacks its planted sentence in q1#0"),
        ("GOLD", {}, {"sentence": "As it was."}, "GOLD lacks its value in the sentence of q1#0"),
    ],
)
def test_an_artifact_that_is_not_whole_is_refused(
    condition: str, arm: dict[str, Any], source: dict[str, Any], named: str
) -> None:
    with pytest.raises(
        UserError, match=f"qid q1, surface retrieval.*{named}.*run stages artifacts"
    ):
        changed_arm(study(triplet()), condition, arm, source).cases()


def test_a_planted_source_at_another_position_is_refused() -> None:
    made = study(triplet())
    moved = changed_arm(changed_arm(made, "GOLD", {}, {"position": 9}), "SHAM", {}, {"position": 9})
    with pytest.raises(UserError, match="GOLD has q1#0 at another position"):
        moved.cases()


def test_another_reference_in_the_population_is_refused() -> None:
    made = study(triplet())
    item = made.members[0].item.model_copy(update={"answer": "Vale"})
    other = made._replace(members=[made.members[0].model_copy(update={"item": item})])
    with pytest.raises(UserError, match=r"question and reference is .* by the population"):
        other.cases()


@pytest.mark.parametrize(
    ("part", "named"),
    [("runs", "no trajectory"), ("members", "no item"), ("artifacts", "no artifact")],
)
def test_a_score_without_its_records_is_refused(part: str, named: str) -> None:
    made = study(triplet())
    with pytest.raises(UserError, match=f"qid q1, surface retrieval, CLEAN: {named} behind"):
        made._replace(**{part: []}).cases()


def test_two_records_of_one_run_are_refused() -> None:
    made = study(triplet())
    with pytest.raises(UserError, match="qid q1, surface retrieval, SHAM: two records"):
        made._replace(runs=[*made.runs, made.runs[-1]]).cases()
