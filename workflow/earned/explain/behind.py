"""What an audit says of a number: which records are behind it, and how they make it.

An audit's module `behind` has

- `behind(results, locator) -> Behind | None`, from the canonical results and a JSON pointer,
- `PREDICATES`, name to a polars expression over the score rows of the number's cells,
- `view(scores, name)`, the score rows under another choice.
"""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from earned.records.base import Record

ALL = "all"
"""The predicate that every score row fulfils."""
RECORDS, QUESTIONS = "records", "questions"
Run = Literal["", "first", "again"]


class Term(Record):
    """One count that a number is made of: `hits` of `among`, in some arms."""

    noun: str = Field(description="what is counted, e.g. `successes`")
    place: str = Field(default="", description="where, e.g. `in` and an arm")
    conditions: tuple[str, ...] = Field(description="arms whose records are counted")
    models: tuple[str, ...] = Field(default=(), description="empty: all of the number's")
    run: Run = Field(default="", description="of two runs, the one; empty: both, or the only one")
    hits: str = Field(default=ALL, description="predicate on score rows, beside `among`")
    among: str = Field(default=ALL, description="predicate on score rows: the base")
    measure: str = Field(
        default=RECORDS, description="records, questions (distinct ones), or a column to sum"
    )
    of_measure: str = Field(
        default=RECORDS, description="the same of the base; empty where the count has none"
    )
    sign: Literal[1, -1] = 1


class Check(Record):
    """What a count must equal: a value of the canonical results."""

    pointer: str
    what: Literal["sum", "of", "share"] = Field(
        description="signed sum of the hits, size of the one base, or signed sum of the shares"
    )
    terms: tuple[int, ...] = Field(default=(), description="places of its terms; empty: all")


class Behind(Record):
    """The records behind a number."""

    says: str = Field(description="what is behind it, in words")
    kind: Literal["trajectories", "construction", "published", "file", "configuration"]
    models: tuple[str, ...] = ()
    regimes: tuple[str, ...] = ()
    surfaces: tuple[str, ...] = ()
    conditions: tuple[str, ...] = Field(default=(), description="arms, in the order of reports")
    qid: str = Field(default="", description="the one question, where it is about a single unit")
    runs: Literal["first", "all"] = Field(default="first", description="runs of each unit")
    again: int | None = Field(default=None, description="index of the run compared with the first")
    paired: bool = Field(default=False, description="models, or runs, stand side by side in a unit")
    view: str = Field(
        default="", description="another choice about the scores, by the audit's name"
    )
    subset: str = Field(default=ALL, description="predicate: the score rows that count")
    subset_says: str = Field(default="", description="the subset in words")
    terms: tuple[Term, ...] = ()
    checks: tuple[Check, ...] = ()
    inputs: tuple[str, ...] = Field(default=(), description="inputs of the analysis behind it")
    files: tuple[str, ...] = Field(default=(), description="other files of the study behind it")
    judged: str = Field(default="", description="JSON pointer to the verdict that it bears on")
    note: str = Field(default="", description="what a reader must know besides")

    @property
    def contrast(self) -> bool:
        """Whether counts are subtracted."""
        return any(term.sign < 0 for term in self.terms)
