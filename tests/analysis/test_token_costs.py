"""From tokens and a price to money."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.analysis.costs import cost_of
from earned.config.price import PriceConfig
from earned.records.money import exact_sum

MILLIONTHS = st.integers(0, 10**12 - 1).map(lambda n: Decimal(n).scaleb(-6))
PRICES = st.builds(PriceConfig, prompt=MILLIONTHS, completion=MILLIONTHS)
TOKENS = st.integers(0, 10**12)


@pytest.mark.parametrize(
    ("prompt", "completion", "tokens", "cost"),
    [
        ("0.15", "0.60", (1_000_000, 0), "0.15"),
        ("0.15", "0.60", (0, 1_000_000), "0.6"),
        ("0.1", "0.2", (1, 1), "0.0000003"),  # 0.30000000000000004 in binary floating point
        ("0.000001", "0", (1, 5), "0.000000000001"),
        ("2.5", "10", (1234, 567), "0.008755"),
        ("3", "3", (0, 0), "0"),
    ],
)
def test_costs_counted_by_hand(
    prompt: str, completion: str, tokens: tuple[int, int], cost: str
) -> None:
    price = PriceConfig(prompt=Decimal(prompt), completion=Decimal(completion))
    assert cost_of(price, *tokens) == Decimal(cost)


@given(PRICES, st.lists(st.tuples(TOKENS, TOKENS), max_size=20))
def test_the_costs_of_records_sum_to_the_cost_of_all(
    price: PriceConfig, records: list[tuple[int, int]]
) -> None:
    together = cost_of(price, *(sum(sizes) for sizes in zip((0, 0), *records, strict=True)))
    assert exact_sum(cost_of(price, *sizes) for sizes in records) == together
