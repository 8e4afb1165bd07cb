"""What a model's tokens cost."""

from __future__ import annotations

from pydantic import Field

from earned.config.base import Config
from earned.records.money import Money


class PriceConfig(Config):
    """A model's price, in currency units per million tokens, with six decimals at most."""

    prompt: Money = Field(
        ge=0, max_digits=12, decimal_places=6, description="for a million prompt tokens"
    )
    completion: Money = Field(
        ge=0, max_digits=12, decimal_places=6, description="for a million generated tokens"
    )
    currency: str = Field(
        default="USD", pattern="^[A-Z]{3}$", description="three letters, one for the whole study"
    )
