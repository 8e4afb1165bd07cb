"""Matched units of one model in one regime, as arrays aligned over the three conditions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import polars as pl
from numpy.typing import NDArray

from earned.audits.acquabench.conditions import CONDITIONS
from earned.errors import UserError
from earned.stats.draws import Indices, cluster_indices

Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Units:
    """Rows of the score table, one frame per condition, in the same order of (qid, surface)."""

    arms: dict[str, pl.DataFrame]

    @classmethod
    def of(cls, scores: pl.DataFrame) -> Units:
        """Align a model's scores.

        Raises:
            UserError: an unknown condition, or a unit without exactly one record per condition.
        """
        ordered = scores.sort("qid", "surface")
        unknown = sorted(set(scores["condition"]) - set(CONDITIONS))
        if unknown:
            raise UserError(f"unknown condition {unknown[0]}", where="scores",
                            remedy=f"known are: {', '.join(CONDITIONS)}")  # fmt: skip
        arms = {c: ordered.filter(pl.col("condition") == c) for c in CONDITIONS}
        first = arms[CONDITIONS[0]].select("qid", "surface")
        for condition, frame in arms.items():
            same = frame.select("qid", "surface").equals(first)
            if not same or first.is_duplicated().any():
                raise UserError(
                    f"units of condition {condition} differ from those of {CONDITIONS[0]}",
                    where="scores",
                    remedy="each (qid, surface) needs one record per condition; run agents again",
                )
        return cls(arms)

    def __len__(self) -> int:
        """Count the units."""
        return self.arms[CONDITIONS[0]].height

    def where(self, mask: Bools) -> Units:
        """Keep some of the units."""
        keep = pl.Series(mask, dtype=pl.Boolean)
        return Units({c: frame.filter(keep) for c, frame in self.arms.items()})

    def on_surface(self, surface: str) -> Units:
        """Keep the units of one surface."""
        return self.where(self.mask(CONDITIONS[0], "surface", surface))

    def without_surface(self, surface: str) -> Units:
        """Keep the units of all other surfaces."""
        return self.where(~self.mask(CONDITIONS[0], "surface", surface))

    def complete(self) -> Units:
        """Keep the units that no engine error touched."""
        intact = [~self.mask(c, "outcome", "engine_error") for c in CONDITIONS]
        return self.where(np.logical_and.reduce(intact))

    def mask(self, condition: str, column: str, value: str) -> Bools:
        """Tell which units have a value under a condition."""
        return (self.arms[condition][column] == value).to_numpy().astype(bool)

    def flag(self, condition: str, column: str) -> Bools:
        """Give a boolean column of one condition, shape (units,)."""
        return self.arms[condition][column].to_numpy().astype(bool)

    @cached_property
    def keys(self) -> list[tuple[str, str]]:
        """Each unit's qid and surface."""
        return list(self.arms[CONDITIONS[0]].select("qid", "surface").iter_rows())

    @cached_property
    def clusters(self) -> tuple[tuple[str, ...], Indices]:
        """The qids sorted as strings, and each unit's position among them."""
        return cluster_indices(self.arms[CONDITIONS[0]]["qid"].to_list())


def on_common_units(one: Units, other: Units) -> tuple[Units, Units]:
    """Keep the (qid, surface) units that both have; they come in one order (field case 39)."""
    shared = set(one.keys) & set(other.keys)
    first, second = (
        units.where(np.array([key in shared for key in units.keys], dtype=np.bool_))
        for units in (one, other)
    )
    if first.keys != second.keys:
        raise AssertionError("common units come in two orders")
    return first, second
