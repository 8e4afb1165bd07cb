"""Claims of two ledgers: what moved takes the old ledger to the new one, and back when mirrored."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.diff.claims import ClaimsDiff, compare_claims
from earned.diff.records import Judgement, Move, OneSided
from earned.errors import UserError
from earned.ledger.claim import Claim
from earned.render.display import show
from earned.render.table import Format

FORMS: dict[Format, st.SearchStrategy[Any]] = {
    "percent": st.none() | st.sampled_from([0.0, 0.5, 1 / 3, 1e308, -1e308]),
    "count": st.none() | st.integers(-(10**400), 10**400) | st.integers(0, 2),
    "flag": st.none() | st.booleans(),
    "text": st.none() | st.sampled_from(["", "a", "b"]),
    "money": st.none() | st.sampled_from(["0", "0.1", "0.3", "12.000000000001"]),
}
IDS = tuple("abcdefgh")
PLAIN: dict[str, Any] = {
    "kind": "table", "audit": "acquabench", "study": "mini", "table": "t", "row": "r",
    "column": "c", "part": "value", "statement": "s", "unit": "u", "source": "f.json",
    "locator": "/x", "source_sha256": "", "stage": "analysis", "code_sha256": "",
    "lineage_sha256": "",
}  # fmt: skip


def claim(claim_id: str, form: Format, value: Any, verdict: str = "") -> Claim:
    named = {"claim_id": claim_id, "format": form, "value": value, "verdict": verdict}
    return Claim.model_validate({**PLAIN, **named, "display": show(value, form)})


@st.composite
def ledgers(draw: st.DrawFn) -> list[Claim]:
    chosen = draw(st.lists(st.sampled_from(IDS), unique=True))
    made = []
    for name in chosen:
        form = draw(st.sampled_from(sorted(FORMS)))
        verdict = draw(st.sampled_from(["", "supported", "unresolved"]))
        made.append(claim(name, form, draw(FORMS[form]), verdict))
    return made


@given(ledgers())
def test_a_ledger_does_not_differ_from_itself(ledger: list[Claim]) -> None:
    found = compare_claims(ledger, list(reversed(ledger)))
    assert found == ClaimsDiff((), (), (), (), len(ledger))


@given(ledgers(), ledgers())
def test_the_difference_mirrored_is_the_difference_of_the_two_exchanged(
    old: list[Claim], new: list[Claim]
) -> None:
    forth, back = compare_claims(old, new), compare_claims(new, old)
    assert (forth.added, forth.removed, forth.unmoved) == (back.removed, back.added, back.unmoved)
    assert forth.moved == tuple(map(mirrored, back.moved))
    assert forth.judgements == tuple(
        j.model_copy(update={"old": j.new, "new": j.old}) for j in back.judgements
    )


def mirrored(move: Move) -> Move:
    by = move.difference
    if isinstance(by, str):
        by = "0" if by == "0" else by.removeprefix("-") if by.startswith("-") else f"-{by}"
    elif by is not None:
        by = -by
    return move.model_copy(
        update={
            "old": move.new, "new": move.old, "old_display": move.new_display,
            "new_display": move.old_display, "difference": by,
        }
    )  # fmt: skip


@given(ledgers(), ledgers())
def test_what_moved_applied_to_the_old_ledger_gives_the_new_one(
    old: list[Claim], new: list[Claim]
) -> None:
    found = compare_claims(old, new)
    state = {c.claim_id: (c.value, c.display, c.verdict) for c in old}
    for gone in found.removed:
        assert state.pop(gone.claim_id) == (gone.value, gone.display, gone.verdict)
    for move in found.moved:
        value, display, verdict = state[move.claim_id]
        assert (value, display) == (move.old, move.old_display)
        state[move.claim_id] = (move.new, move.new_display, verdict)
    for change in found.judgements:
        value, display, verdict = state[change.claim_id]
        assert (change.what, verdict) == ("verdict", change.old)
        state[change.claim_id] = (value, display, change.new)
    for added in found.added:
        assert added.claim_id not in state
        state[added.claim_id] = (added.value, added.display, added.verdict)
    assert state == {c.claim_id: (c.value, c.display, c.verdict) for c in new}


@given(ledgers(), ledgers())
def test_headline_claims_come_first_and_each_part_is_sorted(
    old: list[Claim], new: list[Claim]
) -> None:
    found = compare_claims(old, new)
    parts: tuple[Sequence[OneSided | Move], ...] = (found.added, found.removed, found.moved)
    for part in parts:
        places = [(not one.headline, one.claim_id) for one in part]
        assert places == sorted(places)


@given(ledgers(), ledgers())
def test_everything_is_json_without_nan(old: list[Claim], new: list[Claim]) -> None:
    for move in compare_claims(old, new).moved:
        text = json.dumps(move.model_dump(mode="json"), allow_nan=False)
        assert Move.model_validate_json(text) == move


@pytest.mark.parametrize(
    ("form", "old", "new", "difference"),
    [
        ("percent", 0.25, 0.75, 0.5),
        ("percent", 0.1, 0.3, 0.3 - 0.1),
        ("percent", None, 0.5, None),
        ("percent", 0.5, None, None),
        ("percent", -1.7e308, 1.7e308, None),
        ("count", 3, 1, -2),
        ("count", 2**53, 2**53 + 1, 1),
        ("flag", False, True, None),
        ("money", "0.1", "0.3", "0.2"),
        ("money", "0.000000000001", "0", "-0.000000000001"),
        ("money", None, "1", None),
        ("text", "a", "b", None),
    ],
)
def test_differences_by_hand(form: Format, old: Any, new: Any, difference: Any) -> None:
    (move,) = compare_claims([claim("a", form, old)], [claim("a", form, new)]).moved
    assert move.difference == difference
    assert type(move.difference) is type(difference)


def test_a_number_of_another_type_is_a_move() -> None:
    """1 and true are equal to Python, and not the same JSON."""
    old, new = claim("a", "count", 1), claim("a", "count", 1).model_copy(update={"value": True})
    (move,) = compare_claims([old], [new]).moved
    assert (move.old, move.new) == (1, True)
    assert move.difference is None


def test_another_display_of_the_same_value_is_a_move() -> None:
    old = claim("a", "percent", 0.5)
    (move,) = compare_claims([old], [old.model_copy(update={"display": "50.00"})]).moved
    assert (move.difference, move.old_display, move.new_display) == (0.0, "50.0", "50.00")


@pytest.mark.parametrize("what", ["verdict", "registration", "rule_sha256", "boundary"])
def test_what_is_said_of_a_claim_is_compared_beside_its_value(what: str) -> None:
    old = claim("a", "percent", 0.5).model_copy(update={what: "one"})
    found = compare_claims([old], [old.model_copy(update={what: "two"})])
    assert found.moved == ()
    assert found.judgements == (Judgement(claim_id="a", what=what, old="one", new="two"),)


def test_another_n_beside_a_value_that_stands_is_told() -> None:
    old = claim("a", "percent", 0.5).model_copy(update={"denominator": 10, "units": None})
    new = old.model_copy(update={"denominator": 20, "units": 5})
    found = compare_claims([old], [new])
    assert (found.moved, found.unmoved) == ((), 1)
    assert [(j.what, j.old, j.new) for j in found.judgements] == [
        ("denominator", 10, 20),
        ("units", None, 5),
    ]
    moved = new.model_copy(update={"value": 0.6, "display": "60.0"})
    assert compare_claims([old], [moved]).judgements == ()


def test_a_ledger_with_an_id_twice_is_refused() -> None:
    with pytest.raises(UserError, match="two claims have the id a"):
        compare_claims([claim("a", "count", 1), claim("a", "count", 2)], [])
