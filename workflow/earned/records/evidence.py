"""Questions and the sources that a benchmark authorizes for them."""

from __future__ import annotations

from pydantic import Field

from earned.records.base import Record


class Source(Record):
    """One paragraph of evidence."""

    source_id: str = Field(description="unique within its item: `qid#position`")
    title: str
    text: str


class Item(Record):
    """One benchmark question with its authorized sources."""

    qid: str
    question: str
    answer: str = Field(description="the reference")
    kind: str = Field(description="the benchmark's own question type, e.g. bridge or comparison")
    level: str
    supporting: tuple[str, ...] = Field(
        description="source_ids of the supporting facts, in file order, without repeats"
    )
    sources: tuple[Source, ...] = Field(description="in the order of the file")
