"""Stage registration: what it writes down, and when a line is added, replaced or left."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from earned.config.plan import Plan
from earned.config.study import StudyConfig
from earned.lineage.hashing import sha256_file
from earned.lineage.stage import LINEAGE
from earned.records.files import read_record
from earned.records.lineage import Lineage
from earned.records.registration import Registration
from earned.registration.__main__ import main
from earned.registration.chain import NAME, in_force, read_registrations
from mini import arguments, mini_config, run_mini, run_stage, working_directory
from support import ROOT

REGIMES = {"D0": {"size": 6}, "D2": {"offset": 6, "size": 6}}
RULE = {
    "estimand": "delta_gs", "statement": "s", "stronger": "t", "boundary": "b", "above": 0.0,
}  # fmt: skip
CELL = "agents/reader/D0/tool"


def study(**more: Any) -> StudyConfig:
    given = {"regimes": REGIMES, "verdicts": [RULE], **more}
    return mini_config(models=["reader"], limit=3, surfaces=["tool"], audit=given)


def begun(folder: Path, until: str = "registration", **more: Any) -> Path:
    """A study run through one stage; its audit's folder."""
    return run_mini(folder, config=study(**more), until=until) / "acquabench"


def again(base: Path, *stages: str, **more: Any) -> list[Registration]:
    """Run stages again with other settings, as the workflow would; the registrations then."""
    plan = Plan(study(**more), models=ROOT / "config" / "models")
    with working_directory(ROOT):
        for stage in stages or ("registration",):
            for argv in arguments(plan, base.parent, stage):
                run_stage(stage, argv)
    return read_registrations(base / "registration" / NAME)


def ruled(**more: Any) -> Mapping[str, Any]:
    return {"verdicts": [{**RULE, **more}]}


def test_the_first_record_holds_rules_questions_and_sources_of_every_regime(
    tmp_path: Path,
) -> None:
    base = begun(tmp_path)
    (record,) = read_registrations(base / "registration" / NAME)
    assert (record.number, record.before, record.evidence_before) == (0, "", False)
    assert [rule.rule for rule in record.rules] == [RULE]
    assert record.population.sha256 == sha256_file(base / "population" / "items.jsonl")
    assert record.population.records == 12
    assert list(record.artifacts) == ["D0", "D2"]
    for regime, frozen in record.artifacts.items():
        path = base / "artifacts" / regime / "artifacts.jsonl"
        assert frozen.sha256 == sha256_file(path)
        assert frozen.records == len(path.read_bytes().splitlines())


def test_what_is_registered_already_is_not_registered_again(tmp_path: Path) -> None:
    base = begun(tmp_path, until="agents")
    before = {p.name: p.read_bytes() for p in (base / "registration").iterdir()}
    assert len(again(base)) == 1
    assert {p.name: p.read_bytes() for p in (base / "registration").iterdir()} == before


def test_before_any_agent_ran_a_change_replaces_the_registration(tmp_path: Path) -> None:
    base = begun(tmp_path)
    (record,) = again(base, **ruled(above=0.1))
    assert record.rules[0].rule["above"] == 0.1
    assert (record.number, record.evidence_before) == (0, False)


def test_after_an_agent_ran_a_change_adds_a_line_and_leaves_the_first(tmp_path: Path) -> None:
    base = begun(tmp_path, until="agents")
    first_line = (base / "registration" / NAME).read_bytes()
    first, second = again(base, **ruled(above=0.1))
    assert (base / "registration" / NAME).read_bytes().startswith(first_line)
    assert (first.evidence_before, second.evidence_before) == (False, True)
    assert (first.rules[0].rule["above"], second.rules[0].rule["above"]) == (0.0, 0.1)
    third = again(base)[-1]
    assert (third.number, third.rules) == (2, first.rules)


def test_other_questions_are_registered_too(tmp_path: Path) -> None:
    base = begun(tmp_path, until="agents")
    regimes = {**REGIMES, "D0": {"size": 6, "seed": 14}}
    first, second = again(base, "population", "artifacts", "registration", regimes=regimes)
    assert first.population != second.population
    assert first.artifacts["D0"] != second.artifacts["D0"]


@pytest.mark.parametrize("left", ["trajectories.jsonl", "completions.jsonl"])
def test_what_a_run_cut_short_left_counts_as_data(tmp_path: Path, left: str) -> None:
    """A store without trajectories: somebody may have looked before the rule was changed."""
    base = begun(tmp_path)
    (base / CELL).mkdir(parents=True)
    (base / CELL / left).write_text("")
    assert len(again(base, **ruled(above=0.1))) == 1
    (base / CELL / left).write_text("{}\n")
    assert [r.evidence_before for r in again(base, **ruled(above=0.2))] == [False, True]


def test_a_study_with_evidence_and_no_registration_says_so_in_its_first(tmp_path: Path) -> None:
    base = begun(tmp_path, until="agents")
    (base / "registration" / NAME).unlink()
    (record,) = again(base)
    assert (record.number, record.evidence_before) == (0, True)


def test_a_cell_names_the_registrations_that_it_ran_under_once_each(tmp_path: Path) -> None:
    base = begun(tmp_path, until="agents")
    path = base / "registration" / NAME
    first, before = in_force(path), (base / CELL / LINEAGE).read_bytes()
    again(base, "agents")
    assert (base / CELL / LINEAGE).read_bytes() == before
    again(base, "registration", "agents", **ruled(above=0.1))
    lineage = read_record(base / CELL / LINEAGE, Lineage)
    assert lineage.registrations == (first, in_force(path))
    assert not [digest for digest in lineage.inputs if "registration" in digest.path]


def test_the_lineage_of_no_other_stage_has_the_field(tmp_path: Path) -> None:
    base = begun(tmp_path, until="scores")
    having = {p.relative_to(base).parts[0] for p in base.rglob(LINEAGE)
              if b'"registrations"' in p.read_bytes()}  # fmt: skip
    assert having == {"agents"}


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (b'"above":0.0', b'"above":0.5', "the rule for delta_gs has another hash"),
        (b'"evidence_before":true', b'"evidence_before":false', "says that no agent had run"),
        (b'"number":1', b'"number":2', "line 2 does not follow"),
        (b'"number":0,', b'"number": 0,', "is not written as the stage writes it"),
        (b'{"D0":', b'{"D1":', "line 2 does not follow"),
        (b"}\n", b"}", "cut short"),
        (b"", b"", "holds no registration"),
    ],
)
def test_a_damaged_file_stops_the_stage_and_stays_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], old: bytes, new: bytes, said: str
) -> None:
    base = begun(tmp_path, until="agents")
    again(base, **ruled(above=0.1))
    path = base / "registration" / NAME
    text = path.read_bytes()
    assert old in text
    damaged = new.join(text.rsplit(old, 1)) if said == "cut short" else text.replace(old, new, 1)
    path.write_bytes(damaged if old else b"")
    held = path.read_bytes()
    (argv,) = arguments(Plan(study(**ruled(above=0.2))), base.parent, "registration")
    capsys.readouterr()
    assert main(argv) == 2
    error = capsys.readouterr().err
    assert error.startswith("error: ")
    assert said in error
    assert error.count("\n") == 1
    assert path.read_bytes() == held
