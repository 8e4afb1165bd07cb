"""Predicates on score rows, by name: which records a number counts.

Written apart from the estimands, so that a count made with them is a second way to the number. A
window stands for the unit that a row belongs to, with all its conditions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

import polars as pl

from earned.audits.acquabench.names import CONTRASTS, NEGATIVES
from earned.audits.acquabench.score_row import Label
from earned.explain.behind import ALL
from earned.records.trajectory import OUTCOMES

UNIT = ("model", "regime", "surface", "repeat", "qid")
OVER_RUNS = ("model", "regime", "surface", "qid")
"""One unit in all its runs."""
OVER_MODELS = ("regime", "surface", "repeat", "qid")
"""One unit under both models of a number."""

COMPLETE, CLEAN_FAILED = "complete", "clean failed"
COMMON, NOT_COMMON, BOTH_FAILED = "complete in both models", "in one model alone", "both failed"
COMMON_CLEAN_FAILED = "common and clean failed"
REPEATED, FAILED_AGAIN, FAILED_ONCE = (
    "complete in both runs",
    "failed in its run",
    "failed in a run",
)
SUCCESS, AS_RUN, CLEANED = "success", "success as run", "success not attributable"
PLACEBO, FLIPPED, ALONE, BOTH, NEITHER = "placebo", "flipped", "alone", "both right", "both wrong"
ATTRIBUTABLE = ("GOLD", "attributable")
"""Condition and label of an AUROC's positives."""
FLAGS = ("exposed", "decoy_match", "lenient_match", "value_shown", "supplied_match")


def outcome(name: str) -> str:
    """Name the predicate of an outcome."""
    return f"outcome {name}"


def labelled(name: str) -> str:
    """Name the predicate of a label, on complete units."""
    return f"label {name}"


def in_classes(negatives: str) -> str:
    """Name the predicate of the two classes of an AUROC."""
    return f"attributable or {negatives}"


def unit_with(label: str) -> str:
    """Name the predicate of units that hold an attributable record, or a placebo."""
    return f"unit with {label}"


def changed(estimand: str) -> str:
    """Name the predicate of units whose own contrast differs between two runs."""
    return f"changed {estimand}"


_SUCCESS, _ERROR = pl.col("success"), pl.col("outcome") == "engine_error"
_COMPLETE = ~_ERROR.any().over(UNIT)
_COMMON = ~_ERROR.any().over(OVER_MODELS) & (pl.col("model").n_unique().over(OVER_MODELS) == 2)
_REPEATED = ~_ERROR.any().over(OVER_RUNS) & (pl.col("repeat").n_unique().over(OVER_RUNS) == 2)


def _under(condition: str, flag: pl.Expr) -> pl.Expr:
    """Tell whether the unit's record of a condition has a flag."""
    return ((pl.col("condition") == condition) & flag).any().over(UNIT)


def _of(condition: str, label: str) -> pl.Expr:
    return (pl.col("condition") == condition) & (pl.col("label") == label)


_FAILED = ~_under("CLEAN", _SUCCESS)


def _own(one: str, other: str) -> pl.Expr:
    """Give a unit's own contrast: success of one arm less that of another."""
    return _under(one, _SUCCESS).cast(pl.Int8) - _under(other, _SUCCESS).cast(pl.Int8)


def _differs(value: pl.Expr) -> pl.Expr:
    return value.n_unique().over(OVER_RUNS) > 1


def _among_models(value: pl.Expr) -> pl.Expr:
    return value.over(*OVER_MODELS, "condition")


_NET = _own("GOLD", "SHAM") * _FAILED.cast(pl.Int8)

PREDICATES: Mapping[str, pl.Expr] = {
    ALL: pl.lit(True),
    COMPLETE: _COMPLETE,
    CLEAN_FAILED: _COMPLETE & _FAILED,
    COMMON: _COMMON,
    NOT_COMMON: _COMPLETE & ~_COMMON,
    BOTH_FAILED: _COMMON & _FAILED.all().over(OVER_MODELS),
    COMMON_CLEAN_FAILED: _COMMON & _FAILED,
    REPEATED: _REPEATED,
    FAILED_AGAIN: _REPEATED & _FAILED,
    FAILED_ONCE: _REPEATED & _FAILED.any().over(OVER_RUNS),
    SUCCESS: _SUCCESS,
    AS_RUN: _SUCCESS & ~_ERROR,
    CLEANED: _SUCCESS & (pl.col("label") != "attributable"),
    PLACEBO: _COMPLETE & pl.col("placebo"),
    FLIPPED: _SUCCESS.n_unique().over(*OVER_RUNS, "condition") > 1,
    ALONE: _SUCCESS & ~_among_models(_SUCCESS.all()),
    BOTH: _among_models(_SUCCESS.all()),
    NEITHER: ~_among_models(_SUCCESS.any()),
    **{name: pl.col(name) for name in FLAGS},
    "shown": _COMPLETE & pl.col("value_shown"),
    "forced": pl.col("forced"),
    **{outcome(name): pl.col("outcome") == name for name in OUTCOMES},
    **{labelled(name): _COMPLETE & (pl.col("label") == name) for name in get_args(Label)},
    **{
        in_classes(name): _COMPLETE & (_of(*ATTRIBUTABLE) | _of(*negatives))
        for name, negatives in NEGATIVES.items()
    },
    **{
        unit_with("attributable"): _COMPLETE & _under("GOLD", _of(*ATTRIBUTABLE)),
        unit_with("placebo"): _COMPLETE & _under("SHAM", pl.col("placebo")),
    },
    **{changed(name): _differs(_own(*arms)) for name, arms in CONTRASTS.items()},
    changed("net_rescue"): _differs(_NET) | _differs(_FAILED),
}
