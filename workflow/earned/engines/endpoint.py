"""Where a running server answers: the file that hands a serve job to its clients."""

from __future__ import annotations

from pydantic import Field

from earned.records.base import Record


class Endpoint(Record):
    """A running server. Its address is of this run alone and never reaches a result."""

    base_url: str = Field(description="ends in /v1")
    model: str = Field(description="name the server knows its model by")
    engine_version: str
