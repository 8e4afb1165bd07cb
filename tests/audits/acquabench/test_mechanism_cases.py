"""Stage cases: which triplet is chosen, how it is written out, and what is checked."""

from __future__ import annotations

import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import polars as pl
import pytest

from earned.audits.acquabench import cases, scores
from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.frozen import Cases, MechanismCase
from earned.audits.acquabench.score_row import ScoreRow
from earned.errors import UserError
from earned.records.artifact import Arm, Artifact, Planted
from earned.records.evidence import Item, Source
from earned.records.population import Member
from earned.records.table import schema_of
from earned.records.trajectory import Step, Trajectory
from mini import run_mini

SHOWN = 1800
PARAMETERS = {"display_chars": {"toy": SHOWN}}
ACTION = {"retrieval": "Search", "tool": "Lookup"}


def member(qid: str) -> Member:
    texts = {"Ann Ost": "Ann Ost was a pilot.", "Vale": "Vale is a port.", "Moor": "A moor."}
    item = Item(
        qid=qid,
        question="Where did Ann Ost live?",
        answer="Sele Harbour",
        kind="bridge",
        level="hard",
        supporting=(f"{qid}#0",),
        sources=tuple(
            Source(source_id=f"{qid}#{n}", title=title, text=text)
            for n, (title, text) in enumerate(texts.items())
        ),
    )
    return Member(item=item, rank=0, regimes=("D0",), eligible=True)


def planted(qid: str, position: int, sentence: str, holds_value: bool = True) -> Planted:
    return Planted(
        source_id=f"{qid}#{position}",
        position=position,
        sentence=sentence,
        text=f"As it was. {sentence}",
        holds_value=holds_value,
    )


def artifact(qid: str, regime: str) -> Artifact:
    arms = {}
    for condition, value in (("GOLD", "Sele Harbour"), ("SHAM", "Port Vane")):
        if regime == "D0":
            sources = (planted(qid, 0, f"Ann Ost did live in {value}."),)
        else:
            relation = planted(qid, 0, "Ann Ost did live in Key-1.", holds_value=False)
            sources = (relation, planted(qid, 1, f"Key-1 means {value}."))
        arms[condition] = Arm(value=value, planted=sources)
    return Artifact(qid=qid, regime=regime, arms=arms)


def step(surface: str, action: str | None, argument: str, shown: Sequence[str], seen: int) -> Step:
    """`seen`: of how many sources, from #0 on, an intervened arm would be planted."""
    return Step(
        thought="I look.",
        action=ACTION[surface] if action == "act" else action,
        argument=argument,
        diagnostics=(),
        dropped_actions=0,
        finish_reason="stop",
        shown=tuple(shown),
        planted_shown=tuple(n for n in range(seen) if any(s.endswith(f"#{n}") for s in shown)),
        completion="",
    )


class Played(NamedTuple):
    """What an arm did: positions shown at each step, and the answer given after them."""

    shown: tuple[str, ...]
    answer: str
    more: Mapping[str, Any] = MappingProxyType({})


FOLLOWS = {
    "CLEAN": Played(("12", "2"), "a pilot"),
    "GOLD": Played(("10",), "Sele Harbour"),
    "SHAM": Played(("10",), "Port Vane"),
}
"""A triplet of D0 in which the answer follows the planted source; seven steps in all."""
COMPOSES = {
    "CLEAN": Played(("2",), "unknown"),
    "GOLD": Played(("21", "0"), "Sele Harbour"),
    "SHAM": Played(("21", "0"), "unknown"),
}
"""The like for D2: the mapping is seen before the relation; eight steps."""


def triplet(
    qid: str = "q1",
    surface: str = "retrieval",
    regime: str = "D0",
    repeat: int = 0,
    **arms: Played,
) -> list[Trajectory]:
    """The three runs of one unit; `arms` replaces what arms did."""
    did = {**(FOLLOWS if regime == "D0" else COMPOSES), **arms}
    return [run_of(qid, surface, regime, repeat, c, did[c]) for c in CONDITIONS]


def run_of(
    qid: str, surface: str, regime: str, repeat: int, condition: str, did: Played
) -> Trajectory:
    seen = 0 if condition == "CLEAN" else 1 if regime == "D0" else 2
    looked = [
        step(surface, "act", f"look {n}", [f"{qid}#{digit}" for digit in places], seen)
        for n, places in enumerate(did.shown, 1)
    ]
    given = {
        "qid": qid,
        "audit": "acquabench",
        "regime": regime,
        "model": "toy",
        "surface": surface,
        "condition": condition,
        "repeat": repeat,
        "question": "Where did Ann Ost live?",
        "reference": "Sele Harbour",
        "prediction": did.answer,
        "outcome": "ok",
        "steps": (*looked, step(surface, "Finish", did.answer, (), 0)),
        "mode": "deterministic",
        "coupled": True,
        "capped_steps": 0,
        **did.more,
    }
    return Trajectory.model_validate(given)


class Study(NamedTuple):
    """The inputs of the stage."""

    rows: list[ScoreRow]
    runs: list[Trajectory]
    members: list[Member]
    artifacts: list[Artifact]

    def cases(self) -> Cases:
        table = pl.DataFrame(
            [row.model_dump() for row in self.rows], schema=schema_of(ScoreRow), orient="row"
        )
        return cases.run([table], self.runs, self.members, self.artifacts, PARAMETERS)

    def only(self) -> MechanismCase:
        (case,) = self.cases().cases
        return case


def study(*triplets: list[Trajectory]) -> Study:
    """Score the triplets as their cells would be scored."""
    runs = [run for one in triplets for run in one]
    members = [member(qid) for qid in sorted({run.qid for run in runs})]
    artifacts = [artifact(*at) for at in sorted({(run.qid, run.regime) for run in runs})]
    given = {"scoring": {"f1_percent": 80}, "display_chars": SHOWN}
    rows = [
        row
        for one in triplets
        for row in scores.run(
            one, members, [a for a in artifacts if a.regime == one[0].regime], given
        )
    ]
    return Study(rows, runs, members, artifacts)


def test_a_direct_case_is_written_out_from_the_trajectories() -> None:
    case = study(triplet()).only()
    assert (case.regime, case.model, case.surface, case.qid) == ("D0", "toy", "retrieval", "q1")
    clean, gold, sham = case.arms
    assert [arm.condition for arm in case.arms] == ["CLEAN", "GOLD", "SHAM"]
    assert [arm.supplied for arm in case.arms] == ["", "Sele Harbour", "Port Vane"]
    assert [arm.prediction for arm in case.arms] == ["a pilot", "Sele Harbour", "Port Vane"]
    assert [arm.step_count for arm in case.arms] == [3, 2, 2]
    assert [(arm.em, arm.f1) for arm in case.arms] == [(0, 0.0), (1, 1.0), (0, 0.0)]
    # Question tokens: where did ann ost live; the planted source holds four of the five.
    assert (clean.coloc, gold.coloc, sham.coloc) == (0.0, 0.8, 0.8)
    assert clean.exposure == ()
    assert gold.exposure == ("Ann Ost did live in Sele Harbour.",)
    assert sham.exposure == ("Ann Ost did live in Port Vane.",)
    first, last = gold.steps
    assert (first.step, first.action, first.shown) == (1, "Search[look 1]", ("Vale", "Ann Ost"))
    assert first.planted == gold.exposure
    assert (last.step, last.action, last.shown) == (2, "Finish[Sele Harbour]", ())


def test_a_composed_case_gives_the_order_in_which_its_sources_were_seen() -> None:
    case = study(triplet(regime="D2")).only()
    _, gold, sham = case.arms
    assert gold.exposure == ("Key-1 means Sele Harbour.", "Ann Ost did live in Key-1.")
    assert [step.planted for step in gold.steps] == [gold.exposure[:1], gold.exposure[1:], ()]
    assert sham.exposure == ("Key-1 means Port Vane.", "Ann Ost did live in Key-1.")


def test_the_fewest_steps_decide_then_qid_then_surface() -> None:
    longer = Played(("12", "2", "2"), "a pilot")
    units = [
        triplet("q1", CLEAN=longer),
        triplet("q3", "retrieval"),
        triplet("q2", "tool"),
        triplet("q2", "retrieval"),
    ]
    case = study(*units).only()
    assert (case.qid, case.surface, case.candidates) == ("q2", "retrieval", 4)
    without = study(*units[:3]).only()
    assert (without.qid, without.surface, without.candidates) == ("q2", "tool", 3)


@pytest.mark.parametrize(
    ("condition", "did"),
    [
        ("CLEAN", Played(("1",), "Sele Harbour")),
        ("GOLD", Played(("0",), "Port Vane")),
        ("GOLD", Played(("12",), "Sele Harbour")),  # right, and the planted source unseen
        ("SHAM", Played(("0",), "unknown")),
        ("SHAM", Played(("12",), "Port Vane")),
        ("SHAM", Played(("0",), "Port Vane", {"outcome": "engine_error"})),
    ],
)
def test_a_triplet_that_breaks_the_direct_rule_is_no_case(condition: str, did: Played) -> None:
    assert study(triplet(**{condition: did})).cases() == Cases(cases=())


@pytest.mark.parametrize(
    ("condition", "did"),
    [
        ("CLEAN", Played(("1",), "Sele Harbour")),
        ("GOLD", Played(("1", "0"), "unknown")),
        ("GOLD", Played(("1", "12"), "Sele Harbour")),  # right after one source of two
        ("CLEAN", Played(("1",), "", {"outcome": "engine_error"})),
    ],
)
def test_a_triplet_that_breaks_the_composed_rule_is_no_case(condition: str, did: Played) -> None:
    assert study(triplet(regime="D2", **{condition: did})).cases() == Cases(cases=())


@pytest.mark.parametrize("did", [Played(("1",), "unknown"), Played(("10",), "Sele Harbour")])
def test_of_composed_cases_one_comes_first_whose_sham_saw_both_and_failed(did: Played) -> None:
    shorter = triplet("q1", regime="D2", SHAM=did)
    case = study(shorter, triplet("q2", regime="D2")).only()
    assert (case.qid, case.candidates) == ("q2", 2)
    assert study(shorter).only().qid == "q1"


def test_a_further_run_of_the_triplets_gives_no_case() -> None:
    fails = triplet(GOLD=Played(("0",), "unknown"))
    assert study(fails, triplet(repeat=1)).cases() == Cases(cases=())


def test_each_model_and_regime_has_its_own_case_by_alias_and_regime() -> None:
    made = study(triplet(regime="D2"), triplet())
    found = made.cases().cases
    assert [case.regime for case in found] == ["D0", "D2"]
    table = pl.DataFrame([r.model_dump() for r in made.rows], schema=schema_of(ScoreRow))
    both = pl.concat([table, table.with_columns(model=pl.lit("other"))])
    runs = [*made.runs, *(run.model_copy(update={"model": "other"}) for run in made.runs)]
    shown = {"toy": SHOWN, "other": SHOWN, "absent": SHOWN}
    named = cases.run(
        [both], runs, made.members, made.artifacts,
        {"display_chars": shown},
    )  # fmt: skip
    assert [(case.model, case.regime) for case in named.cases] == [
        ("other", "D0"), ("other", "D2"), ("toy", "D0"), ("toy", "D2")
    ]  # fmt: skip


@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_the_inputs_changes_nothing(seed: int) -> None:
    made = study(
        *(triplet(qid, surface) for qid in ("q1", "q2") for surface in ("tool", "retrieval")),
        triplet("q2", regime="D2"),
        triplet("q1", regime="D2"),
    )
    turned = Study(*(random.Random(seed).sample(part, len(part)) for part in made))
    assert turned.cases() == made.cases()


def test_a_forced_finish_is_the_last_step_and_is_not_counted() -> None:
    forced = {
        "forced": step("retrieval", "Finish", "a pilot", (), 0),
        "outcome": "forced_finish",
        "steps": (step("retrieval", None, "", (), 0),),
    }
    case = study(triplet(CLEAN=Played((), "a pilot", forced))).only()
    clean = case.arms[0]
    assert (clean.outcome, clean.step_count) == ("forced_finish", 1)
    assert [one.action for one in clean.steps] == ["", "Finish[a pilot]"]


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


def test_a_study_prints_a_case_of_each_regime_under_the_models_label(tmp_path: Path) -> None:
    models = {
        "suggestible": {"control": "suggestible", "label": "Follows"},
        "closed_book": {"control": "closed_book"},
    }
    folder = run_mini(
        tmp_path,
        models=models,
        limit=4,
        surfaces=["subagent"],
        until="analysis",
        audit={"regimes": {"D0": {"size": 60}, "D2": {"size": 20, "offset": 0}}},
    )
    results = json.loads((folder / "acquabench/analysis/frozen_results.json").read_text())
    assert sorted(results["cases"]) == ["d0_suggestible", "d2_suggestible"]
    for case in results["cases"].values():
        assert (case["label"], case["surface"]) == ("Follows", "subagent")
        assert [arm["em"] for arm in case["arms"]] == [0, 1, 0]
        assert len(case["arms"][1]["exposure"]) == (1 if case["regime"] == "D0" else 2)
        assert "coloc" in case["verified"]
