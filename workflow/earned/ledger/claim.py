"""One published number, and where it can be read again.

A claim never says more than its verdict. `supports` holds the rule's statement only where the
verdict is `supported`. Everywhere else the statement stands in `not_supported`, before the stronger
one, so that neither an unresolved claim nor one that was not evaluated reads as weak support.
"""

from __future__ import annotations

from typing import Literal

from pydantic import ConfigDict, Field

from earned.records.base import Record
from earned.render.table import Format

Kind = Literal["table", "figure", "text"]
SUPPORTED = "supported"


class Claim(Record):
    """One row of the ledger."""

    model_config = ConfigDict(json_schema_serialization_defaults_required=True)

    claim_id: str = Field(description="audit/table/row/column/part; stable across runs")
    kind: Kind = Field(
        description="table: a part of a cell; figure: a mark, or a value in a label; text: in a "
        "note, a caption or a paragraph"
    )
    audit: str = Field(description="name of the audit")
    study: str = Field(description="name of the study")
    table: str = Field(
        description="where it is shown: the name of a table, `figures/` and that of a figure, or "
        "`paper` for the supplement's own text"
    )
    row: str = Field(description="key of the row or line; `notes`, or a section, for text")
    column: str = Field(description="column or mark; the key of a note for text")
    part: str = Field(description="what it is within its cell, mark or sentence")
    statement: str = Field(description="which quantity it is, in words; claims nothing")
    value: float | int | bool | str | None = Field(
        description="at full precision; null where the quantity has none"
    )
    unit: str = Field(description="of the value; a share is a proportion, whatever its display")
    format: Format = Field(description="how the display form is made from the value")
    display: str = Field(description="as it is shown, without the words around it")
    low: float | None = Field(
        default=None, description="lower bound of the estimate's interval; null where none"
    )
    high: float | None = Field(default=None, description="upper bound of the same")
    numerator: int | None = Field(
        default=None, description="count behind a share; of a contrast, the difference of counts"
    )
    denominator: int | None = Field(default=None, description="what the share or mean is over")
    units: int | None = Field(
        default=None, description="n: units, records or items that it was computed from"
    )
    clusters: int | None = Field(default=None, description="n: questions among them")
    positives: int | None = Field(default=None, description="n of an AUROC's one class")
    negatives: int | None = Field(default=None, description="n of its other class")
    verdict: str = Field(default="", description="of the headline claim the number belongs to")
    supports: str = Field(
        default="", description="what the verdict supports; empty unless it is `supported`"
    )
    not_supported: str = Field(
        default="",
        description="what it does not support: the stronger statement; before it, unless the "
        "verdict is `supported`, the rule's own statement",
    )
    boundary: str = Field(default="", description="for what the verdict holds")
    rule_sha256: str = Field(default="", description="of the rule behind the verdict")
    registration: str = Field(
        default="", description="when that rule was fixed; empty where there is no verdict"
    )
    source: str = Field(description="file, relative to the results folder")
    locator: str = Field(description="JSON pointer into the source")
    source_sha256: str = Field(description="of the source file")
    stage: str = Field(description="producing stage of the source")
    code_sha256: str = Field(description="of the code of that stage")
    lineage_sha256: str = Field(description="of the lineage record beside the source")
    status: str = Field(default="published", description="published: it is shown where it says")
