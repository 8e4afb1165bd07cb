"""The paper's figures beside a study's own: what is matched, in which units, and what is not."""

from __future__ import annotations

import copy
import json
from typing import Any

import pytest

from earned.audits.acquabench.estimands.published import published
from earned.audits.acquabench.frozen import FrozenResults, Printed, Rate, Spread
from earned.audits.acquabench.names import CONTRASTS
from earned.audits.acquabench.plan import PUBLISHED
from earned.errors import UserError
from mini import run_mini
from support import ROOT, shared_json

FILE: dict[str, Any] = json.loads((ROOT / PUBLISHED[0]).read_text(encoding="utf-8"))
ALIAS = "llama-3.1-8b"
CONTRAST = "d0_qwen2.5-32b_minus_qwen2.5-14b"
KEYS = [f"{row['regime'].lower()}_{row['model']}" for row in FILE["main"]]


def test_the_figures_are_the_reference_file_s() -> None:
    reference = shared_json("reference/acquabench_published.json")
    ours = {key: value for key, value in FILE.items() if key != "citation"}
    assert ours == {key: value for key, value in reference.items() if key != "source"}


@pytest.mark.parametrize("row", FILE["main"], ids=KEYS)
def test_printed_rates_fit_their_denominators(row: dict[str, Any]) -> None:
    """Field case 41: the printed contrasts follow from the printed counts."""
    assert row["n"] == FILE["qids"][row["regime"]] * len(FILE["surfaces"])
    for name, arms in CONTRASTS.items():
        if f"{name}_pp" in row:
            first, second = (row[arm.lower()] for arm in arms)
            exact = 100 * (first - second) / row["n"]
            assert row[f"{name}_pp"][0] == pytest.approx(exact, abs=0.0501)


def test_points_become_proportions() -> None:
    found = published([FILE], ["d0_llama-3.1-8b"], [])
    assert found is not None
    ours = found.analyses["d0_llama-3.1-8b"]
    assert {c: rate.numerator for c, rate in ours.success.items()} == {
        "CLEAN": 286, "GOLD": 383, "SHAM": 243,
    }  # fmt: skip
    assert ours.success["GOLD"].value == 383 / 540
    assert ours.units == 540
    assert ours.effects["delta_gs"] == Printed(value=0.259, low=0.196, high=0.324)
    assert ours.effects["net_rescue"] == Printed(value=0.319, low=0.225, high=0.417)
    assert ours.detectors["coloc_vs_sham"] == Printed(value=0.908, low=0.848, high=0.956)
    assert (ours.positives, ours.negatives) == (112, {"earned": 286, "sham": 234})
    assert ours.cleaned_gold == Rate(numerator=271, denominator=540, value=271 / 540)
    assert ours.by_surface["tool"]["delta_sc"] == -0.148
    assert ours.distributions["attributable"].median == 0.838
    assert ours.quality is not None
    assert (ours.quality.forced, ours.quality.mean_steps) == (0.0525, 2.87)
    assert ours.case is not None
    assert ours.case.arms["CLEAN"].coloc == 0.667


def test_what_the_paper_does_not_print_is_left_empty() -> None:
    found = published([FILE], ["d1_qwen2.5-32b"], [])
    assert found is not None
    d1 = found.analyses["d1_qwen2.5-32b"]
    assert (d1.cleaned_gold, d1.distributions, d1.case) == (None, {}, None)


def test_the_style_control_is_one_more_analysis() -> None:
    found = published([FILE], ["style_llama-3.1-8b"], [])
    assert found is not None
    style = found.analyses["style_llama-3.1-8b"]
    assert (style.regime, style.units, style.positives) == ("style", 135, 35)
    assert style.effects == {"net_rescue": Printed(value=0.3)}
    assert style.rescue["rescue_sham"] == Printed(value=0.138)
    assert style.detectors["string_match_vs_earned"].high == 0.527


def test_a_population_comes_with_an_analysis_of_its_regime() -> None:
    found = published([FILE], ["d2_llama-3.1-8b"], [])
    assert found is not None
    assert list(found.populations) == ["D2"]
    population = found.populations["D2"]
    assert (population.parent, population.templates, population.paired) == (50, 44, 36)
    assert population.modes == {"append": 10, "standalone": 26}
    assert population.gate["SHAM"] == Spread(low=0, high=0.25, mean=0.069)


def test_what_was_not_run_is_listed_in_the_paper_s_order() -> None:
    found = published([FILE], ["d0_qwen2.5-14b", "d0_reader", "d2_qwen2.5-14b"], [])
    assert found is not None
    assert list(found.analyses) == ["d0_qwen2.5-14b"]
    rest = [key for key in KEYS if key != "d0_qwen2.5-14b"]
    assert found.not_run == (*rest, "style_llama-3.1-8b", CONTRAST)


def test_a_study_of_other_models_is_told_that_nothing_was_run() -> None:
    found = published([FILE], ["d0_reader"], [])
    assert found is not None
    assert (found.analyses, found.contrasts, found.populations) == ({}, {}, {})
    assert found.not_run == (*KEYS, "style_llama-3.1-8b", CONTRAST)


def test_without_a_file_nothing_is_said() -> None:
    assert published([], KEYS, [CONTRAST]) is None


def test_the_contrast_of_models_is_matched_in_both_orders() -> None:
    plain = published([FILE], KEYS, [CONTRAST])
    turned = published([FILE], KEYS, ["d0_qwen2.5-14b_minus_qwen2.5-32b"])
    assert plain is not None
    assert turned is not None
    assert plain.not_run == turned.not_run == ("style_llama-3.1-8b",)
    (one,), (other,) = plain.contrasts.values(), turned.contrasts.values()
    assert one.differences["delta_gc"] == Printed(value=-0.056, low=-0.109, high=-0.002)
    assert other.differences["delta_gc"] == Printed(value=0.056, low=0.002, high=0.109)
    assert set(one.differences) == {"clean", "gold", "sham", "delta_gc", "delta_gs", "net_rescue"}


def broken(path: list[str | int], value: object) -> dict[str, Any]:
    """The file with one value replaced, or removed where it is None."""
    made = copy.deepcopy(FILE)
    at: Any = made
    for key in path[:-1]:
        at = at[key]
    if value is None:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return made


@pytest.mark.parametrize(
    ("path", "value", "named"),
    [
        (["main", 0, "gold"], None, "field main.0.gold: Field required"),
        (["main", 0, "gold"], 541, "more successes than the 540 units of d0_llama-3.1-8b"),
        (["main", 0, "regime"], "D7", "field main.0.regime"),
        (["main", 1, "model"], ALIAS, "main lists a model twice in one regime"),
        (["main", 2, "delta_gs_pp"], [30.0, 13.5, 24.8], "30.0 is outside of its interval"),
        (["detector", 0, "auroc_vs_sham"], [90.8, 84.8, 95.6], "field detector.0.auroc_vs_sham"),
        (["quality", 0, "model"], "gpt", "d0_gpt is not in main"),
        (["models", ALIAS], None, f"models does not name {ALIAS}"),
        (["detector", 6], None, "main and detector list different models and regimes"),
        (["remark"], "x", "field remark: Extra inputs are not permitted"),
    ],
)
def test_a_fault_in_the_file_is_named(path: list[str | int], value: object, named: str) -> None:
    with pytest.raises(UserError, match="published figures: ") as caught:
        published([broken(path, value)], KEYS, [])
    assert named in str(caught.value)


@pytest.fixture(scope="module")
def replayed(tmp_path_factory: pytest.TempPathFactory) -> FrozenResults:
    """A study under the paper's name of a model, answered by recorded completions."""
    root = tmp_path_factory.mktemp("published")
    small: dict[str, Any] = {
        "limit": 4,
        "surfaces": ["retrieval", "memory"],
        "audit": {"regimes": {"D0": {"size": 40}}},
    }
    recorded = run_mini(
        root / "first", models={ALIAS: {"control": "suggestible"}}, until="agents", **small
    )
    replay = {"kind": "replay", "replay": str(recorded)}
    models = {ALIAS: {"label": "Llama-3.1-8B", "engine": replay}}
    folder = run_mini(root / "second", models=models, until="analysis", **small)
    text = (folder / "acquabench/analysis/frozen_results.json").read_text(encoding="utf-8")
    return FrozenResults.model_validate_json(text)


def test_a_replayed_study_has_the_paper_s_figures_beside_its_own(replayed: FrozenResults) -> None:
    ours = replayed.analyses[f"d0_{ALIAS}"]
    assert (ours.control, ours.complete_units) == (None, 8)
    assert replayed.published is not None
    theirs = replayed.published.analyses[f"d0_{ALIAS}"]
    assert theirs.units == 540
    assert set(theirs.effects) <= {*ours.effects, "net_rescue"}
    assert set(theirs.detectors) <= set(ours.detectors)
    assert set(theirs.distributions) <= set(ours.distributions["coloc"])
    assert set(theirs.success) == set(ours.arms)
    assert set(ours.by_surface) <= set(theirs.by_surface)
    assert replayed.published.populations["D0"].paired == 135
    assert f"d0_{ALIAS}" not in replayed.published.not_run
    assert f"d2_{ALIAS}" in replayed.published.not_run


def test_a_replayed_study_is_no_control_in_the_population_table(replayed: FrozenResults) -> None:
    assert replayed.populations["D0"].support.endswith("questions × 2 surfaces; Llama-3.1-8B")
    assert {note.serialization for note in replayed.surfaces.values()} != {""}
    assert replayed.cases[f"d0_{ALIAS}"].label == "Llama-3.1-8B"
