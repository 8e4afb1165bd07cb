"""Calls, tokens and cost of a study: each record as if alone, and what was really asked."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any

import polars as pl

from earned.analysis.costs import cost_of
from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.frozen import Amount, ModelUsage, Rate, Spending, StudyUsage, Usage
from earned.audits.acquabench.params import ModelLabel
from earned.config.price import PriceConfig
from earned.records.cost import CostRow
from earned.records.money import exact_sum


def cost_rows(scores: pl.DataFrame, models: Mapping[str, ModelLabel]) -> Iterator[CostRow]:
    """Price every record, in the order of the table."""
    own = [name for name in CostRow.model_fields if name in scores.columns]
    for row in scores.select(own).iter_rows(named=True):
        yield _cost_row(row, models[row["model"]].price)


def _cost_row(row: Mapping[str, Any], price: PriceConfig | None) -> CostRow:
    known = price if not row["calls"] or row["prompt_tokens"] else None
    return CostRow(
        **row,
        cost=_cost(known, row["prompt_tokens"], row["completion_tokens"]),
        new_cost=_cost(known, row["new_prompt_tokens"], row["new_completion_tokens"]),
        currency=known.currency if known else None,
    )


def _cost(price: PriceConfig | None, prompt: int, completion: int) -> Decimal | None:
    return cost_of(price, prompt, completion) if price else None


def _are_counted(records: pl.DataFrame) -> bool:
    """Whether the engine counted the tokens of every record: no prompt is empty."""
    return records.filter((pl.col("calls") > 0) & (pl.col("prompt_tokens") == 0)).is_empty()


def model_usage(
    scores: pl.DataFrame, price: PriceConfig | None, surfaces: Sequence[str], *, coupled: bool
) -> ModelUsage:
    """Sum what one model took in one regime, in all, by condition and by surface."""
    return ModelUsage(
        total=_usage(scores, price, coupled),
        arms={c: _spending(scores.filter(pl.col("condition") == c), price) for c in CONDITIONS},
        by_surface={
            s: _usage(scores.filter(pl.col("surface") == s), price, coupled) for s in surfaces
        },
    )


def study_usage(totals: Sequence[Usage], unpriced: Collection[str]) -> StudyUsage:
    """Sum what the models took.

    Args:
        totals: one for each model and regime.
        unpriced: labels of the models behind an engine whose cost is not known.
    """
    return StudyUsage(
        records=sum(used.records for used in totals),
        naive=_sum([used.naive for used in totals]),
        made=_sum([used.made for used in totals]),
        unique=_sum_rates([used.unique for used in totals]),
        bound=_sum_rates([used.bound for used in totals]),
        unpriced=tuple(unpriced),
    )


def _usage(records: pl.DataFrame, price: PriceConfig | None, coupled: bool) -> Usage:
    spent = _spending(records, price)
    naive = spent.naive.calls
    shared = _first_calls_shared(records) if coupled else 0
    return Usage(
        **dict(spent), unique=_rate(spent.made.calls, naive), bound=_rate(naive - shared, naive)
    )


def _first_calls_shared(records: pl.DataFrame) -> int:
    """Count first calls that coupling surely spares: a triplet's arms begin with one request.

    A further run of a triplet asks anew, and shares no request with the first.

    With k calls in every record this makes the bound (1 + 3 (k - 1)) / 3 k, the arms of each
    triplet parting after the first.
    """
    asking = records.filter(pl.col("calls") > 0)
    return asking.height - asking.select("qid", "surface", "repeat").n_unique()


def _spending(records: pl.DataFrame, price: PriceConfig | None) -> Spending:
    return Spending(
        records=records.height,
        naive=_amount(records, "", price),
        made=_amount(records, "new_", price),
    )


def _amount(records: pl.DataFrame, new: str, price: PriceConfig | None) -> Amount:
    calls, prompt, completion = (
        int(records[f"{new}{name}"].sum())
        for name in ("calls", "prompt_tokens", "completion_tokens")
    )
    known = price if _are_counted(records) else None
    return Amount(
        calls=calls,
        prompt_tokens=prompt,
        completion_tokens=completion,
        cost=_cost(known, prompt, completion),
        currency=known.currency if known else None,
    )


def _sum(amounts: Sequence[Amount]) -> Amount:
    priced = [amount.cost for amount in amounts if amount.cost is not None]
    return Amount(
        calls=sum(amount.calls for amount in amounts),
        prompt_tokens=sum(amount.prompt_tokens for amount in amounts),
        completion_tokens=sum(amount.completion_tokens for amount in amounts),
        cost=exact_sum(priced) if priced else None,
        currency=next((amount.currency for amount in amounts if amount.currency), None),
    )


def _sum_rates(rates: Sequence[Rate]) -> Rate:
    return _rate(sum(rate.numerator for rate in rates), sum(rate.denominator for rate in rates))


def _rate(numerator: int, denominator: int) -> Rate:
    value = numerator / denominator if denominator else None
    return Rate(numerator=numerator, denominator=denominator, value=value)
