"""The difference of two ledgers, for a machine: all sorted, every value at full precision."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from earned.records.base import Record
from earned.records.run_key import RunKey

Value = float | int | bool | str | None
What = Literal["code", "parameters", "environment", "outside file"]


class Side(Record):
    """One of the two states."""

    study: str
    root_sha256: str = Field(description="hash of the state's manifest")
    claims: int = Field(ge=0, description="claims that were read again at their locators")
    verified: bool = Field(
        description="the ledger was also made again from tables, figures and results, and is equal"
    )
    unverified: str = Field(description="why it could not be made again; empty if it was")


class Cause(Record):
    """What a stage was made with on one side and not on the other."""

    stage: str
    what: What
    old: tuple[str, ...] = Field(description="its SHA-256; several where cells differ in it")
    new: tuple[str, ...]


class OneSided(Record):
    """A claim that only one side has."""

    claim_id: str
    headline: bool
    statement: str
    value: Value
    display: str
    verdict: str


class Move(Record):
    """A claim whose value or display differs."""

    claim_id: str
    headline: bool = Field(description="a verdict of either side is about it")
    statement: str
    old: Value
    new: Value
    old_display: str
    new_display: str
    difference: float | int | str | None = Field(
        description="new less old; money as an exact decimal; null unless both are numbers"
    )


class Judgement(Record):
    """A change in what is said of a claim beside its value."""

    claim_id: str
    what: str = Field(description="field of the claim: verdict, registration, ...")
    old: str | int | float | None
    new: str | int | float | None


class ItemKey(RunKey):
    """One scored record, the same on both sides."""

    audit: str


class Flip(ItemKey):
    """An item whose success differs."""

    old_success: bool
    new_success: bool
    old_reference: str
    new_reference: str
    old_prediction: str
    new_prediction: str
    old_outcome: str
    new_outcome: str
    old_label: str
    new_label: str


class Cell(Record):
    """The items of one model, regime, surface and arm."""

    audit: str
    model: str
    regime: str
    surface: str
    condition: str
    compared: int = Field(ge=0, description="items on both sides")
    wrong_to_right: int = Field(ge=0)
    right_to_wrong: int = Field(ge=0)
    answers_differ: int = Field(ge=0, description="items whose answer or outcome differs")
    labels_differ: int = Field(ge=0, description="items whose attribution label differs")
    only_old: int = Field(ge=0)
    only_new: int = Field(ge=0)


class ItemsDiff(Record):
    """What happened to the items: totals are the sums over the cells."""

    cells: tuple[Cell, ...] = Field(description="sorted; those without any change too")
    flips: tuple[Flip, ...] = Field(description="sorted")
    only_old: tuple[ItemKey, ...]
    only_new: tuple[ItemKey, ...]
    not_compared: tuple[str, ...] = Field(
        description="audits of which a side holds no items, each with its reason"
    )


class LedgerDiff(Record):
    """The difference of two ledgers."""

    standard: Literal["earned/diff/1"] = "earned/diff/1"
    old: Side
    new: Side
    causes: tuple[Cause, ...]
    added: tuple[OneSided, ...]
    removed: tuple[OneSided, ...]
    moved: tuple[Move, ...]
    judgements: tuple[Judgement, ...]
    unmoved: int = Field(ge=0, description="claims with the same value and display on both sides")
    items: ItemsDiff


JUDGED = ("verdict", "registration", "rule_sha256", "boundary")
"""Fields of a claim that say what its value means; what it supports follows from them."""
BESIDE = ("low", "high", "numerator", "denominator", "units", "clusters", "positives", "negatives")
"""Fields that stand beside a value; compared where the value itself stands."""
