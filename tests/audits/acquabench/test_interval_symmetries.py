"""What may and may not change an interval: order, names of qids, and the roles of the arms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import polars as pl
import pytest

from earned.audits.acquabench.frozen import Effect, ModelAnalysis, Rate
from earned.audits.acquabench.simulation import simulated_units
from earned.stats.intervals import Interval
from score_tables import analysed, table, unit

QIDS, REPLICATES = 30, 5000
SURFACES = ("memory", "retrieval", "subagent", "tool")
SCORES = ("coloc", "coloc_content")


def simulated(rename: Mapping[str, str] | None = None, swap: bool = False) -> pl.DataFrame:
    """A population of thirty questions; `swap` exchanges what GOLD and SHAM did."""
    units = simulated_units(QIDS, np.random.default_rng(4))
    arms = {"GOLD": "SHAM", "SHAM": "GOLD"} if swap else {}
    hits = {c: units.flag(arms.get(c, c), "success") for c in ("CLEAN", "GOLD", "SHAM")}
    coloc = {c: units.arms[c]["coloc"].to_list() for c in hits}
    return table(
        *(
            unit(
                (rename or {}).get(qid, qid),
                "".join("01"[int(hits[c][n])] for c in hits),
                surface,
                **{score: {c: coloc[c][n] for c in hits} for score in SCORES},
            )
            for n, (qid, surface) in enumerate(units.keys)
        )
    )


def found_in(scores: pl.DataFrame) -> ModelAnalysis:
    return analysed(scores, analysis={"replicates": REPLICATES})


SIMULATED = found_in(simulated())


def intervals(found: ModelAnalysis) -> dict[str, Interval]:
    """Every interval of the analysis that is no zero-width one."""
    rates: dict[str, Effect | Rate] = {
        **{c: arm.success for c, arm in found.arms.items()},
        **found.effects,
        "net_rescue": found.residual.net_rescue,
        "rescue_gold": found.residual.rescue_gold,
        "rescue_sham": found.residual.rescue_sham,
        "cleaned_gold": found.residual.cleaned_gold,
    }
    marks = {n: d.interval for n, d in found.detectors.items() if not n.startswith("string")}
    return {**{name: one.interval for name, one in rates.items() if one.interval}, **marks}


def test_new_names_for_qids_move_bounds_within_monte_carlo_error_alone() -> None:
    """Other names put the qids in another order, so each gets another column of the draws."""
    order = np.random.default_rng(1).permutation(QIDS)
    renamed = found_in(simulated({f"q{n:04d}": f"{m:02}" for n, m in enumerate(order)}))
    moved = 0
    for name, one in intervals(SIMULATED).items():
        other = intervals(renamed)[name]
        assert other.point == one.point, name
        assert None not in (one.low, one.high, other.low, other.high)
        low, high = one.low or 0.0, one.high or 0.0
        # A bound's Monte-Carlo error is about 0.01 of the width; values come in steps of a unit.
        most = 0.06 * (high - low) + 1 / (QIDS * len(SURFACES))
        assert other.low == pytest.approx(low, abs=most), name
        assert other.high == pytest.approx(high, abs=most), name
        moved += (other.low, other.high) != (low, high)
    assert moved


def test_names_in_the_same_order_change_no_interval() -> None:
    renamed = found_in(simulated({f"q{n:04d}": f"x{n:02}" for n in range(QIDS)}))
    assert intervals(renamed) == intervals(SIMULATED)


def test_shuffled_records_and_surfaces_change_nothing() -> None:
    scores = simulated()
    shuffled = scores.sample(fraction=1.0, shuffle=True, seed=3)
    assert not shuffled.equals(scores)
    assert found_in(shuffled) == SIMULATED


def test_exchanging_the_names_of_surfaces_changes_no_pooled_number() -> None:
    turned = dict(zip(SURFACES, SURFACES[1:] + SURFACES[:1], strict=True))
    scores = simulated().with_columns(pl.col("surface").replace_strict(turned))
    found = found_in(scores)
    assert intervals(found) == intervals(SIMULATED)
    assert found.by_surface["retrieval"] == SIMULATED.by_surface["memory"]


def test_exchanging_gold_and_sham_turns_the_interval_over() -> None:
    """Bounds are mirrored to the last digits that a quantile's interpolation keeps."""
    swapped = found_in(simulated(swap=True))
    for name in ("delta_gs", "net_rescue"):
        one, other = intervals(SIMULATED)[name], intervals(swapped)[name]
        assert other.point == -(one.point or 0.0)
        assert other.low == pytest.approx(-(one.high or 0.0), abs=1e-12)
        assert other.high == pytest.approx(-(one.low or 0.0), abs=1e-12)
    assert swapped.effects["delta_gc"] == SIMULATED.effects["delta_sc"]
    assert swapped.arms["GOLD"].success == SIMULATED.arms["SHAM"].success
    for name in ("delta_gs", "net_rescue"):
        assert swapped.verdicts[name].p_value == SIMULATED.verdicts[name].p_value


def test_rates_of_each_arm_agree_with_a_slow_bootstrap() -> None:
    rows: list[dict[str, Any]] = simulated().to_dicts()
    qids = sorted({row["qid"] for row in rows})
    generator = np.random.Generator(np.random.PCG64(13))
    draws = generator.integers(0, QIDS, (REPLICATES, QIDS)).tolist()
    for condition, arm in SIMULATED.arms.items():
        hits = dict.fromkeys(qids, 0)
        for row in rows:
            hits[row["qid"]] += row["success"] and row["condition"] == condition
        values = [sum(hits[qids[i]] for i in draw) / (QIDS * len(SURFACES)) for draw in draws]
        assert arm.success.interval is not None
        bounds = [arm.success.interval.low, arm.success.interval.high]
        assert bounds == pytest.approx(np.quantile(values, [0.025, 0.975]), abs=1e-12)
