"""Record counts: what a file holds against what a lineage record says it holds."""

from __future__ import annotations

from pathlib import Path

import pyarrow.parquet as pq
from pyarrow import ArrowException

from earned.records.lineage import FileDigest
from earned.verify.report import Report


def check_count(path: Path, digest: FileDigest, where: str, report: Report) -> None:
    """Count the records of a JSONL or Parquet file, where a lineage record numbers them."""
    if digest.records is None:
        return
    found = _count(path)
    if found is not None and found != digest.records:
        report.fail(digest.path, f"holds {found} records, {where} says {digest.records}")


def _count(path: Path) -> int | None:
    if path.suffix == ".jsonl":
        with path.open("rb") as stream:
            return sum(1 for _ in stream)
    if path.suffix == ".parquet":
        try:
            return int(pq.read_metadata(path).num_rows)
        except (ArrowException, OSError):
            return -1
    return None
