"""One model against another of its family, on the units that both have."""

from __future__ import annotations

from pydantic import Field

from earned.records.base import Record
from earned.stats.intervals import Interval


class Difference(Record):
    """A quantity of the second model less that of the first."""

    first: float | None
    second: float | None
    first_of: int = Field(ge=0, description="units that the first model's quantity is a mean over")
    second_of: int = Field(ge=0, description="the same of the second model")
    value: float | None = Field(description="second less first, a difference of proportions")
    interval: Interval
    p_value: float | None = Field(description="two-sided, of the bootstrap, against 0")
    p_holm: float | None = Field(description="adjusted by Holm within this contrast")


class Ties(Record):
    """Paired outcomes of one condition, ties told apart (field case 39)."""

    both: int = Field(ge=0, description="units that both models get right")
    neither: int = Field(ge=0)
    first_only: int = Field(ge=0)
    second_only: int = Field(ge=0)


class ModelContrast(Record):
    """Second minus first, named `d0_<second>_minus_<first>`."""

    regime: str
    family: str
    first: str
    second: str
    label: str = Field(description="`<label of the second> minus <label of the first>`")
    units: int = Field(ge=0, description="complete units that both models have")
    qids: int = Field(ge=0)
    left_out: dict[str, int] = Field(description="model to complete units that the other lacks")
    differences: dict[str, Difference] = Field(
        description="clean, gold, sham, delta_gc, delta_gs, net_rescue, net_rescue_both_failed"
    )
    both_failed: int = Field(ge=0, description="common units whose CLEAN record fails in both")
    ties: dict[str, Ties] = Field(description="condition to paired outcomes")
