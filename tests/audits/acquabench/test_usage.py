"""Calls, tokens and cost in the frozen results, counted by hand."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import polars as pl
import pytest

from earned.audits.acquabench.analysis import costs
from earned.audits.acquabench.frozen import FrozenResults
from earned.audits.acquabench.tables import run
from earned.records.money import exact_sum
from earned.render.display import show_cell
from earned.render.note import shown_texts
from earned.render.table import Table
from earned.render.writers import render_csv
from score_tables import analyse, table, unit

PRICE = {"prompt": "0.1", "completion": "0.2", "currency": "EUR"}
SHARED = {"new_calls": {"CLEAN": 2, "GOLD": 1, "SHAM": 1}}
"""Two calls a record, of which GOLD and SHAM share the first with CLEAN."""
TOKENS = {
    "prompt_tokens": {"CLEAN": 30, "GOLD": 32, "SHAM": 34},
    "new_prompt_tokens": {"CLEAN": 30, "GOLD": 20, "SHAM": 22},
    "completion_tokens": {"CLEAN": 5, "GOLD": 6, "SHAM": 7},
    "new_completion_tokens": {"CLEAN": 5, "GOLD": 4, "SHAM": 5},
}
SCORES = table(
    unit("a", "010", **SHARED, **TOKENS),
    unit("a", "010", "tool", calls=3, new_calls=3, prompt_tokens=10, new_prompt_tokens=10),
    unit("b", "110", model="other", **SHARED, **TOKENS),
)


def given(**prices: Any) -> dict[str, Any]:
    """Models with their prices, as parameters of the analysis."""
    models = {
        alias: {"label": f"the {alias}", "control": None, "price": prices.get(alias)}
        for alias in ("toy", "other")
    }
    return {"models": models}


def frozen(**prices: Any) -> FrozenResults:
    return analyse(SCORES, **given(**prices))


def usage_of(results: FrozenResults) -> Table:
    return next(made for made in run(results.model_dump(mode="json")) if made.name == "usage")


def notes_of(results: FrozenResults) -> tuple[str, ...]:
    return shown_texts(usage_of(results).notes, results.model_dump(mode="json"))


def shown(results: FrozenResults, key: str) -> dict[str, str]:
    made, document = usage_of(results), results.model_dump(mode="json")
    (row,) = [row for row in made.rows if row.key == key]
    return dict(zip(made.columns, (show_cell(cell, document) for cell in row.cells), strict=True))


def test_a_model_counted_by_hand() -> None:
    used = frozen(toy=PRICE).analyses["d0_toy"].usage
    total = used.total
    assert (total.records, total.naive.calls, total.made.calls) == (6, 15, 13)
    assert (total.naive.prompt_tokens, total.naive.completion_tokens) == (126, 18)
    assert (total.made.prompt_tokens, total.made.completion_tokens) == (102, 14)
    # (126 · 0.1 + 18 · 0.2) / 10⁶ and (102 · 0.1 + 14 · 0.2) / 10⁶
    assert (total.naive.cost, total.made.cost) == (Decimal("0.0000162"), Decimal("0.000013"))
    assert (total.unique.value, total.bound.value) == (13 / 15, 11 / 15)
    retrieval = used.by_surface["retrieval"]
    assert (retrieval.records, retrieval.unique.value, retrieval.bound.value) == (3, 4 / 6, 4 / 6)
    gold = used.arms["GOLD"]
    assert (gold.records, gold.naive.calls, gold.made.calls) == (2, 5, 4)
    assert (gold.made.prompt_tokens, gold.made.completion_tokens) == (30, 4)
    assert (gold.naive.cost, gold.made.cost) == (Decimal("0.0000054"), Decimal("0.0000038"))


def test_arms_and_surfaces_sum_to_the_model_and_models_to_the_study() -> None:
    results = frozen(toy=PRICE, other=PRICE)
    for found in results.analyses.values():
        for parts in (found.usage.arms.values(), found.usage.by_surface.values()):
            total = found.usage.total
            for name in ("naive", "made"):
                assert exact_sum(getattr(p, name).cost for p in parts) == getattr(total, name).cost
            assert sum(part.made.calls for part in parts) == total.made.calls
    study, totals = results.usage, [found.usage.total for found in results.analyses.values()]
    assert study.made.cost == exact_sum(total.made.cost or Decimal() for total in totals)
    assert (study.records, study.unique.numerator, study.unique.denominator) == (9, 17, 21)
    assert (study.made.currency, study.unpriced) == ("EUR", ())


def test_the_costs_of_the_records_sum_to_the_published_ones() -> None:
    parameters = {
        **given(toy=PRICE), "surfaces": ["retrieval", "tool"], "analysis": {}, "verdicts": [],
    }  # fmt: skip
    rows = list(costs([SCORES], parameters))
    own = [row for row in rows if row.model == "toy"]
    total = frozen(toy=PRICE).analyses["d0_toy"].usage.total
    assert exact_sum(row.cost or Decimal() for row in own) == total.naive.cost
    assert exact_sum(row.new_cost or Decimal() for row in own) == total.made.cost
    assert {row.currency for row in own} == {"EUR"}
    assert [(row.qid, row.condition, row.cost) for row in rows if row.model == "other"] == [
        ("b", condition, None) for condition in ("CLEAN", "GOLD", "SHAM")
    ]


def test_runs_of_a_unit_share_no_call_in_the_bound() -> None:
    again = [unit("a", "010", calls=3, new_calls=3, repeat=n) for n in (0, 1)]
    assert analyse(table(*again)).usage.bound.value == analyse(table(again[0])).usage.bound.value


@pytest.mark.parametrize("calls", [1, 2, 3, 8])
def test_the_bound_is_that_of_arms_that_part_after_their_first_call(calls: int) -> None:
    """Overview, rule 4: (1 + 3 (k - 1)) / 3 k."""
    units = [unit(qid, "010", calls=calls, new_calls=calls) for qid in "ab"]
    bound = analyse(table(*units)).usage.bound
    expected = Fraction(1 + 3 * (calls - 1), 3 * calls)
    assert Fraction(bound.numerator, bound.denominator) == expected


def test_a_further_run_shares_no_request_with_the_first() -> None:
    runs = [unit("a", "010", repeat=n, calls=3, new_calls=3) for n in (0, 1)]
    bound = analyse(table(*runs)).usage.bound
    assert (bound.numerator, bound.denominator) == (14, 18)


def test_the_bound_of_unequal_records_is_that_of_their_mean() -> None:
    calls = {"CLEAN": 1, "GOLD": 4, "SHAM": 8}
    bound = analyse(table(unit("a", "010", calls=calls))).usage.bound
    mean = Fraction(13, 3)
    assert Fraction(bound.numerator, bound.denominator) == (1 + 3 * (mean - 1)) / (3 * mean)


def test_an_arm_without_a_call_shares_none() -> None:
    alone = unit("a", "0ee", calls={"CLEAN": 2, "GOLD": 0, "SHAM": 0}, new_calls=0)
    nothing = unit("b", "eee", calls=0, new_calls=0)
    bound = analyse(table(alone, nothing)).usage.bound
    assert (bound.numerator, bound.denominator) == (2, 2)
    none = analyse(table(nothing)).usage
    assert (none.unique.value, none.bound.value, none.made.calls) == (None, None, 0)


def test_an_uncoupled_study_has_nothing_to_share() -> None:
    used = analyse(table(unit("a", "010"), unit("b", "010")), coupling=False).usage
    assert (used.unique.value, used.bound.value) == (1.0, 1.0)


def test_without_a_price_there_are_tokens_and_no_cost() -> None:
    results = frozen()
    row = shown(results, "study")
    assert (row["Prompt tokens"], row["Completion tokens"], row["Cost"]) == ("174", "28", "–")
    assert results.usage.made.currency is None
    assert not any("no price" in note for note in notes_of(results))


def test_a_study_with_a_model_without_a_price_says_so() -> None:
    results = frozen(toy={**PRICE, "prompt": "1000"})
    assert results.usage.unpriced == ("the other",)
    assert notes_of(results)[-1] == (
        "The cost of all models is without the other: no price, or tokens not counted."
    )
    assert shown(results, "d0_toy")["Cost"] == "0.1020 EUR"
    assert shown(results, "d0_other")["Cost"] == "–"
    assert shown(results, "study")["Cost"] == "0.1020 EUR"


def test_the_table_counted_by_hand() -> None:
    assert shown(frozen(), "d0_toy.retrieval") == {
        "Records": "3",
        "Naive calls": "6",
        "Calls made": "4",
        "Unique %": "66.7",
        "Bound %": "66.7",
        "Prompt tokens": "72",
        "Completion tokens": "14",
        "Cost": "–",
    }


def test_costs_are_exact_in_results_and_csv() -> None:
    toy, other = ({"prompt": prompt, "completion": "0"} for prompt in ("0.1", "0.7"))
    results = frozen(toy=toy, other=other)
    document = results.model_dump(mode="json")
    # 102 · 0.1 + 72 · 0.7 = 60.6 millionths; binary floating point makes 6.0599999999999996e-05.
    assert document["usage"]["made"]["cost"] == "0.0000606"
    assert "0.0000606,USD" in render_csv(usage_of(results), document)
    assert FrozenResults.model_validate(document) == results


def test_tokens_that_an_endpoint_does_not_count_are_no_cost_of_zero() -> None:
    """One record is enough: a sum without it would be too small."""
    uncounted = SCORES.with_columns(
        pl.when(pl.col("qid") == SCORES["qid"][0]).then(0).otherwise(pl.col(name)).alias(name)
        for name in ("prompt_tokens", "new_prompt_tokens")
    )
    results = analyse(uncounted, **given(toy=PRICE))
    used = results.analyses["d0_toy"].usage
    assert (used.total.made.cost, used.total.made.currency) == (None, None)
    assert "toy" in results.usage.unpriced[0]
