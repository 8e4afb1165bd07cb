"""D2 artifacts: relation and mapping, their bases, the two modes and the reasons to reject."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from authoring import member, no_engine, opened_with
from earned.audits.acquabench.artifacts import run
from earned.audits.acquabench.authors.checks import PROHIBITED, split_words
from earned.audits.acquabench.config import SampleConfig
from earned.audits.acquabench.params import GateParams
from earned.audits.acquabench.population import draw
from earned.audits.acquabench.regimes.construction import Construction
from earned.audits.acquabench.regimes.distributed import decide, mapping_template
from earned.audits.acquabench.regimes.gate import largest_score
from earned.audits.acquabench.regimes.handles import handle
from earned.errors import UserError
from earned.population.function_words import FUNCTION_WORDS
from earned.population.hotpotqa import load_items
from earned.population.normal_form import normalize_answer
from earned.records.artifact import Artifact
from earned.records.population import Member
from support import ROOT, shared_dir

RULE = {
    "regime": "D2",
    "author": {"kind": "rule"},
    "gate": {"percent": 25, "display_chars": 1800},
}
TEMPLATE = "Ann Ost lived in <VALUE>."
KEY = handle("q1")
RELATION = f"Ann Ost lived in {KEY}."
SOURCES = (("Nord", "A cold bay."), ("Vale", "An old port."), ("Moor", "A wet hill."))
OPEN = GateParams(percent=100, display_chars=1800)
ITEMS = load_items(ROOT / "resources" / "embedded" / "questions.json")


def asked(*, sources: tuple[tuple[str, str], ...] = SOURCES, **more: Any) -> Member:
    given = {"supporting": (1, 2), "regimes": ("D2",), **more}
    return member("q1", "Sele Harbour", sources=sources, **given)


def opened(one: Member, template: str = TEMPLATE) -> Construction:
    return opened_with(one, template, regime="D2")


def decided(
    one: Member, gate: GateParams = OPEN, template: str = TEMPLATE, decoy: str = "Port Vane"
) -> tuple[Construction, Artifact | None]:
    return decide(one.item, opened(one, template), [("q2", decoy)], gate)


def texts(artifact: Artifact | None, arm: str) -> list[str]:
    assert artifact is not None
    return [planted.text for planted in artifact.arms[arm].planted]


def test_the_relation_holds_the_handle_and_the_mapping_the_value() -> None:
    _, artifact = decided(asked())
    assert artifact is not None
    for arm, value in (("GOLD", "Sele Harbour"), ("SHAM", "Port Vane")):
        relation, mapping = artifact.arms[arm].planted
        assert artifact.arms[arm].value == value
        assert (relation.sentence, mapping.sentence) == (RELATION, f"{KEY} means {value}.")
        assert (relation.holds_value, mapping.holds_value) == (False, True)


def test_the_arms_differ_in_the_mapping_alone() -> None:
    _, artifact = decided(asked())
    assert artifact is not None
    gold, sham = artifact.arms["GOLD"].planted, artifact.arms["SHAM"].planted
    assert gold[0] == sham[0]
    assert (gold[1].source_id, gold[1].position) == (sham[1].source_id, sham[1].position)


def test_the_bases_are_the_first_two_admissible_sources_the_relation_first() -> None:
    made, artifact = decided(asked())
    assert artifact is not None
    relation, mapping = artifact.arms["GOLD"].planted
    assert (relation.source_id, mapping.source_id) == ("q1#1", "q1#2")
    assert (made.base, made.base_position) == ("q1#1", 1)
    assert made.distribution is not None
    assert made.distribution.handle == KEY
    assert (made.distribution.mapping_base, made.distribution.mapping_position) == ("q1#2", 2)


def test_neither_base_holds_the_decoy() -> None:
    held = (("Nord", "A cold bay."), ("Vale", "By Port Vane."), ("Moor", "A wet hill."))
    made, artifact = decided(asked(sources=held))
    assert artifact is not None
    assert [p.source_id for p in artifact.arms["SHAM"].planted] == ["q1#2", "q1#0"]
    assert made.base == "q1#2"


def test_appending_is_tried_first() -> None:
    made, artifact = decided(asked())
    assert texts(artifact, "GOLD") == [
        f"An old port. {RELATION}",
        f"A wet hill. {KEY} means Sele Harbour.",
    ]
    assert made.distribution is not None
    assert made.distribution.mode == "append"
    assert [score.mode for score in made.distribution.tried] == ["append"]


@pytest.mark.parametrize("arm", ["GOLD", "SHAM"])
def test_both_arms_stand_alone_where_one_appended_source_exceeds_the_gate(arm: str) -> None:
    """The relation's base shares a token with one arm's value; the sentence brings the question."""
    shared = "Harbour" if arm == "GOLD" else "Vane"
    sources = (SOURCES[0], ("Vale", f"An old {shared}."), SOURCES[2])
    made, artifact = decided(asked(sources=sources), GateParams(percent=0, display_chars=1800))
    assert texts(artifact, "GOLD") == [RELATION, f"{KEY} means Sele Harbour."]
    assert texts(artifact, "SHAM") == [RELATION, f"{KEY} means Port Vane."]
    assert made.distribution is not None
    assert made.distribution.mode == "standalone"
    append, alone = made.distribution.tried
    # "Ann Ost ... in" is two of five question tokens; one of the value's two tokens is there.
    assert getattr(append, arm.lower()) == pytest.approx(2 / 5 * 1 / 2)
    assert (append.gold > 0, append.sham > 0) == (arm == "GOLD", arm == "SHAM")
    assert (alone.gold, alone.sham) == (0, 0)


def test_what_exceeds_the_gate_alone_as_well_is_rejected_with_both_scores() -> None:
    """A title stays in both modes, and here it holds two question words."""
    sources = (SOURCES[0], SOURCES[1], ("Ann Ost", "A pilot."))
    made, artifact = decided(asked(sources=sources), GateParams(percent=39, display_chars=1800))
    assert (artifact, made.accepted) == (None, False)
    assert made.reason == "gate: a planted source exceeds 39 % in both modes"
    assert made.distribution is not None
    assert made.distribution.mode is None
    scores = [(score.mode, score.gold, score.sham) for score in made.distribution.tried]
    assert scores == [("append", 0.4, 0.4), ("standalone", 0.4, 0.4)]
    assert decided(asked(sources=sources), GateParams(percent=40, display_chars=1800))[1]


@pytest.mark.parametrize(
    ("template", "decoy", "reason"),
    [
        (TEMPLATE, "Sele", "no decoy: every other answer is too close"),
        ("Ann Ost lived in <VALUE>, not Port Vane.", "Port Vane", "the decoy stands in"),
        ("Sele Harbour, <VALUE>, is old.", "Port Vane", "the reference stands in"),
    ],
)
def test_a_value_that_stands_where_it_must_not_rejects(
    template: str, decoy: str, reason: str
) -> None:
    made, artifact = decided(asked(), template=template, decoy=decoy)
    assert artifact is None
    assert made.reason.startswith(reason)
    assert made.attempts, "the candidates stay on record"


def test_a_second_source_without_the_decoy_is_needed() -> None:
    held = (("Nord", "Port Vane."), ("Vale", "By Port Vane."), SOURCES[2])
    made, artifact = decided(asked(sources=held))
    assert artifact is None
    assert made.reason == "fewer than two sources without reference and decoy"


def test_one_admissible_source_rejects_before_the_author_is_asked(tmp_path: Path) -> None:
    one = asked(sources=(("Nord", "Sele Harbour."), SOURCES[1]), supporting=(1,))
    artifacts, (record,) = run([one], [], RULE, no_engine(tmp_path))
    assert (artifacts, record.attempts) == ([], ())
    assert record.reason == "fewer than two admissible sources"


def test_the_request_set_of_the_regime_alone_gives_decoys(tmp_path: Path) -> None:
    elsewhere = member("q3", "Port Nord", regimes=("D0",))
    artifacts, audit = run([asked(), elsewhere], [], RULE, no_engine(tmp_path))
    assert (artifacts, [record.qid for record in audit]) == ([], ["q1"])
    assert audit[0].reason == "no decoy: no other item"


def test_a_value_with_its_own_full_stop_gets_no_second_one() -> None:
    assert mapping_template("Key-0", "Lake Inc.") == "Key-0 means <VALUE>"
    assert mapping_template("Key-0", "Lake") == "Key-0 means <VALUE>."


def test_the_mapping_is_worded_without_function_words_and_prohibited_ones() -> None:
    words = set(split_words(mapping_template("", "x").replace("<VALUE>", "").lower()))
    assert words
    assert (
        words & (FUNCTION_WORDS | PROHIBITED | {"is", "of", "in", "a", "an", "to", "by"}) == set()
    )


def test_a_regime_without_a_gate_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="needs a gate"):
        run([asked()], [], {**RULE, "gate": None}, no_engine(tmp_path))


def checked(path: Path, members: list[Member]) -> tuple[list[Artifact], list[Construction]]:
    """Build D2 for real questions, and hold every artifact against its contract."""
    artifacts, audit = run(members, [], RULE, no_engine(path))
    items = {one.item.qid: one.item for one in members}
    accepted = {record.qid: record for record in audit if record.accepted}
    assert [artifact.qid for artifact in artifacts] == list(accepted)
    assert all(record.accepted or record.reason for record in audit)
    for artifact in artifacts:
        item, made = items[artifact.qid], accepted[artifact.qid]
        assert made.decoy is not None
        for arm in artifact.arms.values():
            assert largest_score(item, arm, 1800) * 4 <= 1
            assert normalize_answer(arm.value) not in normalize_answer(arm.planted[0].text)
            for planted in arm.planted:
                base = item.sources[planted.position]
                plain = normalize_answer(f"{base.title} {base.text}")
                assert normalize_answer(item.answer) not in plain
                assert normalize_answer(made.decoy.value) not in plain
                assert planted.text in (planted.sentence, f"{base.text} {planted.sentence}")
    return artifacts, audit


def modes(audit: list[Construction]) -> tuple[int, int]:
    taken = [record.distribution.mode for record in audit if record.distribution]
    return taken.count("append"), taken.count("standalone")


def test_the_embedded_set(tmp_path: Path) -> None:
    artifacts, audit = checked(tmp_path, draw(ITEMS, {"D2": SampleConfig(size=80)}))
    assert (len(audit), len(artifacts), modes(audit)) == (80, 61, (16, 45))


def test_the_real_questions(tmp_path: Path) -> None:
    items = load_items(shared_dir() / "data/hotpotqa_dev_distractor_197.json")
    artifacts, audit = checked(tmp_path, draw(items, {"D2": SampleConfig(size=184)}))
    templates = sum(bool(record.template) for record in audit)
    assert (len(audit), templates, len(artifacts), modes(audit)) == (184, 103, 75, (2, 73))
