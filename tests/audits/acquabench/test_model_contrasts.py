"""Models of one family against each other on common units (field case 39)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from earned.audits.acquabench.frozen import FrozenResults, ModelContrast
from earned.stats.holm import holm
from score_tables import analyse, table, unit

REPLICATES = 200
FAMILY = {
    "model-7b": {"label": "Small", "control": None, "family": "F"},
    "model-14b": {"label": "Large", "control": None, "family": "F"},
}
HITS = st.text("01", min_size=3, max_size=3)
DRAWN = st.dictionaries(
    st.tuples(st.sampled_from("abcde"), st.sampled_from(["retrieval", "tool"])),
    st.tuples(HITS, HITS),
    min_size=2,
)
Drawn = dict[tuple[str, str], tuple[str, str]]
Hits = dict[tuple[str, str], dict[str, list[bool]]]


def contrasted(scores: pl.DataFrame, models: dict[str, Any] | None = None) -> FrozenResults:
    return analyse(scores, models=models or FAMILY)


def both(drawn: Drawn, swap: bool = False) -> pl.DataFrame:
    """A table in which both models have every unit."""
    names = ("model-14b", "model-7b") if swap else ("model-7b", "model-14b")
    return table(
        *(unit(q, hits, s, model=name) for (q, s), pair in drawn.items()
          for name, hits in zip(names, pair, strict=True))
    )  # fmt: skip


def only(results: FrozenResults) -> ModelContrast:
    (found,) = results.contrasts.values()
    return found


RNG = np.random.default_rng(8)
RANDOM: Drawn = {
    (f"q{n:02}", s): (
        "".join("01"[int(RNG.random() < p)] for p in (0.3, 0.7, 0.3)),
        "".join("01"[int(RNG.random() < p)] for p in (0.6, 0.7, 0.5)),
    )
    for n in range(12)
    for s in ("retrieval", "tool", "memory")[: 1 + n % 3]
}
UNEVEN = table(
    *(unit(q, one, s, model="model-7b") for (q, s), (one, _) in RANDOM.items()),
    *(unit(q, other, s, model="model-14b") for (q, s), (_, other) in RANDOM.items() if q > "q01"),
    unit("only small", "010", model="model-7b"),
    unit("q02", "e10", "subagent", model="model-7b"),
    unit("q02", "010", "subagent", model="model-14b"),
)


def test_counts_ties_and_differences_by_hand() -> None:
    """Field case 39."""
    scores = table(
        *(unit(q, h, s, model="model-7b") for q, h, s in (
            ("a", "010", "retrieval"), ("a", "000", "tool"), ("b", "110", "retrieval"),
            ("c", "011", "retrieval"), ("d", "111", "retrieval"), ("e", "1e1", "retrieval"))),
        *(unit(q, h, s, model="model-14b") for q, h, s in (
            ("a", "110", "retrieval"), ("a", "011", "tool"), ("b", "010", "retrieval"),
            ("c", "000", "retrieval"), ("e", "111", "retrieval"), ("f", "111", "retrieval"))),
    )  # fmt: skip
    results = contrasted(scores)
    assert list(results.contrasts) == ["d0_model-14b_minus_model-7b"]
    found = only(results)
    assert (found.first, found.second, found.label) == (
        "model-7b",
        "model-14b",
        "Large minus Small",
    )
    assert (found.regime, found.family) == ("D0", "F")
    assert (found.units, found.qids) == (4, 3)
    # d is small's alone; e and f are large's alone, e because small's run of it failed.
    assert found.left_out == {"model-7b": 1, "model-14b": 2}
    ties = {c: (t.both, t.neither, t.first_only, t.second_only) for c, t in found.ties.items()}
    assert ties == {"CLEAN": (0, 2, 1, 1), "GOLD": (2, 0, 1, 1), "SHAM": (0, 2, 1, 1)}
    values = {n: (d.first, d.second, d.value) for n, d in found.differences.items()}
    assert values == {
        "clean": (1 / 4, 1 / 4, 0.0),
        "gold": (3 / 4, 3 / 4, 0.0),
        "sham": (1 / 4, 1 / 4, 0.0),
        "delta_gc": (2 / 4, 2 / 4, 0.0),
        "delta_gs": (2 / 4, 2 / 4, 0.0),
        # small fails CLEAN on a, a on tool and c; large on a on tool, b and c
        "net_rescue": (1 / 3, 1 / 3, 0.0),
        "net_rescue_both_failed": (0.0, 0.0, 0.0),
    }
    assert found.both_failed == 2


def test_common_units_are_taken_before_qids_are_drawn() -> None:
    """Field case 39: what one model has alone moves neither estimate nor interval."""
    common = {key: pair for key, pair in RANDOM.items() if key[0] > "q01"}
    found, cut = only(contrasted(UNEVEN)), only(contrasted(both(common)))
    assert found.left_out == {"model-7b": len(RANDOM) - len(common) + 1, "model-14b": 1}
    assert found.differences == cut.differences
    assert (found.units, found.ties) == (cut.units, cut.ties)


def test_ties_add_up_to_the_units_and_give_the_difference() -> None:
    """Field case 39: a tie is no win of either model."""
    found = only(contrasted(UNEVEN))
    for condition, ties in found.ties.items():
        assert ties.both + ties.neither + ties.first_only + ties.second_only == found.units
        net = (ties.second_only - ties.first_only) / found.units
        assert found.differences[condition.lower()].value == pytest.approx(net, abs=1e-15)


def right(scores: pl.DataFrame) -> Hits:
    """(qid, surface) to model to the successes of CLEAN, GOLD and SHAM, in plain Python."""
    found: Hits = {}
    for row in scores.to_dicts():
        unit_of = found.setdefault((row["qid"], row["surface"]), {})
        unit_of.setdefault(row["model"], []).append(row["success"])
    return found


def rate(arm: int) -> Callable[[list[list[bool]]], float]:
    return lambda units: sum(u[arm] for u in units) / len(units)


def contrast(one: int, other: int) -> Callable[[list[list[bool]]], float]:
    return lambda units: sum(u[one] - u[other] for u in units) / len(units)


def rescue(units: list[list[bool]]) -> float | None:
    failed = [u for u in units if not u[0]]
    return sum(u[1] - u[2] for u in failed) / len(failed) if failed else None


SLOW: dict[str, Callable[[list[list[bool]]], float | None]] = {
    "clean": rate(0),
    "gold": rate(1),
    "sham": rate(2),
    "delta_gc": contrast(1, 0),
    "delta_gs": contrast(1, 2),
    "net_rescue": rescue,
}


def slow_value(name: str, drawn: list[dict[str, list[bool]]]) -> float | None:
    if name == "net_rescue_both_failed":
        drawn = [u for u in drawn if not u["model-7b"][0] and not u["model-14b"][0]]
        name = "net_rescue"
    one, other = (SLOW[name]([u[m] for u in drawn]) for m in ("model-7b", "model-14b"))
    return None if one is None or other is None else other - one


@pytest.mark.parametrize("name", [*SLOW, "net_rescue_both_failed"])
def test_a_slow_bootstrap_of_both_models_agrees(name: str) -> None:
    scores = both({key: pair for key, pair in RANDOM.items() if key[0] > "q01"})
    units = right(scores)
    qids = sorted({q for q, _ in units})
    generator = np.random.Generator(np.random.PCG64(13))
    values = []
    for draw in generator.integers(0, len(qids), (REPLICATES, len(qids))):
        drawn = [u for i in draw for (q, _), u in sorted(units.items()) if q == qids[i]]
        values.append(slow_value(name, drawn))
    known = sorted(v for v in values if v is not None)
    found = only(contrasted(UNEVEN)).differences[name]
    low, high = np.quantile(known, [0.025, 0.975])
    tail = min(sum(v <= 1e-12 for v in known), sum(v >= -1e-12 for v in known))
    assert found.interval.undefined == REPLICATES - len(known)
    assert found.value == pytest.approx(slow_value(name, list(units.values())), abs=1e-12)
    assert found.interval.low == pytest.approx(low, abs=1e-12)
    assert found.interval.high == pytest.approx(high, abs=1e-12)
    assert found.p_value == pytest.approx(min(1, 2 * (tail + 1) / (len(known) + 1)))


def test_p_values_are_adjusted_within_the_contrast() -> None:
    differences = only(contrasted(UNEVEN)).differences
    raw = {name: found.p_value for name, found in differences.items()}
    assert {name: found.p_holm for name, found in differences.items()} == holm(raw)
    assert any(p is not None and p < 1 for p in raw.values())


def test_only_models_of_one_family_are_compared_numbers_as_numbers() -> None:
    names = ("m-14b", "m-7b", "other", "alone", "m-32b")
    models = {
        n: {"label": n, "control": None, "family": "F" if n.startswith("m-") else None}
        for n in names
    }
    models["other"]["family"] = "G"
    scores = table(*(unit(q, "010", model=n) for q in "xy" for n in sorted(names)))
    assert list(contrasted(scores, models).contrasts) == [
        "d0_m-14b_minus_m-7b",
        "d0_m-32b_minus_m-7b",
        "d0_m-32b_minus_m-14b",
    ]


def test_regimes_are_contrasted_apart() -> None:
    scores = table(
        *(unit(q, "010", model=m) for q in "ab" for m in FAMILY),
        *(unit(q, "110", model=m, regime="D2") for q in "abc" for m in FAMILY),
        unit("a", "010", model="model-7b", regime="D1"),
    )
    found = contrasted(scores).contrasts
    assert {key: (one.regime, one.units) for key, one in found.items()} == {
        "d0_model-14b_minus_model-7b": ("D0", 2),
        "d2_model-14b_minus_model-7b": ("D2", 3),
    }


@pytest.mark.parametrize(
    ("scores", "name", "reason"),
    [
        (table(unit("a", "010", model="model-7b"), unit("b", "010", model="model-14b")), "clean",
         "fewer than two clusters"),
        (table(*(unit(q, "110", model=m) for q in "ab" for m in FAMILY)), "net_rescue",
         "undefined: empty denominator"),
        (table(*(unit(q, "110" if m == "model-7b" else "010", model=m)
                 for q in "ab" for m in FAMILY)), "net_rescue_both_failed",
         "undefined: empty denominator"),
    ],
)  # fmt: skip
def test_what_cannot_be_compared_has_a_reason(scores: pl.DataFrame, name: str, reason: str) -> None:
    """Field case 36."""
    found = only(contrasted(scores)).differences[name]
    assert (found.value, found.interval.reason) == (None, reason)
    assert (found.p_value, found.p_holm) == (None, None)


@settings(deadline=None, max_examples=10)
@given(DRAWN)
def test_exchanging_the_models_turns_every_sign(drawn: Drawn) -> None:
    found, turned = only(contrasted(both(drawn))), only(contrasted(both(drawn, swap=True)))
    for name, one in found.differences.items():
        other = turned.differences[name]
        assert (one.first, one.second) == (other.second, other.first)
        assert (one.p_value, one.p_holm) == (other.p_value, other.p_holm)
        for bound, mirrored in ((one.interval.low, other.interval.high),
                                (one.interval.high, other.interval.low)):  # fmt: skip
            assert bound == pytest.approx(None if mirrored is None else -mirrored, abs=1e-12)


@settings(deadline=None, max_examples=10)
@given(DRAWN, st.randoms())
def test_the_order_of_records_changes_no_contrast(drawn: Drawn, random: Any) -> None:
    scores = both(drawn)
    order = list(range(scores.height))
    random.shuffle(order)
    assert contrasted(scores[order]).contrasts == contrasted(scores).contrasts
