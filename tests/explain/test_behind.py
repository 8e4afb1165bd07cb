"""Every number of a study of all regimes: the audit knows which records are behind it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from earned.audits.acquabench.behind import PREDICATES, behind
from earned.explain.behind import Behind
from earned.ledger.claim import Claim
from earned.ledger.lookup import read_claims
from explained import FOLLOWING, READING, SURFACES

KINDS = {
    "analyses": "trajectories",
    "contrasts": "trajectories",
    "cases": "trajectories",
    "controls": "trajectories",
    "usage": "trajectories",
    "populations": "construction",
    "style": "construction",
    "published": "published",
    "sources": "file",
    "surfaces": "configuration",
    "caveats": "configuration",
    "reporting_standard": "configuration",
}


@pytest.fixture(scope="module")
def results(study: Path) -> Any:
    return json.loads((study / "acquabench/analysis/frozen_results.json").read_text("utf-8"))


@pytest.fixture(scope="module")
def claims(study: Path) -> list[Claim]:
    return read_claims(study)


def found(results: Any, locator: str) -> Behind:
    made = behind(results, locator)
    assert made is not None, locator
    return made


def test_every_claim_of_the_study_has_its_records(claims: list[Claim], results: Any) -> None:
    assert len({claim.locator for claim in claims}) > 4000
    for locator in {claim.locator for claim in claims}:
        made = found(results, locator)
        assert made.kind == KINDS[locator.split("/")[1]], locator
        assert set(made.inputs) <= set(results["sources"])
        assert bool(made.note) == (made.kind != "trajectories") or locator.endswith("p_holm")


def test_records_are_of_cells_that_ran(claims: list[Claim], results: Any) -> None:
    for locator in {claim.locator for claim in claims}:
        made = found(results, locator)
        if made.kind == "trajectories":
            assert made.inputs
            assert made.conditions
            assert set(made.conditions) <= {"CLEAN", "GOLD", "SHAM"}
            assert set(made.models) <= {READING, FOLLOWING}
            assert set(made.surfaces) <= set(SURFACES)
            wanted = {made.subset, *(t.hits for t in made.terms), *(t.among for t in made.terms)}
            assert wanted <= PREDICATES.keys()


@pytest.mark.parametrize(
    ("locator", "arms", "subset", "counted"),
    [
        ("arms/GOLD/success/value", ("GOLD",), "complete", 1),
        ("effects/delta_gs/interval/low", ("GOLD", "SHAM"), "complete", 2),
        ("residual/net_rescue/value", ("CLEAN", "GOLD", "SHAM"), "clean failed", 2),
        ("residual/rescue_sham/value", ("CLEAN", "SHAM"), "clean failed", 1),
        ("residual/attributable", ("CLEAN", "GOLD"), "unit with attributable", 1),
        ("residual/placebo", ("CLEAN", "SHAM"), "unit with placebo", 1),
        ("detectors/coloc_vs_sham/auroc", ("GOLD", "SHAM"), "attributable or sham", 2),
        ("detectors/coloc_vs_earned/auroc", ("CLEAN", "GOLD"), "attributable or earned", 2),
        ("distributions/coloc/sham/median", ("SHAM",), "label exposed_success", 1),
        ("quality/SHAM/parse_failures", ("SHAM",), "all", 1),
        ("verdicts/delta_gc/p_holm", ("CLEAN", "GOLD"), "complete", 2),
        ("power/smallest", ("GOLD", "SHAM"), "complete", 2),
    ],
)
def test_a_number_of_a_model_names_arms_and_what_counts(
    results: Any, locator: str, arms: tuple[str, ...], subset: str, counted: int
) -> None:
    made = found(results, f"/analyses/d0_{READING}/{locator}")
    assert (made.models, made.regimes) == ((READING,), ("D0",))
    assert (made.conditions, made.subset, len(made.terms)) == (arms, subset, counted)


def test_a_surface_of_its_own_is_the_only_one(results: Any) -> None:
    made = found(results, f"/analyses/d0_{READING}/by_surface/tool/delta_gs")
    assert made.surfaces == ("tool",)
    assert made.inputs == (f"acquabench/scores/{READING}/D0/tool/scores.parquet",)


def test_a_surface_left_out_is_not_behind_the_variant(results: Any) -> None:
    at = f"/analyses/d1_{READING}/sensitivity/variants"
    left_out = found(results, f"{at}/without_tool/effects/delta_gs/value")
    assert (left_out.surfaces, left_out.view) == (("retrieval",), "")
    stricter = found(results, f"{at}/exact/effects/delta_gs/value")
    assert (stricter.surfaces, stricter.view) == (SURFACES, "exact")


def test_models_and_runs_that_are_compared_stand_side_by_side(results: Any) -> None:
    pair = found(results, f"/contrasts/d0_{FOLLOWING}_minus_{READING}/differences/gold/value")
    assert (pair.models, pair.paired, pair.again) == ((READING, FOLLOWING), True, None)
    runs = found(results, f"/analyses/d0_{READING}/noise/0/flips/GOLD/value")
    assert (runs.models, runs.paired, runs.again) == ((READING,), True, 1)


def test_usage_counts_all_runs_and_names_the_costs(results: Any) -> None:
    made = found(results, "/usage/made/cost")
    assert (made.runs, made.files) == ("all", ("acquabench/analysis/costs.parquet",))
    assert len(made.inputs) == 2 * (3 * len(SURFACES) + 1)
    tool = found(results, f"/analyses/d0_{READING}/usage/by_surface/tool/made/calls")
    assert (tool.surfaces, tool.runs) == (("tool",), "all")


def test_a_population_is_behind_its_construction_and_its_parent(results: Any) -> None:
    made = found(results, "/populations/D1/paired")
    assert [name.split("/")[2] for name in made.inputs] == ["D0", "D1"]
    assert "no trajectory" in made.note


def test_a_printed_figure_has_no_record_of_the_study(results: Any) -> None:
    made = found(results, f"/published/analyses/d0_{READING}/effects/delta_gs/value")
    assert made.inputs == ("//resources/published/acquabench.json",)
    assert "no trajectory of this study" in made.note


def test_a_case_is_one_unit(results: Any) -> None:
    key, case = next(iter(results["cases"].items()))
    made = found(results, f"/cases/{key}/arms/1/prediction")
    assert (made.qid, made.surfaces) == (case["qid"], (case["surface"],))
    assert made.conditions == (case["arms"][1]["condition"],)
    assert found(results, f"/cases/{key}/candidates").qid == ""


@pytest.mark.parametrize("locator", ["", "/nothing", "/analyses/no_model/units", "/analyses"])
def test_what_is_no_number_is_not_known(results: Any, locator: str) -> None:
    assert behind(results, locator) is None
