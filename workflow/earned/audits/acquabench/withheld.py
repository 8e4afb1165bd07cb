"""Which of AcquaBench's own files hold the benchmark's text, and which of their fields do not."""

from __future__ import annotations

from collections.abc import Mapping

from earned.release.texts import IDS, Kept

RULES: Mapping[str, Kept | None] = {
    "scores/*/*/*/scores.parquet": Kept(IDS),
    "analysis/frozen_results.json": Kept(IDS | {"rule", "verified"}, at="/cases"),
}
"""Files relative to the audit's folder; what is below `at` and no named field is replaced."""
