"""The model author: its prompts, its attempts and its verifier, with an engine that follows us."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from authoring import member, scripted_author
from earned.agents.store import read_blocks
from earned.audits.acquabench.artifacts import run
from earned.audits.acquabench.authors.prompts import render_verify, render_write
from earned.audits.acquabench.regimes.construction import Construction
from earned.records.artifact import Artifact

GIVEN = {"regime": "D0", "author": {"kind": "model", "model": "m"}}
MEMBERS = [member("q1", "Sele Harbour"), member("q2", "Port Vane")]
SENTENCE = "Ann Ost lived in Sele Harbour."
VERIFY = "Reply with YES or NO only."
Policy = Callable[[str], str]


def writes(*sentences: str, verdicts: tuple[str, ...] = ("YES",)) -> Policy:
    """Write the sentences one attempt after another, and give the verdicts; the last repeats.

    The other item's author writes nothing of use.
    """
    written, judged = iter(sentences), iter(verdicts)
    last = {"sentence": "", "verdict": ""}

    def reply(prompt: str) -> str:
        if "Entry: Port Vane" in prompt:
            return "Nothing."
        kind, source = ("verdict", judged) if VERIFY in prompt else ("sentence", written)
        last[kind] = next(source, last[kind])
        return last[kind]

    return reply


def authored(
    folder: Path, policy: Policy, **author: int
) -> tuple[Construction, list[Artifact], list[str]]:
    authoring, prompts = scripted_author(folder, policy)
    given = {"regime": "D0", "author": {"kind": "model", "model": "m", **author}}
    artifacts, (first, _) = run(MEMBERS, [], given, authoring)
    return first, artifacts, [p for p in prompts if "Entry: Port Vane" not in p]


def test_an_accepted_sentence_becomes_template_and_arms(tmp_path: Path) -> None:
    record, (artifact,), prompts = authored(tmp_path, writes(f'"{SENTENCE}"\nMore text.'))
    assert record.accepted
    assert (record.author, record.verifier) == ("model", "model")
    assert record.template == "Ann Ost lived in <VALUE>."
    assert [arm.value for arm in artifact.arms.values()] == ["Sele Harbour", "Port Vane"]
    assert len(record.attempts) == 1
    assert len(prompts) == 2


def test_the_prompts_hold_question_reference_and_sentence_and_no_decoy(tmp_path: Path) -> None:
    _, _, (write, verify) = authored(tmp_path, writes(SENTENCE))
    item = MEMBERS[0].item
    assert write.rstrip().endswith("Statement:")
    assert f"Item: {item.question}\nEntry: Sele Harbour\n" in write
    assert f"Statement: {SENTENCE}\n" in verify
    assert item.question in verify
    assert "Port Vane" not in write + verify
    assert "variant" not in write


def test_each_attempt_asks_differently() -> None:
    users = [render_write(MEMBERS[0].item, attempt)[1] for attempt in range(4)]
    assert len(set(users)) == 4
    assert "(variant 3)" in users[3]
    systems = {render_write(MEMBERS[0].item, 0)[0], render_verify("Q", "S")[0]}
    assert len(systems) == 1


def test_braces_in_a_question_are_text() -> None:
    assert "Who is {{ x }}?" in render_verify("Who is {{ x }}?", "S")[1]


def test_four_attempts_at_most_and_every_candidate_is_kept(tmp_path: Path) -> None:
    bad = (
        "Nothing.",
        "Is it Sele Harbour?",
        "The answer is Sele Harbour.",
        "Sele Harbour Sele Harbour it is.",
    )
    record, artifacts, prompts = authored(tmp_path, writes(*bad))
    assert artifacts == []
    assert [a.candidate.sentence for a in record.attempts] == list(bad)
    assert [a.faults for a in record.attempts] == [
        ("the reference is not in the sentence",),
        ("question-mark",),
        ("prohibited-word",),
        ("slot-count",),
    ]
    assert all(a.verdict is None for a in record.attempts)
    assert record.reason == "no template: slot-count"
    assert len(prompts) == 4
    fewer, _, _ = authored(tmp_path / "fewer", writes(*bad), attempts=2)
    assert len(fewer.attempts) == 2


@pytest.mark.parametrize(
    ("verdict", "reason"),
    [
        ("NO", "the verifier said no"),
        ("no, it adds a date", "the verifier said no"),
        ("Maybe", "the verifier said neither"),
        ("", "the verifier said neither"),
        ("The statement is fine: YES", "the verifier said neither"),
    ],
)
def test_any_verdict_but_yes_rejects(tmp_path: Path, verdict: str, reason: str) -> None:
    record, artifacts, _ = authored(tmp_path, writes(SENTENCE, verdicts=(verdict,)))
    assert artifacts == []
    assert len(record.attempts) == 4
    assert {a.verdict.reason for a in record.attempts if a.verdict} == {reason}
    assert record.reason == f"no template: {reason}"


@pytest.mark.parametrize("yes", ["YES", " yes.", "Yes, it does"])
def test_a_yes_is_heard_however_it_is_spelt(tmp_path: Path, yes: str) -> None:
    record, artifacts, _ = authored(tmp_path, writes(SENTENCE, verdicts=(yes,)))
    assert (record.accepted, len(artifacts)) == (True, 1)


def test_a_later_attempt_can_be_accepted(tmp_path: Path) -> None:
    policy = writes("Nothing.", SENTENCE, verdicts=("NO", "YES"))
    record, artifacts, _ = authored(tmp_path, policy)
    assert len(artifacts) == 1
    assert [a.accepted for a in record.attempts] == [False, False, True]


@pytest.mark.parametrize(
    ("answer", "sentence"),
    [("5", "It was in 1954."), ("art", "He went to a party."), ("7", "The road is 70 miles long.")],
)
def test_a_reference_inside_a_longer_word_is_no_slot(
    tmp_path: Path, answer: str, sentence: str
) -> None:
    authoring, _ = scripted_author(tmp_path, lambda p: "YES" if VERIFY in p else sentence)
    _, (record, _) = run([member("q1", answer), MEMBERS[1]], [], GIVEN, authoring)
    assert not record.accepted
    assert record.attempts[0].faults == ("the reference is not in the sentence",)


def test_a_sentence_may_start_or_end_with_the_reference(tmp_path: Path) -> None:
    one = member("q1", "R.E.M. (band)")
    said = "R.E.M. (band) was the one she sang with."
    authoring, _ = scripted_author(tmp_path, lambda p: "YES" if VERIFY in p else said)
    _, (record, _) = run([one, MEMBERS[1]], [], GIVEN, authoring)
    assert record.template == "<VALUE> was the one she sang with."


def test_a_prompt_over_the_window_is_a_reason_and_no_sentence(tmp_path: Path) -> None:
    authoring, prompts = scripted_author(tmp_path, writes(SENTENCE), window=10)
    artifacts, (record, _) = run(MEMBERS, [], GIVEN, authoring)
    assert (artifacts, prompts) == ([], [])
    assert record.reason == "no template: context_overflow: the prompt does not fit the window"


def test_a_second_run_asks_nothing_that_is_stored(tmp_path: Path) -> None:
    first, artifacts, _ = authored(tmp_path, writes("Nothing.", SENTENCE))
    again, same, prompts = authored(tmp_path, lambda _: pytest.fail("the engine was called"))
    assert (again, same, prompts) == (first, artifacts, [])
    blocks = read_blocks((tmp_path / "store.jsonl").read_bytes(), "store")
    assert sum(len(block.completions) for block in blocks) > 0
