"""Two states compared: both checked, then claims, items, and what they were made with."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from earned.diff.causes import causes
from earned.diff.check import checked
from earned.diff.claims import compare_claims
from earned.diff.items import compare_items
from earned.diff.records import LedgerDiff
from earned.diff.state import State, opened
from earned.records.scored_item import ScoredItem
from earned.records.table import read_table

ITEMS = "analysis/items.parquet"


def compare(old: Path, new: Path) -> LedgerDiff:
    """Compare two states, each a results folder, a kept zip or a release.

    Raises:
        UserError: one is no state of a study, or does not verify.
    """
    with opened(old) as before, opened(new) as after:
        old_side, old_claims = checked(before, "old")
        new_side, new_claims = checked(after, "new")
        return LedgerDiff(
            old=old_side,
            new=new_side,
            causes=causes(before, after),
            **compare_claims(old_claims, new_claims)._asdict(),
            items=compare_items(_items(before), _items(after)),
        )


def _items(state: State) -> dict[str, pl.DataFrame]:
    """Read the items of every audit that has them here."""
    names = (name for name in state.files if name.endswith(f"/{ITEMS}"))
    return {
        name.partition("/")[0]: read_table(state.root / name, ScoredItem)
        for name in names
        if name not in state.replaced
    }
