"""The ledger's files: `claims.json`, `claims.csv`, and the schema of the former."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter

from earned.ledger.claim import Claim
from earned.records.files import json_text

JSON_NAME = "claims.json"
CSV_NAME = "claims.csv"
SCHEMA_NAME = "claims.schema.json"
DIALECT = "https://json-schema.org/draft/2020-12/schema"


def ledger_files(claims: Sequence[Claim]) -> dict[str, str]:
    """Render the ledger: file name to content."""
    rows = [claim.model_dump(mode="json") for claim in claims]
    text = json.dumps(rows, sort_keys=True, ensure_ascii=False, indent=1, allow_nan=False)
    return {
        JSON_NAME: text + "\n",
        CSV_NAME: _csv(rows),
        SCHEMA_NAME: json_text(ledger_schema()),
    }


def ledger_schema() -> dict[str, Any]:
    """Describe `claims.json` as a JSON Schema: every field of a claim, and what it means."""
    described = TypeAdapter(list[Claim]).json_schema(mode="serialization")
    return {"$schema": DIALECT, "title": "Claim ledger", **described}


def _csv(rows: Sequence[dict[str, object]]) -> str:
    stream = io.StringIO()
    writer = csv.DictWriter(stream, fieldnames=list(Claim.model_fields), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()
