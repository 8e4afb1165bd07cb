"""Intervals of the analysis: golden numbers, and a slow bootstrap that shares no code."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import polars as pl
import pytest

from earned.audits.acquabench.frozen import ModelAnalysis
from earned.stats.intervals import Interval
from score_tables import analysed, table, unit

REPLICATES = 300
Rows = list[dict[str, object]]

SCORES = table(
    *(unit(f"q{n}", "010", coloc={"GOLD": 0.3 + n / 20}) for n in range(5)),
    *(unit(f"q{n}", "110", "tool", coloc={"CLEAN": 0.2 + n / 15}) for n in range(3, 8)),
    *(unit(f"q{n}", "000") for n in range(8, 10)),
    *(unit(f"q{n}", "011", "memory", coloc={"SHAM": 0.1 + n / 12}) for n in range(6)),
    unit("q9", "101", "tool"),
    unit("q2", "001", "subagent", exposed="010"),
)
GOLDEN = {
    "delta_gc": (0.5, 0.17647058823529413, 0.7272727272727273),
    "delta_gs": (0.4, 0.125, 0.6428571428571429),
    "delta_sc": (0.1, -0.1875, 0.3333333333333333),
    "net_rescue": (0.2857142857142857, 0.09090909090909091, 0.46153846153846156),
    "coloc_vs_earned": (0.2878787878787879, 0.0, 0.6065310846560845),
}


def intervals(found: ModelAnalysis) -> dict[str, Interval]:
    """The intervals by estimand."""
    return {
        **{name: effect.interval for name, effect in found.effects.items()},
        "net_rescue": found.residual.net_rescue.interval,
        "rescue_gold": found.residual.rescue_gold.interval or pytest.fail("no interval"),
        "coloc_vs_earned": found.detectors["coloc_vs_earned"].interval,
    }


def slow_values(rows: pl.DataFrame, estimate: Callable[[Rows], float | None]) -> list[float]:
    """Draw whole qids with replacement, one replicate at a time, and estimate on the records."""
    qids = sorted(set(rows["qid"]))
    records = {q: rows.filter(pl.col("qid") == q).to_dicts() for q in qids}
    generator = np.random.Generator(np.random.PCG64(13))
    draws = generator.integers(0, len(qids), (REPLICATES, len(qids)))
    values = (estimate([r for i in draw for r in records[qids[i]]]) for draw in draws)
    return [value for value in values if value is not None]


def percentile(values: list[float], share: float) -> float:
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def hits(rows: Rows, condition: str) -> int:
    return sum(bool(r["success"]) for r in rows if r["condition"] == condition)


def contrast(one: str, other: str) -> Callable[[Rows], float | None]:
    return lambda rows: (hits(rows, one) - hits(rows, other)) / (len(rows) / 3)


def rescue(rows: Rows) -> tuple[int, int, int]:
    """CLEAN failures, and how many of them succeed under GOLD and under SHAM."""
    failed = gold = sham = 0
    for n in range(0, len(rows), 3):
        clean, other, wrong = rows[n : n + 3]
        assert [r["condition"] for r in (clean, other, wrong)] == ["CLEAN", "GOLD", "SHAM"]
        if not clean["success"]:
            failed += 1
            gold += bool(other["success"])
            sham += bool(wrong["success"])
    return failed, gold, sham


def net_rescue(rows: Rows) -> float | None:
    failed, gold, sham = rescue(rows)
    return (gold - sham) / failed if failed else None


def rescue_gold(rows: Rows) -> float | None:
    failed, gold, _ = rescue(rows)
    return gold / failed if failed else None


def auroc(rows: Rows) -> float | None:
    marked = [float(str(r["coloc"])) for r in rows if r["label"] == "attributable"]
    others = [float(str(r["coloc"])) for r in rows if r["label"] == "earned"]
    wins = sum((p > n) + (p == n) / 2 for p in marked for n in others)
    return wins / (len(marked) * len(others)) if marked and others else None


SLOW: dict[str, Callable[[Rows], float | None]] = {
    "delta_gc": contrast("GOLD", "CLEAN"),
    "delta_gs": contrast("GOLD", "SHAM"),
    "delta_sc": contrast("SHAM", "CLEAN"),
    "net_rescue": net_rescue,
    "rescue_gold": rescue_gold,
    "coloc_vs_earned": auroc,
}


@pytest.mark.parametrize("name", SLOW)
def test_a_slow_bootstrap_agrees(name: str) -> None:
    found = intervals(analysed(SCORES, analysis={"replicates": REPLICATES}))[name]
    values = slow_values(SCORES, SLOW[name])
    assert found.undefined == REPLICATES - len(values)
    assert found.point == pytest.approx(SLOW[name](SCORES.to_dicts()), abs=1e-12)
    assert found.low == pytest.approx(percentile(values, 0.025), abs=1e-12)
    assert found.high == pytest.approx(percentile(values, 0.975), abs=1e-12)


@pytest.mark.parametrize("name", GOLDEN)
def test_seeded_intervals_are_the_same_on_every_machine(name: str) -> None:
    """Field case 38."""
    found = intervals(analysed(SCORES, analysis={}))[name]
    assert found.replicates == 5000
    assert (found.point, found.low, found.high) == pytest.approx(GOLDEN[name], abs=1e-12)


def test_a_second_run_gives_equal_results_and_another_seed_does_not() -> None:
    """Field case 38."""
    first, second = analysed(SCORES), analysed(SCORES)
    assert first == second
    other = analysed(SCORES, analysis={"replicates": 200, "seed": 14})
    assert other.effects["delta_gs"].interval != first.effects["delta_gs"].interval
    assert other.effects["delta_gs"].value == first.effects["delta_gs"].value


def test_a_wider_level_gives_a_wider_interval() -> None:
    narrow = analysed(SCORES, analysis={"replicates": 200, "level": 0.8}).effects["delta_gs"]
    wide = analysed(SCORES, analysis={"replicates": 200, "level": 0.99}).effects["delta_gs"]
    assert narrow.interval.low is not None
    assert wide.interval.low is not None
    assert wide.interval.low < narrow.interval.low
