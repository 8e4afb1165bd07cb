"""The ledger's files: `claims.json` and `claims.csv`."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence

from earned.ledger.claim import Claim

JSON_NAME = "claims.json"
CSV_NAME = "claims.csv"


def ledger_files(claims: Sequence[Claim]) -> dict[str, str]:
    """Render the ledger: file name to content."""
    rows = [claim.model_dump(mode="json") for claim in claims]
    text = json.dumps(rows, sort_keys=True, ensure_ascii=False, indent=1, allow_nan=False)
    return {JSON_NAME: text + "\n", CSV_NAME: _csv(rows)}


def _csv(rows: Sequence[dict[str, object]]) -> str:
    stream = io.StringIO()
    writer = csv.DictWriter(stream, fieldnames=list(Claim.model_fields), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return stream.getvalue()
