"""Decoys of SHAM, and the handles of D2."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.audits.acquabench.regimes import answers as module
from earned.audits.acquabench.regimes.answers import Answers, answer_type, is_far_enough
from earned.audits.acquabench.regimes.decoys import Decoy, NoDecoy, choose_decoy
from earned.audits.acquabench.regimes.handles import handle
from earned.population.normal_form import normalize_answer
from earned.scores.hotpot import is_success

GOLDEN = json.loads(
    (Path(__file__).parents[2] / "golden" / "answers.json").read_text(encoding="utf-8")
)
VALUES = st.sampled_from(
    ["Paris", "New York", "New York City", "7", "1986", "the film", "a red car", "", "Sam Phillips"]
)
CANDIDATES = st.lists(st.tuples(st.sampled_from("abcdefgh"), VALUES), unique_by=lambda c: c[0])


def chosen(qid: str, reference: str, candidates: list[tuple[str, str]]) -> Decoy:
    """The decoy, where there must be one."""
    decoy = choose_decoy(qid, reference, candidates)
    assert isinstance(decoy, Decoy)
    return decoy


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("1986–2013", "numeric"),
        ("3,000", "numeric"),
        ("Twenty-one million", "numeric"),
        ("Alain Robbe-Grillet", "named"),
        ("University of Texas at Austin", "named"),
        ("20 July 1969", "named"),
        ("69th Cannes Film Festival", "named"),
        ("The Who", "named"),
        ("O'Brien's Bar", "named"),
        ("fictional character", "text"),
        ("Baudot code", "text"),
        ("7 miles", "text"),
        ("東京", "text"),
        ("", "text"),
    ],
)
def test_the_type_of_an_answer(answer: str, kind: str) -> None:
    assert answer_type(answer) == kind


def test_the_same_type_comes_before_the_same_length() -> None:
    candidates = [("a", "a boat"), ("b", "Rome"), ("c", "New Orleans Jazz")]
    decoy = chosen("item", "Los Angeles", candidates)
    # (mismatch, difference): a = (1, 1), b = (0, 1), c = (0, 1).
    assert (decoy.type_match, decoy.length_difference, decoy.ties) == (True, 1, 2)
    assert decoy.qid in {"b", "c"}


def test_another_type_is_taken_where_nothing_else_is_left() -> None:
    decoy = chosen("item", "Los Angeles", [("a", "a red boat")])
    assert (decoy.qid, decoy.type_match, decoy.length_difference) == ("a", False, 0)


def test_the_index_among_ties_is_the_hash_of_the_item_and_not_of_its_order() -> None:
    candidates = [(name, f"City{name}") for name in "edcba"] + [("f", "Two Words")]
    for qid in ("q1", "q2", "q3", "q4"):
        decoy = chosen(qid, "Paris", candidates)
        expected = int.from_bytes(sha256(qid.encode()).digest(), "big") % 5
        assert (decoy.index, decoy.ties, decoy.qid) == (expected, 5, "abcde"[expected])
    assert len({chosen(q, "Paris", candidates).qid for q in ("q1", "q2", "q3", "q4")}) > 1


@pytest.mark.parametrize(
    "value",
    [
        "New York",
        "the new york!",
        "York",
        "New York City Hall",
        "ork",
        "",
        "York Paris",
        "York New",
    ],
)
def test_a_value_close_to_the_reference_is_no_decoy(value: str) -> None:
    assert not is_far_enough(value, "New York")


def test_f1_of_exactly_one_half_is_too_close() -> None:
    assert not is_far_enough("north York", "New York")
    assert is_far_enough("far north York", "New York")


def test_the_item_itself_is_no_candidate() -> None:
    result = choose_decoy("q", "Paris", [("q", "Rome")])
    assert result == NoDecoy(reason="no other item", excluded=0)


def test_a_missing_decoy_says_why() -> None:
    result = choose_decoy("q", "Paris", [("a", "paris"), ("b", "Paris, France")])
    assert result == NoDecoy(reason="every other answer is too close to the reference", excluded=2)


@given(CANDIDATES, VALUES, st.sampled_from("abcxyz"), st.randoms(use_true_random=False))
def test_the_choice_ignores_order_and_never_succeeds(
    candidates: list[tuple[str, str]], reference: str, qid: str, rng: object
) -> None:
    result = choose_decoy(qid, reference, candidates)
    shuffled = list(candidates)
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    assert choose_decoy(qid, reference, shuffled) == result
    if isinstance(result, Decoy):
        assert result.qid != qid
        assert not is_success(result.value, reference, (1, 2))


def by_comparing_all(
    qid: str, reference: str, candidates: list[tuple[str, str]]
) -> tuple[str, int, int] | None:
    """The rule word for word, each item against all others."""
    kind, words = answer_type(reference), len(normalize_answer(reference).split())
    ranked = sorted(
        (answer_type(v) != kind, abs(len(normalize_answer(v).split()) - words), q, v)
        for q, v in candidates
        if q != qid and is_far_enough(v, reference)
    )
    ties = [entry for entry in ranked if entry[:2] == ranked[0][:2]]
    index = int(sha256(qid.encode()).hexdigest(), 16) % len(ties) if ties else 0
    return (ties[index][2], len(ties), index) if ties else None


WORDS = st.sampled_from(["a", "York", "new", "Ed", "Edward", "7", "1986", "of", "yes", "no", "é"])
ANSWERS = st.lists(st.lists(WORDS, max_size=5).map(" ".join), max_size=12)


@given(ANSWERS, st.lists(WORDS, max_size=5).map(" ".join))
def test_the_index_chooses_as_comparing_all_would(values: list[str], reference: str) -> None:
    candidates = [(f"q{n}", value) for n, value in enumerate(values)]
    answers = Answers(candidates)
    for qid, own in [*candidates, ("other", reference)]:
        decoy = choose_decoy(qid, own, answers)
        found = (decoy.qid, decoy.ties, decoy.index) if isinstance(decoy, Decoy) else None
        assert found == by_comparing_all(qid, own, candidates)


def test_hardly_any_answer_is_compared(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[str] = []
    far = module._are_far
    monkeypatch.setattr(module, "_are_far", lambda *pair: compared.append(pair[0]) or far(*pair))
    candidates = [(f"q{n}", f"Lake{n} of River{n % 97}") for n in range(1000)]
    answers = Answers(candidates)
    for qid, value in candidates:
        choose_decoy(qid, value, answers)
    assert len(compared) < 20 * len(candidates)  # all against all would be a million


@pytest.mark.parametrize("case", GOLDEN["handles"], ids=lambda case: case["handle"])
def test_handles_follow_from_the_qid(case: dict[str, str]) -> None:
    assert handle(case["qid"]) == case["handle"]
