"""P-values of the headline claims, and Holm's adjustment over their family."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

from earned.audits.acquabench.estimands.headline import with_holm
from earned.audits.acquabench.frozen import FrozenResults
from earned.stats.holm import holm
from score_tables import analyse, table, unit

MODELS = {
    "one": {"label": "one", "control": None},
    "two": {"label": "two", "control": None},
    "copier": {"label": "copier", "control": "copier"},
}


def rules(*bounds: tuple[str, float]) -> list[dict[str, Any]]:
    said = {"statement": "s", "stronger": "t", "boundary": "b"}
    return [{"estimand": n, **said, "above": a} for n, a in bounds]


def some(model: str, regime: str, seed: int) -> list[list[Any]]:
    rng = np.random.default_rng(seed)
    hits = ["".join("01"[int(rng.random() < p)] for p in (0.5, 0.8, 0.5)) for _ in range(24)]
    return [
        unit(f"q{n // 2:02}", h, ("tool", "memory")[n % 2], model=model, regime=regime)
        for n, h in enumerate(hits)
    ]


def study(*more: list[Any], verdicts: list[dict[str, Any]] | None = None) -> FrozenResults:
    scores = table(
        *some("one", "D0", 1), *some("two", "D0", 2), *some("one", "D2", 3),
        *some("one", "style", 4), *some("copier", "D0", 5), *more,
    )  # fmt: skip
    given = verdicts or rules(("delta_gs", 0.0), ("delta_gc", 0.0), ("net_rescue", 0.0))
    return analyse(scores, models=MODELS, verdicts=given)


def p_values(results: FrozenResults) -> dict[tuple[str, str], tuple[float | None, float | None]]:
    return {
        (key, name): (judged.p_value, judged.p_holm)
        for key, found in results.analyses.items()
        for name, judged in found.verdicts.items()
    }


def test_the_family_is_every_claim_of_a_real_model_in_a_headline_regime() -> None:
    found = p_values(study())
    inside = {key for key, (_, adjusted) in found.items() if adjusted is not None}
    names = ("delta_gs", "delta_gc", "net_rescue")
    assert inside == {(key, name) for key in ("d0_one", "d0_two", "d2_one") for name in names}
    assert {key: adjusted for key, (_, adjusted) in found.items() if key in inside} == holm(
        {key: raw for key, (raw, _) in found.items() if key in inside}
    )


def test_a_control_has_a_p_value_of_its_own() -> None:
    raw, adjusted = p_values(study())["d0_copier", "delta_gs"]
    assert raw is not None
    assert adjusted is None


def test_the_style_control_stays_outside_though_its_claim_has_a_p_value() -> None:
    found = study().analyses
    style = found["d0_one"].model_copy(update={"regime": "style"})
    adjusted = with_holm({"d0_two": found["d0_two"], "style_one": style})
    own = {name: judged.p_value for name, judged in adjusted["d0_two"].verdicts.items()}
    assert {name: j.p_holm for name, j in adjusted["d0_two"].verdicts.items()} == holm(own)
    for judged in adjusted["style_one"].verdicts.values():
        assert judged.p_value is not None
        assert judged.p_holm is None


def test_a_claim_that_its_gate_withholds_is_not_tested() -> None:
    judged = study().analyses["style_one"].verdicts["delta_gs"]
    assert (judged.verdict, judged.p_value, judged.p_holm) == ("not evaluated", None, None)


def test_a_further_claim_makes_the_adjustment_larger() -> None:
    one = rules(("delta_gs", 0.0))
    two = rules(("delta_gs", 0.0), ("delta_gc", 0.0))
    alone, beside = p_values(study(verdicts=one)), p_values(study(verdicts=two))
    key = ("d0_one", "delta_gs")
    assert alone[key][0] == beside[key][0]
    assert (alone[key][1] or 0) < (beside[key][1] or 0)


def replicate_values(scores: pl.DataFrame, replicates: int) -> list[float]:
    """Δ_GS in every replicate, in plain Python over the study's own draws."""
    rows = scores.to_dicts()
    qids = sorted({row["qid"] for row in rows})
    by_qid = {
        q: (
            sum(
                {"GOLD": 1, "SHAM": -1, "CLEAN": 0}[r["condition"]] * r["success"]
                for r in rows
                if r["qid"] == q
            ),
            sum(r["condition"] == "GOLD" for r in rows if r["qid"] == q),
        )
        for q in qids
    }
    generator = np.random.Generator(np.random.PCG64(13))
    draws = generator.integers(0, len(qids), (replicates, len(qids)))
    drawn = [[by_qid[qids[i]] for i in draw] for draw in draws]
    return [sum(top for top, _ in one) / sum(size for _, size in one) for one in drawn]


@pytest.mark.parametrize("above", [0.0, 0.25, 0.5])
def test_a_p_value_tests_the_rules_own_bound(above: float) -> None:
    scores = table(*some("one", "D0", 1))
    results = analyse(scores, models=MODELS, verdicts=rules(("delta_gs", above)))
    judged = results.analyses["d0_one"].verdicts["delta_gs"]
    values = replicate_values(scores, 200)
    tail = min(sum(v <= above for v in values), sum(v >= above for v in values))
    assert judged.p_value == min(1.0, 2 * (tail + 1) / 201)
    assert judged.p_holm == judged.p_value


def test_a_claim_without_an_interval_has_no_p_value_and_does_not_count() -> None:
    """Field case 36."""
    sure = [unit(q, "110", model="two", regime="D1") for q in "abc"]
    before, after = p_values(study()), p_values(study(*sure))
    assert after["d1_two", "net_rescue"] == (None, None)
    tested = [key for key, (raw, _) in after.items() if raw is not None and key not in before]
    assert sorted(tested) == [("d1_two", "delta_gc"), ("d1_two", "delta_gs")]
    assert after["d1_two", "delta_gc"] == (1.0, 1.0)
    inside = {
        key: raw for key, (raw, _) in after.items() if key[0] not in ("d0_copier", "style_one")
    }
    assert {key: after[key][1] for key in inside} == holm(inside)


def test_a_verdict_agrees_with_its_p_value() -> None:
    """The interval decides; p says the same but for four of two hundred draws."""
    real = {key: found for key, found in study().analyses.items() if found.regime != "style"}
    for key, found in real.items():
        for name, judged in found.verdicts.items():
            assert judged.p_value is not None, (key, name)
            if judged.p_value < 0.05:
                assert judged.verdict in ("supported", "unsupported")
            if judged.verdict in ("supported", "unsupported"):
                assert judged.p_value < 0.05 + 4 / 201
