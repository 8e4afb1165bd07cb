"""Attribution labels of a triplet's records (AcquaBench, attribution labels)."""

from __future__ import annotations

from earned.audits.acquabench.score_row import Label, ScoreRow


def label(row: ScoreRow, clean: ScoreRow | None) -> Label:
    """Label one record, given its triplet's CLEAN record.

    A record that an engine failed on is missing, and so is one whose label would need a CLEAN
    record that is.
    """
    if row.outcome == "engine_error":
        return "missing"
    if row.condition == "CLEAN":
        return "earned" if row.success else "clean_failed"
    if not row.exposed:
        return "not_exposed"
    if not row.success:
        return "exposed_failed"
    if row.condition == "SHAM":
        return "exposed_success"
    if clean is None or clean.outcome == "engine_error":
        return "missing"
    return "ambiguous" if clean.success else "attributable"


def is_placebo(row: ScoreRow, clean: ScoreRow | None) -> bool:
    """Tell whether a SHAM record would have passed for attributable."""
    if clean is None or clean.outcome == "engine_error" or clean.success:
        return False
    return label(row, clean) == "exposed_success"
