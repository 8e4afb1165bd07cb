"""Money is exact, and has one text."""

from __future__ import annotations

from decimal import Decimal, Inexact
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.records.base import Record, record_json
from earned.records.money import EXACT, Money, exact_sum, plain
from earned.records.table import read_table, write_table

AMOUNTS = st.integers(0, 10**24).map(lambda n: Decimal(n).scaleb(-12))


class Bill(Record):
    due: Money | None


class BillRow(Record):
    due: Decimal | None


@pytest.mark.parametrize(
    ("given", "text"),
    [("0.150", "0.15"), ("1E-7", "0.0000001"), ("1E+3", "1000"), ("100", "100"), ("0.000", "0")],
)
def test_an_amount_has_one_text_without_exponent(given: str, text: str) -> None:
    assert plain(Decimal(given)) == text
    assert record_json(Bill(due=Decimal(given))) == f'{{"due":"{text}"}}'


@given(st.none() | AMOUNTS)
def test_an_amount_comes_back_from_json_as_it_was(due: Decimal | None) -> None:
    assert Bill.model_validate_json(record_json(Bill(due=due))) == Bill(due=due)


@given(st.lists(AMOUNTS))
def test_sums_lose_nothing_in_any_order(amounts: list[Decimal]) -> None:
    units = sum(int(amount.scaleb(12)) for amount in amounts)
    assert exact_sum(amounts) == exact_sum(amounts[::-1]) == EXACT.scaleb(Decimal(units), -12)


def test_a_digit_that_would_be_lost_is_an_error() -> None:
    assert exact_sum([Decimal("0.1"), Decimal("0.2")]) == Decimal("0.3")
    with pytest.raises(Inexact):
        exact_sum([Decimal(10) ** 30, Decimal("1E-40")])


def test_amounts_come_back_from_a_table_to_the_twelfth_decimal(tmp_path: Path) -> None:
    rows = [BillRow(due=Decimal("0.000000000001")), BillRow(due=None), BillRow(due=Decimal(7))]
    write_table(tmp_path / "t.parquet", rows, BillRow)
    assert read_table(tmp_path / "t.parquet", BillRow)["due"].to_list() == [r.due for r in rows]
