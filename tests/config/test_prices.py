"""Prices in the configuration: exact, in one currency."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
import yaml

from earned.config.base import validate_config
from earned.config.plan import config_json
from earned.config.study import StudyConfig
from earned.errors import UserError


def study(*prices: str) -> StudyConfig:
    """A study of one control for each price, given as YAML."""
    models: dict[str, Any] = {
        f"m{n}": {"control": "reader", "price": yaml.safe_load(price)}
        for n, price in enumerate(prices, start=1)
    }
    return validate_config(StudyConfig, {"models": models}, where="my.yaml")


def test_a_price_is_the_decimal_that_was_written() -> None:
    price = study("{prompt: 0.1, completion: 2.50}").models["m1"].price
    assert price is not None
    assert (price.prompt, price.completion) == (Decimal("0.1"), Decimal("2.5"))
    assert price.currency == "USD"


def test_equal_prices_have_one_text_and_rerun_nothing() -> None:
    texts = {config_json(study(p)) for p in ("{prompt: 1, completion: 0.5}",
                                             "{prompt: 1.0, completion: '0.50'}")}  # fmt: skip
    assert len(texts) == 1


@pytest.mark.parametrize(
    ("price", "said"),
    [
        ("{prompt: -1, completion: 1}", "key models.m1.price.prompt: "),
        ("{prompt: .nan, completion: 1}", "key models.m1.price.prompt: "),
        ("{prompt: 1, completion: 0.0000001}", "key models.m1.price.completion: "),
        ("{prompt: 1, completion: cheap}", "key models.m1.price.completion: "),
        ("{prompt: 1}", "key models.m1.price.completion: "),
        ("{prompt: 1, completion: 1, currency: usd}", "key models.m1.price.currency: "),
        ("{prompt: 1, completion: 1, currency: EURO}", "key models.m1.price.currency: "),
        ("{input: 1, completion: 1}", "unknown key models.m1.price.input"),
    ],
)
def test_what_is_no_price_is_one_sentence(price: str, said: str) -> None:
    with pytest.raises(UserError) as caught:
        study(price)
    assert str(caught.value).startswith(f"my.yaml: {said}")
    assert "\n" not in str(caught.value)


def test_two_currencies_in_one_study_are_refused() -> None:
    dollars, euros = "{prompt: 1, completion: 1}", "{prompt: 1, completion: 1, currency: EUR}"
    assert study(euros, "null", euros).models["m3"].price
    with pytest.raises(UserError) as caught:
        study(dollars, "null", euros)
    assert str(caught.value).startswith(
        "my.yaml: models: m1 is priced in USD and m3 in EUR, and a study has one currency; "
    ), caught.value
