"""Items of two states, matched by model, regime, surface, arm, question and repeat. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import polars as pl

from earned.diff.records import Cell, Flip, ItemKey, ItemsDiff
from earned.errors import UserError
from earned.records.run_key import RunKey
from earned.records.scored_item import ScoredItem

CELL = ("model", "regime", "surface", "condition")
KEY = tuple(RunKey.model_fields)
ANSWERED = ("prediction", "reference", "outcome", "label", "success")
OLD = "_old"
_IS_OLD, _IS_NEW = pl.col(f"success{OLD}").is_not_null(), pl.col("success").is_not_null()
_BOTH = _IS_OLD & _IS_NEW


def compare_items(old: Mapping[str, pl.DataFrame], new: Mapping[str, pl.DataFrame]) -> ItemsDiff:
    """Compare the items of every audit.

    Args:
        old: audit to table of `ScoredItem`; an audit without one is left out.
        new: likewise.

    Raises:
        UserError: a table holds an item twice.
    """
    joined = {audit: _joined(old[audit], new[audit]) for audit in sorted(old.keys() & new.keys())}
    return ItemsDiff(
        cells=tuple(cell for audit, table in joined.items() for cell in _cells(audit, table)),
        flips=tuple(flip for audit, table in joined.items() for flip in _flips(audit, table)),
        only_old=tuple(k for audit, t in joined.items() for k in _keys(audit, t, ~_IS_NEW)),
        only_new=tuple(k for audit, t in joined.items() for k in _keys(audit, t, ~_IS_OLD)),
        not_compared=tuple(_not_compared(old, new)),
    )


def _joined(old: pl.DataFrame, new: pl.DataFrame) -> pl.DataFrame:
    """Match the items one to one, sorted by key; what one side lacks is null."""
    columns = list(ScoredItem.model_fields)
    for table in (old, new):
        if table.select(KEY).is_duplicated().any():
            raise UserError("an item stands in it twice", where="items.parquet",
                            remedy="run stage analysis again")  # fmt: skip
    renamed = old.select(columns).rename({name: f"{name}{OLD}" for name in ANSWERED})
    return new.select(columns).join(renamed, on=KEY, how="full", coalesce=True).sort(KEY)


def _cells(audit: str, joined: pl.DataFrame) -> Iterable[Cell]:
    before, after = pl.col(f"success{OLD}"), pl.col("success")
    counts = joined.group_by(CELL).agg(
        compared=_BOTH.sum(),
        wrong_to_right=(_BOTH & ~before & after).sum(),
        right_to_wrong=(_BOTH & before & ~after).sum(),
        answers_differ=(_BOTH & (_differs("prediction") | _differs("outcome"))).sum(),
        labels_differ=(_BOTH & _differs("label")).sum(),
        only_old=(~_IS_NEW).sum(),
        only_new=(~_IS_OLD).sum(),
    )
    return (Cell(audit=audit, **row) for row in counts.sort(CELL).iter_rows(named=True))


def _differs(name: str) -> pl.Expr:
    return pl.col(name) != pl.col(f"{name}{OLD}")


def _flips(audit: str, joined: pl.DataFrame) -> Iterable[Flip]:
    flipped = joined.filter(_BOTH & _differs("success"))
    named = {name: f"new_{name}" for name in ANSWERED}
    named |= {f"{name}{OLD}": f"old_{name}" for name in ANSWERED}
    return (Flip(audit=audit, **row) for row in flipped.rename(named).iter_rows(named=True))


def _keys(audit: str, joined: pl.DataFrame, where: pl.Expr) -> Iterable[ItemKey]:
    alone = joined.filter(where).select(KEY)
    return (ItemKey(audit=audit, **row) for row in alone.iter_rows(named=True))


def _not_compared(
    old: Mapping[str, pl.DataFrame], new: Mapping[str, pl.DataFrame]
) -> Iterable[str]:
    for audit in sorted(old.keys() ^ new.keys()):
        side = "new" if audit in old else "old"
        yield f"{audit}: the {side} state holds no items of it"
