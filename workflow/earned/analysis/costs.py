"""From tokens and a price to money."""

from __future__ import annotations

from decimal import Decimal

from earned.config.price import PriceConfig
from earned.records.money import EXACT

MILLION = 6
"""Prices are for ten to this power of tokens."""


def cost_of(price: PriceConfig, prompt_tokens: int, completion_tokens: int) -> Decimal:
    """Price tokens exactly, so that the sum over records is the cost of the sum."""
    prompt = EXACT.multiply(price.prompt, Decimal(prompt_tokens))
    generated = EXACT.multiply(price.completion, Decimal(completion_tokens))
    return EXACT.scaleb(EXACT.add(prompt, generated), -MILLION)
