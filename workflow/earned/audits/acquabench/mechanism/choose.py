"""Which triplet stands for a model in a regime: a rule on the score table, and no judgement."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import polars as pl

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.config import Regime
from earned.audits.acquabench.estimands.units import Bools, Units
from earned.audits.acquabench.score_row import ScoreRow


class Rule(NamedTuple):
    """How the case of a regime is chosen.

    Attributes:
        words: the rule, for the reader.
        fits: which units may be a case.
        first: which of them are preferred, before the number of steps counts.
    """

    words: str
    fits: Callable[[Units], Bools]
    first: Callable[[Units], Bools]


class Chosen(NamedTuple):
    """One triplet of the score table; `rows` is keyed by condition."""

    rule: str
    candidates: int
    rows: dict[str, ScoreRow]


def _value_decides(units: Units) -> Bools:
    return ~units.flag("CLEAN", "success") & units.flag("GOLD", "success")


def _direct(units: Units) -> Bools:
    seen = units.flag("GOLD", "exposed") & units.flag("SHAM", "exposed")
    return _value_decides(units) & units.flag("SHAM", "decoy_match") & seen


def _composed(units: Units) -> Bools:
    return _value_decides(units) & units.flag("GOLD", "all_shown")


def _failed_after_both(units: Units) -> Bools:
    return units.flag("SHAM", "all_shown") & ~units.flag("SHAM", "success")


def _any(units: Units) -> Bools:
    return np.ones(len(units), dtype=bool)


FEWEST = "of those the one with the fewest steps over all arms, then the first qid and surface"
RULES: dict[Regime, Rule] = {
    "D0": Rule(
        "CLEAN fails, GOLD succeeds, SHAM answers the decoy, and the planted source was seen under "
        f"GOLD and SHAM; {FEWEST}",
        _direct,
        _any,
    ),
    "D2": Rule(
        "CLEAN fails, GOLD saw both planted sources and succeeds; preferred where SHAM saw both "
        f"and fails; {FEWEST}",
        _composed,
        _failed_after_both,
    ),
}
"""Regime to its rule, in the order of the paper; other regimes have no case."""


def choose(scores: pl.DataFrame, rule: Rule) -> Chosen | None:
    """Choose one triplet; None where no triplet fits.

    Only the first run counts, and only units that no engine error touched.

    Args:
        scores: the rows of one model in one regime, in any order.
        rule: the regime's rule.

    Raises:
        UserError: a unit without exactly one record per condition.
    """
    units = _first_run(scores).complete()
    fitting = np.flatnonzero(rule.fits(units))
    if not len(fitting):
        return None
    steps = sum(units.arms[c]["steps"].to_numpy() for c in CONDITIONS)
    second = ~rule.first(units)
    # Units lie in the order of (qid, surface), which a stable sort keeps among equals.
    best = fitting[np.lexsort((np.asarray(steps)[fitting], second[fitting]))[0]]
    rows = {c: units.arms[c].row(int(best), named=True) for c in CONDITIONS}
    return Chosen(
        rule.words, len(fitting), {c: ScoreRow.model_validate(row) for c, row in rows.items()}
    )


def _first_run(scores: pl.DataFrame) -> Units:
    return Units.of(scores.filter(pl.col("repeat") == pl.col("repeat").min()))
