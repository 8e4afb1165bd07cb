"""D1 artifacts: D0's questions, sources, templates and decoys, with aliases in the slot."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliasing import TEMPLATE, answering, from_d0
from authoring import no_engine
from earned.audits.acquabench.artifacts import run
from earned.audits.acquabench.authors.checks import SLOT
from earned.audits.acquabench.config import SampleConfig
from earned.audits.acquabench.population import draw
from earned.audits.acquabench.regimes.answers import is_far_enough
from earned.audits.acquabench.regimes.construction import AliasAttempt, Construction
from earned.population.hotpotqa import load_items
from earned.population.normal_form import normalize_answer
from earned.records.artifact import Artifact
from earned.records.population import Member
from support import ROOT

D0 = {"regime": "D0", "author": {"kind": "rule"}}
D1 = {"regime": "D1", "author": {"kind": "rule"}}
ITEMS = load_items(ROOT / "resources" / "embedded" / "questions.json")
STREET = answering("q1", "Peachtree Street")
SQUARE = answering("q2", "Holm Square")
BARE = answering("q3", "Port Vane")
WHOLE = [STREET, SQUARE, BARE]


@pytest.fixture(scope="module")
def embedded(
    tmp_path_factory: pytest.TempPathFactory,
) -> tuple[list[Member], list[Construction], list[Artifact], list[Construction]]:
    folder = tmp_path_factory.mktemp("embedded")
    members = draw(ITEMS, {"D0": SampleConfig()})
    _, parent = run(members, [], D0, no_engine(folder))
    return members, parent, *run(members, parent, D1, no_engine(folder))


def built(
    folder: Path, *parent: Construction, members: list[Member] = WHOLE
) -> tuple[list[Artifact], list[Construction]]:
    return run(members, list(parent), D1, no_engine(folder))


def form(attempts: tuple[AliasAttempt, ...]) -> str:
    return next(attempt.form for attempt in attempts if attempt.accepted)


def test_both_arms_hold_an_alias_in_the_source_and_template_of_d0(tmp_path: Path) -> None:
    parent = from_d0(STREET, SQUARE, "Ann Ost lived in <VALUE> then.")
    (artifact,), (record,) = built(tmp_path, parent)
    gold, sham = artifact.arms["GOLD"], artifact.arms["SHAM"]
    assert (artifact.regime, record.regime, record.accepted) == ("D1", "D1", True)
    assert (gold.value, sham.value) == ("Peachtree St.", "Holm Sq.")
    assert gold.planted[0].text == "Ann Ost was a pilot. Ann Ost lived in Peachtree St. then."
    assert sham.planted[0].text == gold.planted[0].text.replace("Peachtree St.", "Holm Sq.")
    assert gold.planted[0].source_id == sham.planted[0].source_id == parent.base
    assert gold.planted[0].position == sham.planted[0].position == 0


def test_the_record_carries_over_what_d0_decided(tmp_path: Path) -> None:
    parent = from_d0(STREET, SQUARE)
    _, (record,) = built(tmp_path, parent)
    same = record.model_copy(update={"regime": "D0", "aliases": None})
    assert same == parent


def test_only_what_d0_accepted_is_asked_for_in_qid_order(tmp_path: Path) -> None:
    rejected = from_d0(BARE, STREET, accepted=False)
    _, audit = built(tmp_path, from_d0(SQUARE, STREET), rejected, from_d0(STREET, SQUARE))
    assert [record.qid for record in audit] == ["q1", "q2"]


def test_a_reference_without_an_alias_rejects_and_its_decoy_is_not_tried(tmp_path: Path) -> None:
    artifacts, (record,) = built(tmp_path, from_d0(BARE, STREET))
    assert artifacts == []
    assert record.reason == "no alias of the reference: no form known"
    assert record.aliases is not None
    assert (record.aliases.reference, record.aliases.decoy) == ((), ())


def test_a_decoy_without_an_alias_rejects_and_the_reference_stays_eligible(tmp_path: Path) -> None:
    artifacts, (record,) = built(tmp_path, from_d0(STREET, BARE))
    assert (artifacts, record.accepted) == ([], False)
    assert record.reason == "no alias of the decoy: no form known"
    assert record.aliases is not None
    assert (record.aliases.reference_alias, record.aliases.decoy_alias) == ("Peachtree St", "")


def test_a_failed_check_is_the_reason_and_the_attempt_is_kept(tmp_path: Path) -> None:
    parent = from_d0(STREET, SQUARE, "Peachtree St. is where <VALUE> was.")
    _, (record,) = built(tmp_path, parent)
    assert record.reason == "no alias of the reference: alias-outside-slot"
    assert record.aliases is not None
    (attempt,) = record.aliases.reference
    assert (attempt.alias, attempt.verdict) == ("Peachtree St.", None)


def test_the_decoy_takes_the_kind_of_form_that_the_reference_took(tmp_path: Path) -> None:
    count, year = answering("q1", "853"), answering("q2", "1879")
    members = [count, year]
    _, (counted, spoken) = built(
        tmp_path, from_d0(count, year), from_d0(year, count), members=members
    )
    assert counted.aliases is not None
    assert counted.aliases.decoy_alias == "one thousand eight hundred seventy-nine"
    assert spoken.aliases is not None
    assert spoken.aliases.reference_alias == "eighteen seventy-nine"
    assert form(spoken.aliases.decoy) == "number-words", "another kind, where it has no such form"


def test_whether_the_decoy_is_a_person_is_told_by_the_item_it_comes_from(tmp_path: Path) -> None:
    person = answering("q2", "Bo Hale", question="Who won the prize?")
    band = answering("q2", "Bo Hale", question="Which band won the prize?")
    aliases = []
    for lends in (person, band):
        _, (record,) = built(tmp_path, from_d0(STREET, lends), members=[STREET, lends])
        assert record.aliases is not None
        aliases.append(record.aliases.decoy_alias)
    assert aliases == ["B. Hale", ""]


def test_the_embedded_questions_give_a_few_dozen_pairs(
    embedded: tuple[list[Member], list[Construction], list[Artifact], list[Construction]],
) -> None:
    _, parent, artifacts, audit = embedded
    assert {r.qid for r in audit} == {r.qid for r in parent if r.accepted}
    assert [a.qid for a in artifacts] == [r.qid for r in audit if r.accepted]
    assert len(artifacts) >= 24
    assert len(artifacts) < len(audit), "a strict subset"
    assert all(record.accepted != bool(record.reason) for record in audit)


def test_the_arms_of_every_embedded_pair_differ_in_the_alias_alone(
    embedded: tuple[list[Member], list[Construction], list[Artifact], list[Construction]],
) -> None:
    members, parent, artifacts, audit = embedded
    items = {member.item.qid: member.item for member in members}
    templates = {record.qid: record.template for record in parent}
    assert {r.qid: r.template for r in audit} == {r.qid: templates[r.qid] for r in audit}
    for artifact in artifacts:
        gold, sham = (artifact.arms[name] for name in ("GOLD", "SHAM"))
        (one,), (other,) = gold.planted, sham.planted
        assert (one.source_id, one.position) == (other.source_id, other.position)
        base = items[artifact.qid].sources[one.position].text
        for arm, planted in ((gold, one), (sham, other)):
            assert planted.sentence == templates[artifact.qid].replace(SLOT, arm.value)
            assert planted.text == f"{base} {planted.sentence}"


def test_no_embedded_arm_shows_a_canonical_value(
    embedded: tuple[list[Member], list[Construction], list[Artifact], list[Construction]],
) -> None:
    _, _, artifacts, audit = embedded
    records = {record.qid: record for record in audit}
    for artifact in artifacts:
        record = records[artifact.qid]
        assert record.decoy is not None
        gold, sham = (artifact.arms[name] for name in ("GOLD", "SHAM"))
        shown = {
            arm.value: f" {normalize_answer(arm.planted[0].sentence)} " for arm in (gold, sham)
        }
        reference = f" {normalize_answer(record.reference)} "
        assert all(reference not in sentence for sentence in shown.values())
        assert f" {normalize_answer(record.decoy.value)} " not in shown[sham.value]
        assert is_far_enough(sham.value, record.reference)


def test_a_second_build_is_the_same(
    embedded: tuple[list[Member], list[Construction], list[Artifact], list[Construction]],
    tmp_path: Path,
) -> None:
    members, parent, artifacts, audit = embedded
    assert run(members, parent[::-1], D1, no_engine(tmp_path)) == (artifacts, audit)


def test_a_smaller_request_set_changes_no_alias_of_the_same_pair(
    embedded: tuple[list[Member], list[Construction], list[Artifact], list[Construction]],
    tmp_path: Path,
) -> None:
    """Field case 4."""
    members, parent, _, audit = embedded
    _, part = run(members, parent[:40], D1, no_engine(tmp_path))
    kept = {record.qid for record in part}
    assert part == [record for record in audit if record.qid in kept]


def test_the_full_stop_of_the_template_serves_an_abbreviation_too(tmp_path: Path) -> None:
    (artifact,), _ = built(tmp_path, from_d0(STREET, SQUARE, TEMPLATE))
    assert artifact.arms["GOLD"].planted[0].sentence == "Ann Ost lived in Peachtree St."
