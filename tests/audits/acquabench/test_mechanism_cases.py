"""Stage cases: which triplet is chosen, and how it is written out."""

from __future__ import annotations

import json
import random
from pathlib import Path

import polars as pl
import pytest

from case_studies import SHOWN, Played, Study, step, study, triplet
from earned.audits.acquabench import cases
from earned.audits.acquabench.frozen import Cases
from earned.audits.acquabench.score_row import ScoreRow
from earned.records.table import schema_of
from mini import run_mini


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
