"""The request sets: which questions the seed draws, whatever limit or offset asks for."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.audits.acquabench.config import SampleConfig
from earned.audits.acquabench.population import draw, run
from earned.errors import UserError
from earned.population.hotpotqa import load_items
from earned.records.evidence import Item, Source
from earned.records.population import Member
from support import ROOT, shared_dir

EMBEDDED = ROOT / "resources" / "embedded" / "questions.json"
ITEMS = load_items(EMBEDDED)
FIRST_EMBEDDED = (
    "64bf32ecd0903fcb39bf604d",
    "2d319868fd52bf37aeafd22e",
    "e604635ee5d1e5f232bb15ed",
    "5114f9313fe4786ae49064fe",
    "864ca0e5895b500490aba32e",
    "084dfce242bbfe6a36b1c87a",
    "37b9eab04cc34525d9980b11",
    "3cb54ca24ddbe8f020f080cd",
    "f18596f603b08b5ea22b06a4",
    "c8fabecd870473230355ead4",
)
FIRST_REAL = (
    "5ae67def5542991bbc9760f3",
    "5a88d745554299206df2b378",
    "5ab61140554299110f2199d7",
    "5a811667554299260e20a23d",
    "5a75e67d5542992db9473709",
    "5a8b42be55429949d91db515",
    "5ac557975542993e66e8231c",
    "5aba510f5542994dbf0198d6",
    "5a881d2355429938390d3eeb",
    "5a7a567255429941d65f25bd",
)


def item(qid: str, answer: str) -> Item:
    source = Source(source_id=f"{qid}#0", title="T", text="text")
    return Item(
        qid=qid, question="Who?", answer=answer, kind="", level="", supporting=(), sources=(source,)
    )


def ranked(members: list[Member]) -> list[str]:
    """The qids in the order of the shuffle."""
    return [m.item.qid for m in sorted(members, key=lambda member: member.rank)]


def drawn(items: list[Item], **sample: int) -> list[Member]:
    return draw(items, {"D0": SampleConfig(**sample)})


def shuffled(file: Path, seed: int) -> list[str]:
    """The draw as the paper words it, from the raw file."""
    raw = json.loads(file.read_text(encoding="utf-8"))
    qids = [one["_id"] for one in raw if one["answer"].lower() not in ("yes", "no")]
    random.Random(seed).shuffle(qids)
    return qids


def test_the_first_ten_embedded_questions() -> None:
    assert tuple(ranked(drawn(ITEMS))[:10]) == FIRST_EMBEDDED


def test_the_first_ten_real_questions() -> None:
    items = load_items(shared_dir() / "data" / "hotpotqa_dev_distractor_197.json")
    members = drawn(items)
    assert tuple(ranked(members)[:10]) == FIRST_REAL
    assert len(members) == 150


def test_the_draw_is_a_seeded_shuffle_of_the_file_order() -> None:
    for seed in (13, 14):
        assert ranked(drawn(ITEMS, seed=seed)) == shuffled(EMBEDDED, seed)


@pytest.mark.parametrize("answer", ["yes", "no", "No.", " YES ", "the no"])
def test_yes_and_no_are_dropped_before_the_shuffle(answer: str) -> None:
    plain = [item(f"q{n}", f"answer {n}") for n in range(6)]
    mixed = [plain[0], item("x", answer), *plain[1:]]
    assert ranked(drawn(mixed)) == ranked(drawn(plain))


def test_an_answer_that_holds_yes_stays() -> None:
    assert ranked(drawn([item("q", "Yes (band)")])) == ["q"]


@given(st.integers(1, 90), st.integers(0, 70))
def test_size_and_offset_choose_from_one_shuffle(size: int, offset: int) -> None:
    """Field case 4."""
    everything = {m.item.qid: m for m in drawn(ITEMS)}
    part = drawn(ITEMS, size=size, offset=offset)
    assert ranked(part) == ranked(list(everything.values()))[offset : offset + size]
    assert all(member == everything[member.item.qid] for member in part)
    assert [m.item.qid for m in part] == sorted(m.item.qid for m in part)


def test_another_seed_draws_other_questions_first() -> None:
    """Field case 4."""
    assert ranked(drawn(ITEMS, seed=14))[:10] != ranked(drawn(ITEMS, seed=13))[:10]


def test_an_item_that_two_regimes_draw_stands_once_with_both() -> None:
    both = draw(ITEMS, {"D0": SampleConfig(size=5), "D2": SampleConfig(size=5, offset=3)})
    regimes = {member.item.qid: member.regimes for member in both}
    order = shuffled(EMBEDDED, 13)
    assert [regimes[qid] for qid in order[:8]] == 3 * [("D0",)] + 2 * [("D0", "D2")] + 3 * [("D2",)]


def test_a_reference_that_normalizes_to_nothing_stays_on_record_with_its_reason() -> None:
    (member,) = drawn([item("q", "The!")])
    assert (member.eligible, member.reason) == (False, "the normalized reference is empty")


@pytest.mark.parametrize(
    ("items", "offset"), [([item("q", "yes"), item("r", "no")], 0), ([item("q", "x")], 1)]
)
def test_nothing_to_draw_is_an_error_with_the_counts(items: list[Item], offset: int) -> None:
    with pytest.raises(UserError, match=f"regime D0 draws no question: {len(items)} items"):
        drawn(items, offset=offset)


def test_the_stage_reads_the_samples_of_its_parameters() -> None:
    members = run(ITEMS, {"regimes": {"D0": {"size": 3, "offset": 2}}})
    assert ranked(members) == list(FIRST_EMBEDDED[2:5])
