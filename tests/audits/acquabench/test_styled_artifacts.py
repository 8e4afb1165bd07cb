"""Style artifacts: the place inside the base text, both arms alike, and reasons for a rejection."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from authoring import member, no_engine, record_of, scripted_author
from earned.audits.acquabench.artifacts import run
from earned.audits.acquabench.authors.prompts import render_style
from earned.audits.acquabench.config import SampleConfig
from earned.audits.acquabench.estimands.style_probe import style_probe
from earned.audits.acquabench.population import draw
from earned.audits.acquabench.regimes.construction import Construction
from earned.audits.acquabench.regimes.decoys import Decoy
from earned.audits.acquabench.regimes.sentences import insert_sentence, sentence_ends
from earned.audits.acquabench.regimes.styled import boundary
from earned.errors import UserError
from earned.population.hotpotqa import load_items
from earned.records.artifact import Artifact
from earned.records.population import Member
from mini import run_mini
from support import ROOT

RULE = {"regime": "style", "author": {"kind": "rule"}, "longest_run": 3}
MODEL = {**RULE, "author": {"kind": "model", "model": "m"}}
BASE = "Ann Ost was a pilot. She flew for Vale. She was tall. She sang."
QUESTION = "Where was the captain of the ship Grey Gull born?"
TEMPLATE = "The captain of the ship Grey Gull was born in <VALUE>."
SAID = "The captain of that ship called Grey Gull was born in <VALUE>."
VERIFY = "Reply with YES or NO only."


def asked(qid: str = "q1", *texts: str, **more: Any) -> Member:
    sources = tuple((f"T{n}", text) for n, text in enumerate(texts or (BASE,)))
    return member(qid, "Sele", question=QUESTION, sources=sources, **more)


def d0(one: Member, template: str = TEMPLATE, accepted: bool = True) -> Construction:
    return record_of(
        one,
        template=template,
        decoy=Decoy(qid="q9", value="Port", type_match=True, length_difference=0, ties=1, index=0),
        accepted=accepted,
        reason="" if accepted else "no template",
    )


def built(folder: Path, *members: Member) -> tuple[list[Artifact], list[Construction]]:
    return run(list(members), [d0(one) for one in members], RULE, no_engine(folder))


def test_only_accepted_questions_of_d0_are_asked_for_in_qid_order(tmp_path: Path) -> None:
    members = [asked("q2"), asked("q3"), asked("q1")]
    parent = [d0(one, accepted=one.item.qid != "q3") for one in members]
    artifacts, audit = run(members, parent, RULE, no_engine(tmp_path))
    assert [record.qid for record in audit] == ["q1", "q2"]
    assert [artifact.qid for artifact in artifacts] == ["q1", "q2"]
    assert {record.regime for record in audit} == {"style"}


def test_the_sentence_stands_at_the_boundary_that_the_qid_chooses(tmp_path: Path) -> None:
    (artifact,), (record,) = built(tmp_path, asked())
    after = 1 + int(sha256(b"q1").hexdigest(), 16) % 3
    parts = BASE.split(". ")
    parts.insert(after, SAID.replace("<VALUE>", "Sele").rstrip("."))
    (gold,) = artifact.arms["GOLD"].planted
    assert gold.text == ". ".join(parts)
    assert record.template == SAID
    assert record.style is not None
    assert (record.style.boundary, record.style.sentences) == (after, 4)


@pytest.mark.parametrize("sentences", [2, 3, 7])
def test_every_inner_boundary_is_used_and_no_other(sentences: int) -> None:
    found = {boundary(f"q{n}", sentences) for n in range(200)}
    assert found == set(range(1, sentences))


def test_both_arms_differ_in_the_value_alone(tmp_path: Path) -> None:
    (artifact,), (record,) = built(tmp_path, asked())
    (gold,), (sham,) = (artifact.arms[name].planted for name in ("GOLD", "SHAM"))
    assert sham.text == gold.text.replace("Sele", "Port")
    assert (sham.source_id, sham.position) == (gold.source_id, gold.position)
    assert gold.sentence in gold.text
    style = record.style
    assert style is not None
    assert (style.base_match, style.template_match, style.longest_run) == (True, True, 3)
    assert style.planted_tokens == {"GOLD": 12, "SHAM": 12}
    assert style.coverage == {"GOLD": 0.9, "SHAM": 0.9}
    assert style.base_tokens == 14


def test_the_base_is_the_first_admissible_source_with_two_sentences(tmp_path: Path) -> None:
    one = asked("q1", BASE, "One sentence.", "Sele. In it.", "First. Second.", supporting=(1, 2, 3))
    (artifact,), (record,) = built(tmp_path, one)
    assert (record.base, record.base_position) == ("q1#3", 3)
    assert artifact.arms["SHAM"].planted[0].text.startswith("First. The captain")


def test_without_a_source_of_two_sentences_nobody_is_asked(tmp_path: Path) -> None:
    artifacts, (record,) = built(tmp_path, asked("q1", "One sentence of U.S. history."))
    assert (artifacts, record.attempts) == ([], ())
    assert record.reason == "no admissible base source has two sentences"


def test_a_run_that_stays_is_a_reason_and_the_attempt_is_kept(tmp_path: Path) -> None:
    one = asked()
    question = "Where did they run up or down under grey skies?"
    item = one.item.model_copy(update={"question": question})
    one = one.model_copy(update={"item": item})
    parent = [d0(one, template="They run up or down under grey skies in <VALUE>.")]
    artifacts, (record,) = run([one], parent, RULE, no_engine(tmp_path))
    assert artifacts == []
    assert record.reason == "no template: shared-run"
    assert record.attempts[0].faults == ("shared-run",)
    assert record.attempts[0].verdict is None


def test_without_a_longest_run_the_regime_is_refused(tmp_path: Path) -> None:
    given = {"regime": "style", "author": {"kind": "rule"}}
    with pytest.raises(UserError, match="needs a longest run"):
        run([asked()], [], given, no_engine(tmp_path))


def test_the_model_rewords_under_the_same_checks(tmp_path: Path) -> None:
    said = iter([TEMPLATE.replace("<VALUE>", "Sele"), "Sele is the town, for Grey Gull's captain."])
    authoring, prompts = scripted_author(
        tmp_path, lambda prompt: "YES" if VERIFY in prompt else next(said)
    )
    one = asked()
    artifacts, (record,) = run([one], [d0(one)], MODEL, authoring)
    assert [a.faults for a in record.attempts] == [("shared-run",), ()]
    assert [a.accepted for a in record.attempts] == [False, True]
    assert record.template == "<VALUE> is the town, for Grey Gull's captain."
    assert artifacts[0].arms["SHAM"].value == "Port"
    assert len(prompts) == 3
    assert f"Statement: {TEMPLATE.replace('<VALUE>', 'Sele')}\n" in prompts[0]
    assert "Port" not in "".join(prompts)


def test_the_verifiers_no_rejects_a_rewording(tmp_path: Path) -> None:
    authoring, _ = scripted_author(
        tmp_path, lambda p: "NO" if VERIFY in p else "Sele is the town of that captain."
    )
    one = asked()
    artifacts, (record,) = run([one], [d0(one)], MODEL, authoring)
    assert (artifacts, record.reason) == ([], "no template: the verifier said no")
    assert len(record.attempts) == 4


def test_the_request_names_the_limit_and_differs_by_attempt() -> None:
    users = [render_style(asked().item, attempt, "S.", 5)[1] for attempt in range(4)]
    assert len(set(users)) == 4
    assert all("more than 5 words in a row" in user for user in users)
    assert users[0].endswith("Rewording:")


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("He ran. She sat.", ["He ran.", "She sat."]),
        ("The U.S. Army left. It won.", ["The U.S. Army left.", "It won."]),
        ("St. Ives is a port. A. B. Ost sang.", ["St. Ives is a port.", "A. B. Ost sang."]),
        ('"Who?" He left! So it ended.', ['"Who?"', "He left!", "So it ended."]),
        ("It cost 2.5 (in all.) Then 3 came.", ["It cost 2.5 (in all.)", "Then 3 came."]),
        ("Wait ... And see. Go.", ["Wait ... And see.", "Go."]),
        ("Born c. 1900 in Lt. Ost's day.", ["Born c. 1900 in Lt. Ost's day."]),
        ("", [""]),
    ],
)  # fmt: skip
def test_sentences_end_where_a_reader_would_end_them(text: str, pieces: list[str]) -> None:
    starts = [0, *sentence_ends(text)]
    stops = [*sentence_ends(text), len(text)]
    assert [text[a:b].strip() for a, b in zip(starts, stops, strict=True)] == pieces


def test_inserting_keeps_the_text_around() -> None:
    text = 'He said "go."  Then he left.'
    (end,) = sentence_ends(text)
    assert insert_sentence(text, "X.", end) == 'He said "go." X. Then he left.'


def test_the_embedded_set_passes_its_gate(tmp_path: Path) -> None:
    items = load_items(ROOT / "resources" / "embedded" / "questions.json")
    members = draw(items, {"D0": SampleConfig()})
    direct = {"regime": "D0", "author": {"kind": "rule"}}
    _, parent = run(members, [], direct, no_engine(tmp_path))
    artifacts, audit = run(members, parent, RULE, no_engine(tmp_path))
    assert all(record.accepted or record.reason for record in audit)
    probe = style_probe([*parent, *audit])
    assert probe is not None
    assert (probe.passed, probe.pairs, probe.longest_run) == (True, len(artifacts), 3)
    assert len(artifacts) >= 50
    texts = {item.qid: [source.text for source in item.sources] for item in items}
    for artifact in artifacts:
        for arm in artifact.arms.values():
            (planted,) = arm.planted
            before, _, after = planted.text.partition(f" {planted.sentence} ")
            assert before
            assert after
            assert f"{before} {after}" == texts[artifact.qid][planted.position]


def test_controls_find_the_planted_sentence_inside_its_paragraph(tmp_path: Path) -> None:
    folder = run_mini(
        tmp_path,
        models=("copier", "suggestible"),
        limit=4,
        surfaces=("retrieval",),
        until="analysis",
        audit={"regimes": {"D0": {}, "style": {}}},
    )
    results = json.loads((folder / "acquabench/analysis/frozen_results.json").read_text())
    assert results["style"]["passed"]
    for name in ("style_copier", "style_suggestible"):
        assert results["controls"][name]["passed"]
        arms = results["analyses"][name]["arms"]
        assert arms["GOLD"]["success"]["numerator"] == 4
        assert arms["SHAM"]["success"]["numerator"] == 0
