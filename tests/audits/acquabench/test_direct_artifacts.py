"""D0 artifacts: base source, planted texts, decoys and the reasons for a rejection."""

from __future__ import annotations

from pathlib import Path

import pytest

from authoring import DEFAULT_SOURCES, member, no_engine, opened_with
from earned.audits.acquabench.artifacts import run
from earned.audits.acquabench.config import SampleConfig
from earned.audits.acquabench.population import draw
from earned.audits.acquabench.regimes.bases import admissible_sources
from earned.audits.acquabench.regimes.construction import Construction
from earned.audits.acquabench.regimes.direct import decide
from earned.errors import UserError
from earned.population.hotpotqa import load_items
from earned.records.artifact import Artifact
from earned.records.population import Member
from earned.scores.hotpot import normalize_answer
from support import ROOT

RULE = {"regime": "D0", "author": {"kind": "rule"}}
TEMPLATE = "Ann Ost lived in <VALUE>."
OTHERS = [("q2", "Port Vane"), ("q3", "Lower Marsh")]
ITEMS = load_items(ROOT / "resources" / "embedded" / "questions.json")


def opened(one: Member, template: str = TEMPLATE, accepted: bool = True) -> Construction:
    return opened_with(one, template, accepted)


def built(one: Member, others: list[tuple[str, str]] | None = None) -> Artifact:
    _, artifact = decide(one, opened(one), OTHERS if others is None else others)
    assert artifact is not None
    return artifact


def test_bases_are_supporting_sources_first_then_file_order() -> None:
    sources = tuple((f"T{n}", f"Text {n}.") for n in range(5))
    one = member("q1", "Sele", sources=sources, supporting=(3, 1))
    ids = [source.source_id for source in admissible_sources(one.item)]
    assert ids == ["q1#1", "q1#3", "q1#0", "q1#2", "q1#4"]


@pytest.mark.parametrize(
    "holding",
    [("Sele Harbour", "x"), ("T", "By the SELE, Harbour!"), ("The Sele", "harbour view")],
    ids=["title", "text", "across"],
)
def test_no_base_holds_the_normalized_reference(holding: tuple[str, str]) -> None:
    one = member("q1", "the Sele Harbour", sources=(holding, ("B", "Free.")), supporting=(0,))
    assert [source.source_id for source in admissible_sources(one.item)] == ["q1#1"]


def test_both_arms_add_one_sentence_to_the_same_source() -> None:
    one = member("q1", "Sele Harbour")
    arms = built(one).arms
    (gold,), (sham,) = arms["GOLD"].planted, arms["SHAM"].planted
    assert gold.text == "Ann Ost was a pilot. Ann Ost lived in Sele Harbour."
    assert (gold.sentence, arms["GOLD"].value) == (
        "Ann Ost lived in Sele Harbour.",
        "Sele Harbour",
    )
    assert (gold.source_id, gold.position) == (sham.source_id, sham.position) == ("q1#0", 0)
    assert arms["SHAM"].value in ("Port Vane", "Lower Marsh")
    assert sham.text == gold.text.replace("Sele Harbour", arms["SHAM"].value)


def test_the_base_position_is_that_of_the_file() -> None:
    sources = (("A", "Sele Harbour."), ("B", "Sele Harbour."), ("C", "Free text."))
    (gold,) = built(member("q1", "Sele Harbour", sources=sources)).arms["GOLD"].planted
    assert (gold.source_id, gold.position) == ("q1#2", 2)


@pytest.mark.parametrize(
    ("template", "others", "reason"),
    [
        (TEMPLATE, [], "no decoy: no other item"),
        (TEMPLATE, [("q2", "Sele")], "no decoy: every other answer is too close"),
        ("Old Sele <VALUE> is it.", [("q2", "Harbour Hill Nord")], "the reference stands in"),
    ],
)
def test_a_decoy_that_will_not_do_rejects_with_the_reason(
    template: str, others: list[tuple[str, str]], reason: str
) -> None:
    one = member("q1", "Sele Harbour")
    record, artifact = decide(one, opened(one, template), others)
    assert artifact is None
    assert not record.accepted
    assert record.reason.startswith(reason)
    assert record.attempts, "the candidates stay on record"


def test_without_an_accepted_template_there_is_no_artifact() -> None:
    one = member("q1", "Sele Harbour")
    record, artifact = decide(one, opened(one, accepted=False), OTHERS)
    assert (record.accepted, artifact) == (False, None)


def test_an_item_without_a_free_source_is_rejected_before_the_author_is_asked(
    tmp_path: Path,
) -> None:
    full = member("q1", "Sele", sources=(("Sele", "Sele is a port."),))
    artifacts, audit = run([full], [], RULE, no_engine(tmp_path))
    assert (artifacts, audit[0].reason, audit[0].attempts) == ([], "no admissible base source", ())
    assert (audit[0].base, audit[0].base_position) == ("", None)


def test_an_ineligible_member_keeps_its_reason(tmp_path: Path) -> None:
    out = member("q1", "The", eligible=False, reason="the normalized reference is empty")
    _, audit = run([out], [], RULE, no_engine(tmp_path))
    assert [record.reason for record in audit] == ["the normalized reference is empty"]


def test_the_request_set_of_the_regime_alone_gives_decoys(tmp_path: Path) -> None:
    """Before eligibility: an ineligible or rejected item still lends its answer."""
    asked = member("q1", "Sele Harbour")
    lends = member("q2", "Port Vane", sources=(("Port Vane", "Port Vane."),))
    elsewhere = member("q3", "Port Nord", regimes=("D2",))
    artifacts, audit = run([asked, lends, elsewhere], [], RULE, no_engine(tmp_path))
    assert [record.qid for record in audit] == ["q1", "q2"]
    assert audit[1].reason == "no admissible base source"
    assert [artifact.arms["SHAM"].value for artifact in artifacts] == ["Port Vane"]


def test_the_rule_author_on_the_embedded_set(tmp_path: Path) -> None:
    members = draw(ITEMS, {"D0": SampleConfig()})
    artifacts, audit = run(members, [], RULE, no_engine(tmp_path))
    items = {one.item.qid: one.item for one in members}
    assert [record.qid for record in audit] == sorted(items)
    assert [a.qid for a in artifacts] == [record.qid for record in audit if record.accepted]
    assert all(record.accepted or record.reason for record in audit)
    for artifact in artifacts:
        item, gold, sham = items[artifact.qid], artifact.arms["GOLD"], artifact.arms["SHAM"]
        base = item.sources[gold.planted[0].position]
        assert gold.planted[0].text == f"{base.text} {gold.planted[0].sentence}"
        assert sham.planted[0].text.startswith(f"{base.text} ")
        assert gold.value == item.answer
        assert normalize_answer(item.answer) not in normalize_answer(f"{base.title} {base.text}")
        assert f" {normalize_answer(item.answer)} " not in (
            f" {normalize_answer(sham.planted[0].sentence)} "
        )


def test_a_smaller_request_set_changes_no_base_and_no_template(tmp_path: Path) -> None:
    """Field case 4."""
    whole = {
        r.qid: r for r in run(draw(ITEMS, {"D0": SampleConfig()}), [], RULE, no_engine(tmp_path))[1]
    }
    part = run(draw(ITEMS, {"D0": SampleConfig(size=20)}), [], RULE, no_engine(tmp_path))[1]
    assert len(part) == 20
    for record in part:
        same = whole[record.qid]
        assert (record.base, record.template) == (same.base, same.template)
        assert record.attempts == same.attempts


def test_a_model_author_without_an_engine_is_refused_in_words(tmp_path: Path) -> None:
    given = {"regime": "D0", "author": {"kind": "model", "model": "m"}}
    with pytest.raises(UserError, match="the author needs an engine"):
        run([member("q1", "Sele", sources=DEFAULT_SOURCES)], [], given, no_engine(tmp_path))
