"""One published number, and where it can be read again."""

from __future__ import annotations

from pydantic import Field

from earned.records.base import Record
from earned.render.table import Format


class Claim(Record):
    """One row of the ledger."""

    claim_id: str = Field(description="audit/table/row/column/part; stable across runs")
    audit: str
    study: str
    table: str
    row: str
    column: str
    part: str
    statement: str
    value: float | int | bool | str | None = Field(description="at full precision")
    unit: str
    format: Format = Field(description="how the display form is made from the value")
    display: str = Field(description="as the rendered table shows it")
    verdict: str = Field(default="", description="of the headline claim the number belongs to")
    boundary: str = Field(default="", description="for what the verdict holds")
    source: str = Field(description="file, relative to the results folder")
    locator: str = Field(description="JSON pointer into the source")
    source_sha256: str
    stage: str = Field(description="producing stage of the source")
    code_sha256: str
    lineage_sha256: str
    status: str = Field(default="published")
