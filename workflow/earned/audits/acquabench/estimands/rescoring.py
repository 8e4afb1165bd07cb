"""The same records under another rule of success, with the labels that follow from it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import polars as pl
from numpy.typing import NDArray

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.estimands.units import Bools, Units


def rescored(complete: Units, f1_percent: int | None) -> Units:
    """Decide success anew from the scores' integers, and label the records by it.

    Args:
        complete: units without an engine error.
        f1_percent: success is exact match or F1 of so many percent; None for exact match alone.
    """
    success = {c: _success(complete, c, f1_percent) for c in CONDITIONS}
    return relabelled(complete, success)


def relabelled(complete: Units, success: Mapping[str, Bools]) -> Units:
    """Put other successes on units, with their labels (AcquaBench, attribution labels).

    Args:
        complete: units without an engine error.
        success: condition to what every unit's record is to be, shape (units,) each.
    """
    clean = success["CLEAN"]
    labels = {
        "CLEAN": np.where(clean, "earned", "clean_failed"),
        "GOLD": _labels(complete, "GOLD", success, np.where(clean, "ambiguous", "attributable")),
        "SHAM": _labels(complete, "SHAM", success, np.full(len(clean), "exposed_success")),
    }
    wrong = (labels["SHAM"] == "exposed_success") & ~clean
    placebo = {**dict.fromkeys(CONDITIONS, np.zeros_like(clean)), "SHAM": wrong}
    return Units(
        {
            c: complete.arms[c].with_columns(
                pl.Series("success", success[c], dtype=pl.Boolean),
                pl.Series("label", labels[c].tolist(), dtype=pl.String),
                pl.Series("placebo", placebo[c], dtype=pl.Boolean),
            )
            for c in CONDITIONS
        }
    )


def _labels(
    units: Units, condition: str, success: Mapping[str, Bools], hit: NDArray[np.str_]
) -> NDArray[np.str_]:
    """Label one arm that plants sources; `hit` is what an exposed success is called."""
    exposed = np.where(success[condition], hit, "exposed_failed")
    return np.where(units.flag(condition, "exposed"), exposed, "not_exposed")


def _success(units: Units, condition: str, f1_percent: int | None) -> Bools:
    """Decide F1 ≥ threshold as 2 · 100 · common ≥ percent · (predicted + reference)."""
    em = units.flag(condition, "em")
    if f1_percent is None:
        return em
    common, predicted, reference = (
        units.arms[condition][name].to_numpy().astype(np.int64)
        for name in ("f1_common", "f1_predicted", "f1_reference")
    )
    reached = (common > 0) & (200 * common >= f1_percent * (predicted + reference))
    return np.asarray(em | reached, dtype=np.bool_)
