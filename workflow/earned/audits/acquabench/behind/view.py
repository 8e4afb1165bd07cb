"""Score rows under another choice: what the sensitivity's variants count."""

from __future__ import annotations

import polars as pl

from earned.audits.acquabench.behind.predicates import UNIT


def view(scores: pl.DataFrame, name: str) -> pl.DataFrame:
    """Decide success anew, and put the labels that follow from it on the rows.

    Args:
        scores: rows of whole units.
        name: `exact`, or `f1_<percent>`.
    """
    reached = pl.lit(False) if name == "exact" else _reaches(int(name.removeprefix("f1_")))
    decided = scores.with_columns((pl.col("em") | reached).alias("success"))
    return decided.with_columns(_label().alias("label"), _placebo().alias("placebo"))


def _reaches(percent: int) -> pl.Expr:
    """Tell whether F1 is so many percent or more, in whole numbers: 2·common/(p + r) ≥ percent."""
    common = pl.col("f1_common")
    size = pl.col("f1_predicted") + pl.col("f1_reference")
    return (common > 0) & (200 * common >= percent * size)


def _clean_succeeds() -> pl.Expr:
    return ((pl.col("condition") == "CLEAN") & pl.col("success")).any().over(UNIT)


def _label() -> pl.Expr:
    """Label as AcquaBench does; a unit with an engine error keeps its labels, and never counts."""
    clean, gold = (pl.col("condition") == name for name in ("CLEAN", "GOLD"))
    error = (pl.col("outcome") == "engine_error").any().over(UNIT)
    ambiguous = pl.when(_clean_succeeds()).then(pl.lit("ambiguous"))
    hit = (
        pl.when(gold)
        .then(ambiguous.otherwise(pl.lit("attributable")))
        .otherwise(pl.lit("exposed_success"))
    )
    own = pl.when(pl.col("success")).then(pl.lit("earned")).otherwise(pl.lit("clean_failed"))
    return (
        pl.when(error)
        .then(pl.col("label"))
        .when(clean)
        .then(own)
        .when(~pl.col("exposed"))
        .then(pl.lit("not_exposed"))
        .when(pl.col("success"))
        .then(hit)
        .otherwise(pl.lit("exposed_failed"))
    )


def _placebo() -> pl.Expr:
    sham = pl.col("condition") == "SHAM"
    return sham & pl.col("exposed") & pl.col("success") & ~_clean_succeeds()
