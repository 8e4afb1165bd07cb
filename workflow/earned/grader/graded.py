"""Scored answers in the columns that every audit has, and the distinct answers among them."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl
from pydantic import Field

from earned.errors import UserError
from earned.grader.strata import stratum_of
from earned.lineage.hashing import sha256_json
from earned.records.base import Record
from earned.records.table import schema_of

ANSWER = ("qid", "prediction", "reference")
"""What makes an answer one answer, within an audit: the exact strings, not normalized."""
DECIDED = ("success", "em", "f1")
"""What the machine decides of the two strings, and of nothing else."""


class Graded(Record):
    """One scored record: the columns of the frame that an audit's `grading.answers` gives."""

    qid: str
    prediction: str
    reference: str
    success: bool = Field(description="the machine's verdict")
    em: bool
    f1: float = Field(ge=0, le=1)
    answered: bool = Field(description="the record ended with an answer")
    model: str
    arm: str


class Answer(Record):
    """One distinct answer: a question, the exact answer and its reference."""

    audit: str
    qid: str
    question: str
    prediction: str
    reference: str
    success: bool = Field(description="the machine's verdict")
    em: bool
    f1: float
    stratum: str
    arms: tuple[str, ...] = Field(description="arms in which it was given, sorted")
    models: tuple[str, ...] = Field(description="models that gave it, sorted")
    records: int = Field(ge=1, description="records that hold it")

    @property
    def answer_id(self) -> str:
        """The SHA-256 of what makes it one answer."""
        return sha256_json([self.audit, self.qid, self.prediction, self.reference])

    @property
    def item(self) -> tuple[str, str]:
        """Audit and qid."""
        return self.audit, self.qid


def distinct_answers(audit: str, graded: pl.DataFrame, questions: dict[str, str]) -> list[Answer]:
    """List the distinct answers of an audit, sorted by qid, answer and reference.

    Args:
        audit: its name.
        graded: all scored records of all models, regimes, surfaces, arms and repeats.
        questions: qid to question.

    Raises:
        UserError: two records of one answer were scored differently, or a question is missing.
    """
    assert dict(graded.schema) == schema_of(Graded), "an audit's grading gives columns of Graded"
    grouped = graded.group_by(ANSWER).agg(
        *(pl.col(name).first() for name in DECIDED),
        *(pl.col(name).n_unique().alias(f"{name}s") for name in DECIDED),
        pl.col("answered").any(),
        pl.col("arm").unique().sort(),
        pl.col("model").unique().sort(),
        pl.len().alias("records"),
    )
    return list(_answers(audit, grouped.sort(ANSWER), questions))


def _answers(audit: str, grouped: pl.DataFrame, questions: dict[str, str]) -> Iterator[Answer]:
    for row in grouped.iter_rows(named=True):
        qid = row["qid"]
        if any(row[f"{name}s"] > 1 for name in DECIDED):
            raise UserError(f"an answer to qid {qid} was scored in two ways",
                            where=f"{audit}/scores", remedy="run snakemake to its end")  # fmt: skip
        if qid not in questions:
            raise UserError(f"no question for qid {qid}", where=f"{audit}/population/items.jsonl",
                            remedy="run snakemake to its end")  # fmt: skip
        blank = not row["answered"] or not row["prediction"].strip()
        yield Answer(
            audit=audit,
            question=questions[qid],
            stratum=stratum_of(row["success"], row["em"], row["f1"], blank=blank),
            arms=tuple(row["arm"]),
            models=tuple(row["model"]),
            **{name: row[name] for name in (*ANSWER, *DECIDED, "records")},
        )
