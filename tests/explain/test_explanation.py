"""A number explained: rule, records, examples and the chain to raw data."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest

from earned.commands.options import print_lines
from earned.errors import UserError
from earned.explain.as_json import json_of
from earned.explain.build import explain
from earned.explain.record import Explanation
from earned.explain.text import text_lines
from earned.lineage.hashing import sha256_file, sha256_json
from earned.records.files import read_records
from earned.records.trajectory import Trajectory
from explained import FOLLOWING, QUESTIONS, READING, SURFACES

D0 = f"d0_{READING}"
UNITS = QUESTIONS * len(SURFACES)
HEADLINE = f"acquabench/d0_main/{D0}/G-S/value"


@pytest.fixture(scope="module")
def headline(study: Path) -> Explanation:
    return explain(study, HEADLINE)


@pytest.mark.parametrize("regime", ["D0", "D1", "D2", "style"])
@pytest.mark.parametrize("condition", ["CLEAN", "GOLD", "SHAM"])
def test_the_rate_of_an_arm_is_counted_again(study: Path, regime: str, condition: str) -> None:
    key = f"{regime.lower()}_{READING}"
    found = explain(study, f"acquabench/audit_views/{key}/{condition}/value")
    units = QUESTIONS if regime == "style" else UNITS
    assert found.recount is not None
    (count,) = found.recount.counts
    assert found.recount.agrees
    assert count.of == units == sum(group.records for group in found.records)
    assert found.recount.says == f"{count.hits} of {units} successes in {condition}"
    assert found.claim.value == count.hits / units
    assert {group.condition for group in found.records} == {condition}


def test_a_headline_is_explained_from_rule_to_records(headline: Explanation) -> None:
    assert headline.claim.claim_id == HEADLINE
    assert headline.recount is not None
    assert headline.recount.says.endswith(f" of {UNITS}")
    assert " less " in headline.recount.says
    assert headline.agrees
    assert [(g.condition, g.records, g.counted) for g in headline.records] == [
        (arm, QUESTIONS, QUESTIONS) for _ in SURFACES for arm in ("GOLD", "SHAM")
    ]
    assert headline.remarks == ()


def test_the_rule_is_the_one_in_the_configuration(study: Path, headline: Explanation) -> None:
    rule = headline.rule
    assert rule is not None
    assert rule.frozen_in == "study/config.json"
    config = json.loads((study / "study/config.json").read_text("utf-8"))
    (frozen,) = (r for r in config["acquabench"]["verdicts"] if r["estimand"] == "delta_gs")
    assert rule.rule == frozen
    assert rule.same
    assert rule.rule_sha256 == sha256_json(frozen)
    assert headline.configuration.sha256 == sha256_file(study / "study/config.json")


def test_a_number_that_no_rule_judges_has_none(study: Path) -> None:
    assert explain(study, f"audit_views/{D0}/GOLD/value").rule is None
    assert explain(study, f"d0_main/{D0}/S-C/value").rule is None


def test_an_unresolved_verdict_supports_nothing(headline: Explanation) -> None:
    assert headline.rule is not None
    open_rule = headline.rule.model_copy(update={"verdict": "unresolved", "why": "0 is in it"})
    lines = text_lines(headline.model_copy(update={"rule": open_rule}))
    assert "supports       nothing" in lines
    assert f"not supported  {open_rule.statement}" in lines


def test_another_rule_than_the_one_that_judged_is_said(headline: Explanation) -> None:
    assert headline.rule is not None
    other = headline.rule.model_copy(update={"frozen_sha256": "f" * 64})
    found = headline.model_copy(update={"rule": other})
    assert not found.agrees
    assert any("DIFFERS from the rule in study/config.json" in line for line in text_lines(found))


def test_a_count_that_is_another_is_said(headline: Explanation) -> None:
    assert headline.recount is not None
    first = headline.recount.checks[0].model_copy(update={"agrees": False, "counted": 99})
    wrong = headline.recount.model_copy(update={"checks": (first,)})
    found = headline.model_copy(update={"recount": wrong})
    assert not found.agrees
    assert any(line.strip().startswith("DIFFERS: /analyses/") for line in text_lines(found))


def test_the_chain_leads_to_raw_data_through_the_cells_behind_it(
    study: Path, headline: Explanation
) -> None:
    folders = [node.folder for node in headline.chain]
    cells = [f"{READING}/D0/{surface}" for surface in SURFACES]
    assert folders[0] == "acquabench/analysis"
    assert {f for f in folders if "/scores/" in f} == {f"acquabench/scores/{c}" for c in cells}
    assert {f for f in folders if "/agents/" in f} == {f"acquabench/agents/{c}" for c in cells}
    assert [f for f in folders if "/artifacts/" in f] == ["acquabench/artifacts/D0"]
    assert folders[-1] == "acquabench/population"
    assert [one.path for one in headline.raw_data] == ["//resources/embedded/questions.json"]
    assert headline.weights == ()
    for node in headline.chain:
        beside = study / node.folder / "lineage.json"
        assert node.lineage_sha256 == sha256(beside.read_bytes()).hexdigest()
        made = json.loads(beside.read_text("utf-8"))
        assert (node.stage, node.code_sha256) == (made["stage"], made["code_sha256"])
        assert node.parameters_sha256 == sha256_json(made["parameters"])
        assert {one.path for one in node.inputs} == {one["path"] for one in made["inputs"]}


def test_a_regime_built_from_another_leads_through_it(study: Path) -> None:
    found = explain(study, f"boundary/d1_{READING}/G-S/value")
    artifacts = [node.folder for node in found.chain if node.stage == "artifacts"]
    assert artifacts == ["acquabench/artifacts/D1", "acquabench/artifacts/D0"]


def test_examples_are_told_as_the_trajectories_have_them(
    study: Path, headline: Explanation
) -> None:
    assert len(headline.examples) == 3
    for example in headline.examples:
        cell = study / "acquabench/agents" / READING / "D0" / example.surface
        raw = read_records(cell / "trajectories.jsonl", Trajectory)
        for arm in example.arms:
            (run,) = (
                r for r in raw if (r.qid, r.condition, r.repeat) == (example.qid, arm.condition, 0)
            )
            assert (arm.prediction, arm.outcome) == (run.prediction, run.outcome)
            assert [step.argument for step in arm.steps] == [step.argument for step in run.steps]
            shown = [tuple(s.source_id for s in step.shown) for step in arm.steps]
            assert shown == [step.shown for step in run.steps]
            assert [s.planted for s in arm.steps] == [len(s.planted_shown) for s in run.steps]
            marked = [sum(source.planted for source in step.shown) for step in arm.steps]
            assert marked == [step.planted for step in arm.steps]
            assert all(source.title for step in arm.steps for source in step.shown)
        assert [arm.condition for arm in example.arms] == ["GOLD", "SHAM"]
    assert headline.examples[0].arms[0].success != headline.examples[0].arms[1].success


def test_two_models_stand_side_by_side_in_their_contrast(study: Path) -> None:
    row = f"d0_{FOLLOWING}_minus_{READING}.gold"
    found = explain(study, f"acquabench/ranking_views/{row}/Difference/value")
    assert {arm.model for arm in found.examples[0].arms} == {READING, FOLLOWING}
    assert {group.model for group in found.records} == {READING, FOLLOWING}
    text = "\n".join(text_lines(found))
    assert f"GOLD {READING}" in text


def test_a_case_is_explained_by_its_unit(study: Path) -> None:
    found = explain(study, f"acquabench/d0_case/{D0}.GOLD/Prediction/value")
    (example,) = found.examples
    (arm,) = example.arms
    assert arm.prediction == found.claim.value
    assert "acquabench/cases" in [node.folder for node in found.chain]


def test_noise_shows_both_runs(study: Path) -> None:
    found = explain(study, f"acquabench/noise/{D0}.0/GOLD flips/value")
    assert {arm.repeat for arm in found.examples[0].arms} == {0, 1}
    assert sum(group.records for group in found.records) == 2 * UNITS
    assert any("GOLD run 1" in line for line in text_lines(found))


@pytest.mark.parametrize(
    ("claim", "file", "said"),
    [
        ("populations/D1/Paired/value", "acquabench/artifacts/D1/construction.jsonl", "before any"),
        (f"published/{D0}.delta_gs/Paper/value", "//resources/published/acquabench.json",
         "no trajectory of this study"),
        ("surfaces/tool/Action/value", "study/config.json", "no record is behind it"),
    ],
)  # fmt: skip
def test_a_number_without_trajectories_says_so_and_names_its_file(
    study: Path, claim: str, file: str, said: str
) -> None:
    found = explain(study, f"acquabench/{claim}")
    assert file in [one.path for one in found.files]
    assert (found.records, found.examples, found.recount) == ((), (), None)
    text = "\n".join(text_lines(found))
    assert said in text
    assert file in text


def test_json_holds_everything_and_reads_back(study: Path, headline: Explanation) -> None:
    text = json_of(headline)
    assert Explanation.model_validate_json(text) == headline
    assert text.isascii()
    assert str(study) not in text
    assert headline.claim.source_sha256 in text
    keys = list(json.loads(text))
    assert keys == sorted(keys)


def test_text_of_the_data_moves_no_cursor(
    headline: Explanation, capsys: pytest.CaptureFixture[str]
) -> None:
    example = headline.examples[0]
    arm = example.arms[0].model_copy(update={"prediction": "a\x1b[2Jb\u202ec\nd"})
    moved = example.model_copy(update={"arms": (arm,), "question": "\x9b1A?"})
    found = headline.model_copy(update={"examples": (moved,)})
    print_lines(text_lines(found))
    said = capsys.readouterr().out
    assert "a [2Jb c d" in said
    assert not {"\x1b", "\u202e", "\x9b"} & set(said)
    assert json_of(found).isascii()


def test_long_lists_are_cut_in_text_alone(study: Path) -> None:
    found = explain(study, "acquabench/usage/study/Calls made/value")
    text = "\n".join(text_lines(found))
    cells = 2 * (3 * len(SURFACES) + 1)
    assert f"… and {cells * 3 - 16} more" in text
    assert f"… and {cells - 4} more" in text
    assert len(found.records) == cells * 3
    assert "… and" not in json_of(found)


def test_a_claim_is_found_by_a_part_of_its_id_and_several_are_listed(study: Path) -> None:
    assert explain(study, f"d0_main/{D0}/g-s/VALUE").claim.claim_id == HEADLINE
    with pytest.raises(UserError, match=f"among them '{HEADLINE[:20]}"):
        explain(study, f"d0_main/{D0}/G-S")
