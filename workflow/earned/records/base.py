"""The base of every record that crosses a stage."""

from __future__ import annotations

import json
from typing import Any

from pydantic import BaseModel, ConfigDict

_CANONICAL = json.JSONEncoder(
    sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
)


class Record(BaseModel):
    """Immutable, complete and finite: unknown fields, NaN and infinity are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


def canonical_json(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Serialize to the one JSON text of a value: sorted keys, no spaces, no NaN."""
    return _CANONICAL.encode(value)


def record_json(record: BaseModel) -> str:
    """Serialize a record to its canonical JSON text."""
    return canonical_json(record.model_dump(mode="json"))
