"""Items of two states, against a plain loop over both."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.diff.items import KEY, compare_items
from earned.diff.records import Cell, Flip, ItemsDiff
from earned.errors import UserError
from earned.records.scored_item import ScoredItem
from earned.records.table import schema_of

SMALL = st.sampled_from(["a", "b"])
ITEM = st.builds(
    ScoredItem,
    model=SMALL, regime=st.just("D0"), surface=SMALL, condition=st.sampled_from(["C", "G", "S"]),
    qid=SMALL, repeat=st.sampled_from([0, 1]), outcome=st.sampled_from(["ok", "parse_error"]),
    prediction=SMALL, reference=SMALL, success=st.booleans(), label=SMALL,
)  # fmt: skip
ITEMS = st.lists(ITEM, unique_by=lambda item: key(item))
COUNTS = ("compared", "wrong_to_right", "right_to_wrong", "answers_differ", "labels_differ",
          "only_old", "only_new")  # fmt: skip


def key(item: ScoredItem) -> tuple[Any, ...]:
    return tuple(getattr(item, name) for name in KEY)


def table(items: Iterable[ScoredItem]) -> pl.DataFrame:
    return pl.DataFrame([item.model_dump() for item in items], schema=schema_of(ScoredItem))


def compared(old: Iterable[ScoredItem], new: Iterable[ScoredItem]) -> ItemsDiff:
    return compare_items({"audit": table(old)}, {"audit": table(new)})


def counted_by_hand(
    old: Iterable[ScoredItem], new: Iterable[ScoredItem]
) -> dict[tuple[str, ...], Counter[str]]:
    before, after = {key(i): i for i in old}, {key(i): i for i in new}
    counts: dict[tuple[str, ...], Counter[str]] = {}
    for at in before.keys() | after.keys():
        cell = counts.setdefault(at[:4], Counter())
        a, b = before.get(at), after.get(at)
        if a is None or b is None:
            cell["only_new" if a is None else "only_old"] += 1
            continue
        cell["compared"] += 1
        cell["wrong_to_right"] += not a.success and b.success
        cell["right_to_wrong"] += a.success and not b.success
        cell["answers_differ"] += (a.prediction, a.outcome) != (b.prediction, b.outcome)
        cell["labels_differ"] += a.label != b.label
    return counts


@given(ITEMS, ITEMS)
def test_counts_and_flips_are_those_of_a_plain_loop(
    old: list[ScoredItem], new: list[ScoredItem]
) -> None:
    found = compared(old, new)
    by_hand = counted_by_hand(old, new)
    assert [(c.model, c.regime, c.surface, c.condition) for c in found.cells] == sorted(by_hand)
    for cell, at in zip(found.cells, sorted(by_hand), strict=True):
        assert {name: getattr(cell, name) for name in COUNTS} == {
            name: by_hand[at][name] for name in COUNTS
        }
    before, after = {key(i): i for i in old}, {key(i): i for i in new}
    both = sorted(before.keys() & after.keys())
    expected = [flip(before[k], after[k]) for k in both if before[k].success != after[k].success]
    assert list(found.flips) == expected
    for alone, here, there in ((found.only_old, before, after), (found.only_new, after, before)):
        assert [tuple(getattr(k, n) for n in KEY) for k in alone] == sorted(
            here.keys() - there.keys()
        )


def flip(old: ScoredItem, new: ScoredItem) -> Flip:
    return Flip(
        audit="audit",
        **dict(zip(KEY, key(old), strict=True)),
        **{f"old_{n}": getattr(old, n) for n in ("success", "reference", "prediction", "outcome",
                                                 "label")},
        **{f"new_{n}": getattr(new, n) for n in ("success", "reference", "prediction", "outcome",
                                                 "label")},
    )  # fmt: skip


@given(ITEMS)
def test_items_do_not_differ_from_themselves(items: list[ScoredItem]) -> None:
    found = compared(items, reversed(items))
    assert (found.flips, found.only_old, found.only_new) == ((), (), ())
    changes = [getattr(cell, name) for cell in found.cells for name in COUNTS[1:]]
    assert set(changes) <= {0}
    assert sum(cell.compared for cell in found.cells) == len(items)


@given(ITEMS, ITEMS)
def test_the_difference_mirrored_is_that_of_the_two_exchanged(
    old: list[ScoredItem], new: list[ScoredItem]
) -> None:
    forth, back = compared(old, new), compared(new, old)
    assert (forth.only_old, forth.only_new) == (back.only_new, back.only_old)
    assert forth.cells == tuple(map(mirrored, back.cells))
    assert [(f.old_prediction, f.new_prediction) for f in forth.flips] == [
        (f.new_prediction, f.old_prediction) for f in back.flips
    ]


def mirrored(cell: Cell) -> Cell:
    return cell.model_copy(
        update={
            "wrong_to_right": cell.right_to_wrong, "right_to_wrong": cell.wrong_to_right,
            "only_old": cell.only_new, "only_new": cell.only_old,
        }
    )  # fmt: skip


def test_an_item_that_stands_twice_is_refused() -> None:
    one = ScoredItem(
        model="m", regime="D0", surface="s", condition="C", qid="q", repeat=0, outcome="ok",
        prediction="p", reference="r", success=True, label="l",
    )  # fmt: skip
    with pytest.raises(UserError, match="an item stands in it twice"):
        compared([one], [one, one.model_copy(update={"success": False})])


def test_an_audit_of_one_side_is_named_and_not_compared() -> None:
    found = compare_items({"a": table([]), "b": table([])}, {"b": table([]), "c": table([])})
    assert found.not_compared == (
        "a: the new state holds no items of it",
        "c: the old state holds no items of it",
    )
