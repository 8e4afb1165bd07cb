"""Frozen answers under both scorers.

The trajectory says what was answered, and the score table how the first scorer judged it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import polars as pl

from earned.errors import UserError
from earned.records.rescored import RescoredItem
from earned.records.trajectory import Trajectory
from earned.rescore.scorer import Scorer, described

RERUN = "run snakemake, which scores them anew, then rescore"


class Key(NamedTuple):
    """What tells one record of a study from all others."""

    model: str
    regime: str
    surface: str
    condition: str
    qid: str
    repeat: int

    def __str__(self) -> str:
        """Name the record."""
        return "/".join(map(str, self))


Decide = Callable[[Key, str, str], tuple[bool, str]]
"""Key, prediction and reference to success and the rules behind it."""


def judged(
    trajectories: Iterable[Trajectory], tables: Iterable[pl.DataFrame], decide: Decide
) -> list[RescoredItem]:
    """Put both scorers' decisions on every record, in the order of the trajectories.

    Args:
        trajectories: of the whole study.
        tables: their score tables.
        decide: the second scorer.

    Raises:
        UserError: the tables are of other trajectories.
    """
    scored = _scored(tables)
    items = [_item(run, scored, decide) for run in trajectories]
    if scored:
        raise UserError(f"has {next(iter(scored))}, of which there is no trajectory",
                        where="scores", remedy=RERUN)  # fmt: skip
    return items


def _scored(tables: Iterable[pl.DataFrame]) -> dict[Key, tuple[str, str, bool]]:
    columns = (*Key._fields, "prediction", "reference", "success")
    rows = (row for table in tables for row in table.select(columns).iter_rows())
    return {Key(*row[:6]): (row[6], row[7], row[8]) for row in rows}


def _item(
    run: Trajectory, scored: dict[Key, tuple[str, str, bool]], decide: Decide
) -> RescoredItem:
    key = Key(run.model, run.regime, run.surface, run.condition, run.qid, run.repeat)
    prediction, reference, first = scored.pop(key, (None, None, False))
    if (prediction, reference) != (run.prediction, run.reference):
        raise UserError(f"{key} was scored with another answer or not at all",
                        where="trajectories", remedy=RERUN)  # fmt: skip
    second, rules = decide(key, run.prediction, run.reference)
    return RescoredItem(
        **key._asdict(),
        prediction=run.prediction,
        reference=run.reference,
        success_first=first,
        success_second=second,
        rules=rules,
    )


def deciding(scorer: Scorer) -> Decide:
    """Ask a scorer once for each distinct answer; a fault in it names the first item it met.

    Raises:
        UserError: the scorer raised an exception, or gave something that is no bool.
    """
    known: dict[tuple[str, str], tuple[bool, str]] = {}

    def decide(key: Key, prediction: str, reference: str) -> tuple[bool, str]:
        answer = prediction, reference
        if answer not in known:
            where = f"{scorer.where}, item {key}"
            found = _called(scorer.success, "success", answer, where)
            if not isinstance(found, bool):
                raise UserError(f"success gave {found!r}, which is no bool", where=where,
                                remedy="return True or False")  # fmt: skip
            known[answer] = found, ", ".join(_rules(scorer, answer, where)) if found else ""
        return known[answer]

    return decide


def _rules(scorer: Scorer, answer: tuple[str, str], where: str) -> Sequence[str]:
    found = _called(scorer.why, "why", answer, where)
    named = isinstance(found, tuple | list) and all(isinstance(name, str) for name in found)
    if not named:
        raise UserError(f"why gave {found!r}, which names no rules", where=where,
                        remedy="return a tuple of names")  # fmt: skip
    return list(found)


def _called(
    function: Callable[[str, str], Any], name: str, answer: tuple[str, str], where: str
) -> Any:  # noqa: ANN401 - what a user's function gives
    try:
        return function(*answer)
    except (Exception, SystemExit) as error:
        raise UserError(f"{name} raised {described(error)}", where=where,
                        remedy="correct the scorer") from None  # fmt: skip


def recorded(items: pl.DataFrame) -> Decide:
    """Take the decisions that were recorded, where a scorer is not to be run.

    Raises:
        UserError: there is none for a record, or it is one on another answer.
    """
    known = {Key(*row[:6]): row[6:] for row in _decisions(items)}

    def decide(key: Key, prediction: str, reference: str) -> tuple[bool, str]:
        *answer, second, rules = known.get(key, (None, None, False, ""))
        if answer != [prediction, reference]:
            raise UserError(f"has no decision on {key}", where="items.parquet",
                            remedy="rescore again")  # fmt: skip
        return second, rules

    return decide


def _decisions(items: pl.DataFrame) -> Iterator[tuple[Any, ...]]:
    columns = (*Key._fields, "prediction", "reference", "success_second", "rules")
    yield from items.select(columns).iter_rows()
