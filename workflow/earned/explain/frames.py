"""Score rows of a number's cells, marked with what counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import ModuleType
from typing import NamedTuple

import polars as pl

from earned.audits.registry import stage_module
from earned.explain.behind import Behind, Term
from earned.explain.evidence import Evidence

Predicates = Mapping[str, pl.Expr]


class Cell(NamedTuple):
    """All conditions of one model in one regime on one surface."""

    audit: str
    model: str
    regime: str
    surface: str

    @property
    def scores(self) -> str:
        """Its score table."""
        return f"{self.audit}/scores/{self.model}/{self.regime}/{self.surface}/scores.parquet"

    @property
    def trajectories(self) -> str:
        """Its trajectories."""
        return f"{self.audit}/agents/{self.model}/{self.regime}/{self.surface}/trajectories.jsonl"


class Key(NamedTuple):
    """What names one trajectory of a study."""

    model: str
    regime: str
    surface: str
    condition: str
    repeat: int
    qid: str


@dataclass(frozen=True)
class Marked:
    """One record of the number's scope, as far as it is known.

    Attributes:
        key: its name.
        outcome: how it ended.
        success: None where its cell's scores are not in the folder, and so the rest.
        counted: it is in the number's subset.
        hits: for every term whether it is a hit.
        based: for every term whether it is in the base.
    """

    key: Key
    outcome: str
    success: bool | None = None
    counted: bool | None = None
    hits: tuple[bool, ...] = ()
    based: tuple[bool, ...] = ()


def cell_of(path: str) -> Cell | None:
    """Read the cell from the path of a score table; None for another file."""
    parts = path.split("/")
    if len(parts) != len(Cell._fields) + 2 or parts[1] != "scores":
        return None
    return Cell(parts[0], *parts[2:5])


def read_scores(evidence: Evidence, audit: str, behind: Behind) -> pl.DataFrame | None:
    """Read the score rows of a number: its cells, its runs, under its choice about the scores.

    Returns:
        The rows of all conditions; None where not every cell's table is in the folder.
    """
    row = stage_module(audit, "scores").ROW
    cells = [cell for path in behind.inputs if (cell := cell_of(path))]
    tables = [evidence.scores(cell.scores, row) for cell in cells]
    found = [table for table in tables if table is not None]
    if not found or len(found) < len(tables):
        return None
    return prepared(stage_module(audit, "behind"), pl.concat(found), behind)


def prepared(audit: ModuleType, scores: pl.DataFrame, behind: Behind) -> pl.DataFrame:
    """Keep the runs that count, decided as the number's choice has it.

    Args:
        audit: its module `behind`.
        scores: the rows of the number's cells.
        behind: names runs and choice.
    """
    kept = _runs(scores, behind)
    found: pl.DataFrame = audit.view(kept, behind.view) if behind.view else kept
    return found


def _runs(scores: pl.DataFrame, behind: Behind) -> pl.DataFrame:
    """Mark the first run of each model's units, and keep the runs that count."""
    first = pl.col("repeat") == pl.col("repeat").min().over("model", "regime")
    marked = scores.with_columns(first.alias("first_run"))
    if behind.runs == "all":
        return marked
    kept = pl.col("first_run")
    if behind.again is not None:
        kept = kept | (pl.col("repeat") == behind.again)
    return marked.filter(kept)


def base_mask(scores: pl.DataFrame, term: Term, predicates: Predicates) -> pl.Series:
    """Tell which rows are in a term's base."""
    wanted = [pl.col("condition").is_in(term.conditions), predicates[term.among]]
    if term.models:
        wanted.append(pl.col("model").is_in(term.models))
    if term.run:
        wanted.append(pl.col("first_run") == (term.run == "first"))
    return scores.select(pl.all_horizontal(wanted)).to_series()


def hit_mask(scores: pl.DataFrame, term: Term, predicates: Predicates) -> pl.Series:
    """Tell which rows are a term's hits."""
    own = pl.col("condition").is_in(term.conditions) & predicates[term.hits]
    return base_mask(scores, term, predicates) & scores.select(own).to_series()


def marked_rows(scores: pl.DataFrame, behind: Behind, predicates: Predicates) -> list[Marked]:
    """Mark the records of a number's arms."""
    in_scope = pl.col("condition").is_in(behind.conditions)
    counted = scores.select(in_scope & predicates[behind.subset]).to_series().to_list()
    hits = [hit_mask(scores, term, predicates).to_list() for term in behind.terms]
    based = [base_mask(scores, term, predicates).to_list() for term in behind.terms]
    own = scores.select(*Key._fields, "outcome", "success").rows()
    return [
        Marked(Key(*row[:6]), row[6], row[7], counted[n], _at(hits, n), _at(based, n))
        for n, row in enumerate(own)
        if row[3] in behind.conditions and behind.qid in ("", row[5])
    ]


def _at(masks: Sequence[list[bool]], n: int) -> tuple[bool, ...]:
    return tuple(mask[n] for mask in masks)
