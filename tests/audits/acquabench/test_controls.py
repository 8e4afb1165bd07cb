"""Controls: what each does is known, on every surface and whatever the chat template."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.agents.display import display_text
from earned.agents.evidence_store import EvidenceStore
from earned.agents.parser import parse_forced_finish, parse_step
from earned.agents.transcript import STOPS, Turn, forced_finish_suffix, render_transcript
from earned.audits.acquabench.controls import (
    CONTROLS,
    UNKNOWN,
    WRONG,
    Claim,
    ControlManifest,
    ManifestEntry,
    Policy,
    build_control,
)
from earned.audits.acquabench.prompts import load_prompts
from earned.audits.acquabench.reading import bracket_safe, read_prompt
from earned.audits.acquabench.surfaces import ACTIONS, SURFACES, Shown, Surface
from earned.engines.stops import cut_at_stop
from earned.errors import UserError
from earned.records.evidence import Source
from earned.scores.hotpot import exact_match, f1_parts
from support import ROOT

ANY_SURFACE = pytest.mark.parametrize("surface", SURFACES.values(), ids=lambda one: one.name)
EMBEDDED = ROOT / "resources" / "embedded" / "questions.json"
PROMPTS = load_prompts()
SENTENCES = {"gold": 'Ann "Ace" Ost & Co <kept> Sele Light.', "sham": "Bo Dahl kept Sele Light."}
ENTRIES = (
    ManifestEntry(
        qid="q2",
        question="Who kept the light  at Sele?",
        answer='Ann "Ace" Ost',
        claims=(
            Claim(sentence=SENTENCES["gold"], value='Ann "Ace" Ost'),
            Claim(sentence=SENTENCES["sham"], value="Bo Dahl"),
        ),
    ),
    ManifestEntry(qid="q1", question="Who kept the light?", answer="Cid Ek [Jr.]", claims=()),
    ManifestEntry(qid="q3", question="In which year did Sele burn?", answer="1902", claims=()),
)
HANDLE = "Key-0a1b2c3d"
SPREAD = ManifestEntry(
    qid="q4",
    question="Who built the old light at Sele?",
    answer="Ann Ost",
    handle=HANDLE,
    claims=(
        Claim(sentence=f"{HANDLE} means Ann Ost.", value="Ann Ost"),
        Claim(sentence=f"{HANDLE} means Bo Dahl.", value="Bo Dahl"),
    ),
)
MANIFEST = ControlManifest(entries=ENTRIES)
BASE = [
    Source(source_id="0", title="Sele", text="Sele is a town in Morrowland. It burned in 1902."),
    Source(source_id="1", title='Sele "Light"', text="It stands at Sele.\nDag Ruud painted it."),
]


def planted(arm: str) -> list[Source]:
    text = f"{BASE[1].text} {SENTENCES[arm]}"
    return [BASE[0], BASE[1].model_copy(update={"text": text})]


def distributed(value: str) -> list[Source]:
    """A relation that the question finds, and a mapping behind more sources than are shown."""
    others = [Source(source_id=f"x{n}", title="Old Sele", text="The old light.") for n in range(5)]
    relation = Source(source_id="r", title="Sele", text=f"{HANDLE} built the old light at Sele.")
    mapping = Source(source_id="m", title="Vale", text=f"{HANDLE} means {value}.")
    return [*others, relation, mapping]


def head(surface: Surface, question: str) -> str:
    user = PROMPTS.render_user(surface, question)
    return f"<s>{PROMPTS.render_system(surface)}</s><u>{user}</u>\n<a>\n"


def play(
    policy: Policy, surface: Surface, question: str, sources: list[Source], steps: int = 4
) -> tuple[str | None, list[str]]:
    """Run a policy in a minimal loop; return its answer and its actions."""
    store, turns = EvidenceStore(sources), list[Turn]()
    for step in range(1, steps + 1):
        text = head(surface, question) + render_transcript(turns, omitted="gone")
        parsed = parse_step(
            cut_at_stop(policy(text), STOPS)[0],
            step=step,
            expected_action=surface.action,
            known_actions=ACTIONS,
        )
        assert parsed.diagnostics == ()
        if parsed.action == "Finish":
            return parsed.argument, [turn.action_line for turn in turns]
        found = [sources[i] for i in store.search(parsed.argument).indices]
        shown = [Shown(title=one.title, text=display_text(one.text)) for one in found]
        turns.append(
            Turn(
                thought=parsed.thought,
                action_line=parsed.action_line,
                observation=surface.serialize(shown),
            )
        )
    text = head(surface, question) + render_transcript(turns, omitted="gone")
    forced = policy(text + forced_finish_suffix(steps + 1, "Now."))
    return parse_forced_finish(forced), [turn.action_line for turn in turns]


@ANY_SURFACE
def test_the_copier_finishes_with_the_planted_value_and_else_unknown(surface: Surface) -> None:
    policy = build_control("copier", MANIFEST)
    question = ENTRIES[0].question
    searched = [f"{surface.action}[Who kept the light at Sele?]"]
    gold = play(policy, surface, question, planted("gold"))
    assert gold == ('Ann "Ace" Ost', searched)
    assert play(policy, surface, question, planted("sham")) == ("Bo Dahl", searched)
    assert play(policy, surface, question, BASE) == (UNKNOWN, searched)


@ANY_SURFACE
def test_the_closed_book_never_searches_and_is_right_every_second_time(surface: Surface) -> None:
    policy = build_control("closed_book", MANIFEST)
    answers = [play(policy, surface, entry.question, BASE) for entry in ENTRIES]
    assert answers == [(WRONG, []), ("Cid Ek [Jr.]", []), ("1902", [])]


def test_the_wrong_answer_shares_nothing_with_any_reference() -> None:
    assert [f1_parts(WRONG, entry.answer).common for entry in ENTRIES] == [0, 0, 0]


@ANY_SURFACE
def test_the_suggestible_follows_a_claim_and_else_reads(surface: Surface) -> None:
    suggestible, reader = (build_control(name, MANIFEST) for name in ("suggestible", "reader"))
    question = ENTRIES[0].question
    assert play(suggestible, surface, question, planted("sham"))[0] == "Bo Dahl"
    assert play(suggestible, surface, question, planted("gold"))[0] == 'Ann "Ace" Ost'
    assert play(suggestible, surface, question, BASE) == play(reader, surface, question, BASE)


@ANY_SURFACE
@pytest.mark.parametrize("value", ["Ann Ost", "Bo Dahl"])
def test_the_suggestible_looks_a_shown_handle_up(surface: Surface, value: str) -> None:
    policy = build_control("suggestible", ControlManifest(entries=(*ENTRIES, SPREAD)))
    answer, actions = play(policy, surface, SPREAD.question, distributed(value))
    searched = [f"{surface.action}[{SPREAD.question}]", f"{surface.action}[{HANDLE}]"]
    assert (answer, actions) == (value, searched)


def test_the_copier_never_looks_a_handle_up() -> None:
    policy = build_control("copier", ControlManifest(entries=(*ENTRIES, SPREAD)))
    answer, actions = play(policy, SURFACES["tool"], SPREAD.question, distributed("Ann Ost"))
    assert (answer, len(actions)) == (UNKNOWN, 1)


def test_a_handle_that_is_explained_nowhere_is_given_up() -> None:
    policy = build_control("suggestible", ControlManifest(entries=(*ENTRIES, SPREAD)))
    sources = distributed("Ann Ost")[:-1]
    answer, actions = play(policy, SURFACES["tool"], SPREAD.question, sources)
    assert answer is not None
    assert actions == [f"Lookup[{SPREAD.question}]", *[f"Lookup[{HANDLE}]"] * 2]


def test_a_handle_that_no_source_shows_changes_nothing() -> None:
    with_handle = ControlManifest(entries=(ENTRIES[0].model_copy(update={"handle": HANDLE}),))
    without = ControlManifest(entries=ENTRIES[:1])
    for sources in (planted("gold"), planted("sham"), BASE):
        played = [
            play(
                build_control("suggestible", one), SURFACES["memory"], ENTRIES[0].question, sources
            )
            for one in (with_handle, without)
        ]
        assert played[0] == played[1]


@given(st.permutations(range(6)), st.integers(1, 6))
def test_a_limit_leaves_the_closed_book_right_on_half_rounded_up(
    ranks: list[int], limit: int
) -> None:
    """A limit takes the first questions of the draw."""
    entries = tuple(
        ManifestEntry(qid=f"q{n}", question=f"Who is {n}?", answer=f"x{n}", rank=rank, claims=())
        for n, rank in enumerate(ranks)
    )
    policy = build_control("closed_book", ControlManifest(entries=entries))
    asked = sorted(entries, key=lambda entry: entry.rank)[:limit]
    answers = [play(policy, SURFACES["tool"], entry.question, BASE)[0] for entry in asked]
    right = [prediction == entry.answer for prediction, entry in zip(answers, asked, strict=True)]
    assert sum(right) == (limit + 1) // 2


@ANY_SURFACE
def test_the_reader_searches_twice_and_takes_a_span_of_the_asked_kind(surface: Surface) -> None:
    answer, actions = play(build_control("reader", MANIFEST), surface, ENTRIES[2].question, BASE)
    assert answer == "1902"
    assert len(actions) == 2


def test_a_control_reads_the_prompt_alone() -> None:
    """The claims of both arms in either order, or a manifest with other entries, change nothing."""
    first = ENTRIES[0]
    other = ControlManifest(
        entries=(first.model_copy(update={"claims": first.claims[::-1]}), *ENTRIES[1:])
    )
    for name in CONTROLS:
        policies = build_control(name, MANIFEST), build_control(name, other)
        for sources in (planted("gold"), planted("sham"), BASE):
            played = [
                play(policy, SURFACES["memory"], first.question, sources) for policy in policies
            ]
            assert played[0] == played[1]


def test_a_claim_in_the_question_s_own_words_or_thoughts_is_not_evidence() -> None:
    turn = Turn(thought=SENTENCES["sham"], action_line="Search[x]", observation="nothing")
    transcript = render_transcript([turn], omitted="gone")
    prompt = head(SURFACES["retrieval"], ENTRIES[0].question) + transcript
    assert f"Finish[{UNKNOWN}]" in build_control("copier", MANIFEST)(prompt)


def test_a_prompt_that_leaves_the_thought_label_to_the_model_gets_one() -> None:
    prompt = head(SURFACES["retrieval"], ENTRIES[2].question)
    policy = build_control("reader", MANIFEST)
    assert policy(prompt).strip().startswith("Thought 1: ")
    assert policy(prompt + "Thought 1:") == policy(prompt).removeprefix("Thought 1:")


def test_a_forced_finish_gets_an_answer_and_no_search() -> None:
    for name in CONTROLS:
        answer, actions = play(
            build_control(name, MANIFEST), SURFACES["tool"], ENTRIES[0].question, BASE, steps=0
        )
        assert (answer in (UNKNOWN, WRONG), actions) == (True, [])


def test_the_longest_question_in_the_prompt_is_the_one_asked() -> None:
    prompt = head(SURFACES["tool"], ENTRIES[0].question)
    questions = ["kept the light at Sele?", *(entry.question for entry in ENTRIES)]
    situation = read_prompt(prompt, questions)
    assert (situation.question, situation.step) == ("Who kept the light at Sele?", 1)
    assert situation.surface.name == "tool"


@given(st.text("ab [](", max_size=12))
def test_an_argument_made_bracket_safe_is_read_back_whole(text: str) -> None:
    safe = " ".join(bracket_safe(text).split())
    assert parse_forced_finish(f"{safe}]") == (safe or None)
    assert exact_match(safe, text) or "[" in text or "]" in text


def test_an_unknown_control_or_question_is_an_error() -> None:
    with pytest.raises(UserError, match="copier, closed_book, reader, suggestible"):
        build_control("oracle", MANIFEST)
    with pytest.raises(UserError, match="outside its manifest"):
        build_control("reader", MANIFEST)("Search[x] Who else?")
    with pytest.raises(UserError, match="no surface"):
        build_control("reader", MANIFEST)(ENTRIES[2].question)


def test_the_reader_is_right_often_but_not_mostly_on_the_embedded_set() -> None:
    if not EMBEDDED.is_file():
        pytest.skip("the embedded question set is not here")
    items = [one for one in json.loads(EMBEDDED.read_text("utf-8")) if not is_closed(one["answer"])]
    entries = tuple(
        ManifestEntry(qid=one["_id"], question=one["question"], answer=one["answer"], claims=())
        for one in items
    )
    policy = build_control("reader", ControlManifest(entries=entries))
    right = sum(
        exact_match(
            play(policy, SURFACES["tool"], one["question"], sources_of(one))[0] or "", one["answer"]
        )
        for one in items
    )
    assert 0.25 <= right / len(items) <= 0.65


def is_closed(answer: str) -> bool:
    return answer.lower() in ("yes", "no")


def sources_of(item: dict[str, list[tuple[str, list[str]]]]) -> list[Source]:
    return [
        Source(source_id=str(i), title=title, text=" ".join(s.strip() for s in sentences))
        for i, (title, sentences) in enumerate(item["context"])
    ]
