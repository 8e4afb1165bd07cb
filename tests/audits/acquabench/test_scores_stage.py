"""Stage scores: one triplet by hand, from trajectories to labels."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from earned.audits.acquabench.score_row import ScoreRow
from earned.audits.acquabench.scores import run
from earned.errors import UserError
from earned.records.artifact import Arm, Artifact, Planted
from earned.records.evidence import Item, Source
from earned.records.population import Member
from earned.records.trajectory import Step, Trajectory

PARAMETERS = {"scoring": {"f1_percent": 80}, "display_chars": 1800}
ITEM = Item(
    qid="q1",
    question="Where did Ann Ost live?",
    answer="Sele Harbour",
    kind="bridge",
    level="hard",
    supporting=("q1#0",),
    sources=(
        Source(source_id="q1#0", title="Ann Ost", text="Ann Ost was a pilot."),
        Source(source_id="q1#1", title="Sele Harbour", text="Pilots lived in Sele Harbour."),
    ),
)
MEMBER = Member(item=ITEM, rank=0, regimes=("D0",), eligible=True)


def arm(value: str) -> Arm:
    sentence = f"Ann Ost did live in {value}."
    text = f"Ann Ost was a pilot. {sentence}"
    planted = Planted(source_id="q1#0", position=0, sentence=sentence, text=text)
    return Arm(value=value, planted=(planted,))


ARTIFACT = Artifact(
    qid="q1", regime="D0", arms={"GOLD": arm("Sele Harbour"), "SHAM": arm("Port Vane")}
)


def step(*shown: str, planted: bool = False, **more: Any) -> Step:
    given = {
        "thought": "",
        "action": "Search",
        "argument": "Ann",
        "diagnostics": (),
        "dropped_actions": 0,
        "finish_reason": "stop",
        "shown": shown,
        "planted_shown": (0,) if planted else (),
        "completion": "",
        **more,
    }
    return Step.model_validate(given)


def played(condition: str, prediction: str, *steps: Step, **more: Any) -> Trajectory:
    given = {
        "qid": "q1",
        "audit": "acquabench",
        "regime": "D0",
        "model": "toy",
        "surface": "retrieval",
        "condition": condition,
        "repeat": 0,
        "question": ITEM.question,
        "reference": ITEM.answer,
        "prediction": prediction,
        "outcome": "ok",
        "steps": steps,
        "mode": "deterministic",
        "coupled": True,
        "capped_steps": 0,
        **more,
    }
    return Trajectory.model_validate(given)


def scored(*trajectories: Trajectory, f1_percent: int = 80) -> list[ScoreRow]:
    given = {**PARAMETERS, "scoring": {"f1_percent": f1_percent}}
    return run(trajectories, [MEMBER], [ARTIFACT], given)


TRIPLET = (
    played("CLEAN", "a pilot", step("q1#1")),
    played("GOLD", "the Sele Harbour", step("q1#1"), step("q1#1", "q1#0", planted=True)),
    played("SHAM", "Port Vane", step("q1#0", planted=True)),
)


def test_a_triplet_scored_by_hand() -> None:
    clean, gold, sham = scored(*TRIPLET)
    assert (clean.label, gold.label, sham.label) == (
        "clean_failed",
        "attributable",
        "exposed_failed",
    )
    assert [row.success for row in (clean, gold, sham)] == [False, True, False]
    assert [row.em for row in (clean, gold, sham)] == [False, True, False]
    assert [row.exposed_step for row in (clean, gold, sham)] == [None, 2, 1]
    assert [row.decoy_match for row in (clean, gold, sham)] == [False, False, True]
    assert [row.string_match for row in (clean, gold, sham)] == [True, True, False]
    # Question tokens: where did ann ost live. CLEAN saw none of them. GOLD saw four in q1#0
    # (did ann ost live), which also holds sele and harbour of the three answer tokens, not `the`.
    assert (clean.coloc_numerator, clean.coloc_denominator) == (0, 10)
    assert (gold.coloc_numerator, gold.coloc_denominator) == (4 * 2, 5 * 3)
    assert (sham.coloc_numerator, sham.coloc_denominator) == (4 * 2, 5 * 2)
    assert gold.coloc == 8 / 15
    # Content tokens of the question: ann, ost, live.
    assert gold.coloc_content == (3 * 2) / (3 * 3)


def test_the_order_of_trajectories_is_kept_and_changes_no_label() -> None:
    rows, turned = scored(*TRIPLET), scored(*reversed(TRIPLET))
    assert turned == rows[::-1]


def test_f1_is_decided_by_the_configured_threshold() -> None:
    near = played("CLEAN", "Sele")  # 1 of 1 and 1 of 2 tokens: F1 = 2/3
    assert not scored(near, f1_percent=80)[0].success
    assert not scored(near, f1_percent=67)[0].success
    (lenient,) = scored(near, f1_percent=66)
    assert lenient.success
    assert not lenient.em
    assert lenient.f1 == 2 / 3


def test_success_is_decided_by_the_scorer_that_rescore_calls_official(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[tuple[str, str, Fraction]] = []

    def edited(prediction: str, reference: str, threshold: Fraction) -> bool:
        asked.append((prediction, reference, threshold))
        return True

    monkeypatch.setattr("earned.audits.acquabench.scores.is_success", edited)
    (row,) = scored(played("CLEAN", "Port Vane", step()), f1_percent=50)
    assert row.success
    assert not row.em
    assert asked == [("Port Vane", "Sele Harbour", Fraction(1, 2))]


@pytest.mark.parametrize("prediction", ["Séle Harbour", "Sele\u2010Harbour", "SELE HÄRBOUR"])
def test_the_lenient_match_never_decides_success(prediction: str) -> None:
    """Field case 33."""
    (row,) = scored(played("CLEAN", prediction))
    assert not row.success
    assert row.lenient_match is ("\u2010" not in prediction)


def test_a_dash_is_folded_only_in_the_lenient_match() -> None:
    """Field case 33."""
    (row,) = run(
        [played("CLEAN", "1986-2013", reference="1986–2013")], [MEMBER], [ARTIFACT], PARAMETERS
    )
    assert (row.success, row.f1, row.lenient_match) == (False, 0.0, True)


def test_counters_come_from_the_steps() -> None:
    steps = (
        step(action=None, argument=""),
        step(action="Lookup", diagnostics=("action_mismatch",), dropped_actions=2),
        step("q1#0", empty_query=True),
    )
    (row,) = scored(
        played("CLEAN", "x", *steps, forced=step(), outcome="forced_finish", capped_steps=1)
    )
    assert (row.steps, row.forced, row.parse_failures, row.mismatches) == (3, True, 1, 1)
    assert (row.dropped_actions, row.empty_queries, row.capped_steps) == (2, 1, 1)


def test_text_cut_from_display_covers_no_token() -> None:
    short = {**PARAMETERS, "display_chars": 20}
    (row,) = run([TRIPLET[2]], [MEMBER], [ARTIFACT], short)
    assert (row.coloc_numerator, row.coloc_denominator) == (2 * 1, 5 * 2)


def test_an_engine_error_leaves_labels_missing_that_hang_on_it() -> None:
    """Field case 37."""
    dead = played("CLEAN", "", outcome="engine_error", error="timeout")
    clean, gold, _ = scored(dead, *TRIPLET[1:])
    assert (clean.label, gold.label) == ("missing", "missing")


@pytest.mark.parametrize(
    ("trajectory", "members", "artifacts", "named"),
    [
        (TRIPLET[0], [MEMBER], [], "no artifact for qid q1"),
        (TRIPLET[0], [], [ARTIFACT], "no item for qid q1"),
        (played("CLEAN", "x", step("q2#7")), [MEMBER], [ARTIFACT], "was shown q2#7"),
    ],
)
def test_a_unit_that_cannot_be_is_refused_in_words(
    trajectory: Trajectory, members: list[Member], artifacts: list[Artifact], named: str
) -> None:
    with pytest.raises(UserError, match=named):
        run([trajectory], members, artifacts, PARAMETERS)
