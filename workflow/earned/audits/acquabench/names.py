"""Names that analysis and tables share."""

from __future__ import annotations

CONTRASTS = {
    "delta_gc": ("GOLD", "CLEAN"),
    "delta_gs": ("GOLD", "SHAM"),
    "delta_sc": ("SHAM", "CLEAN"),
}
"""Contrast to the arms it subtracts, first minus second."""

COLOC_SCORES = ("coloc", "coloc_content")
DETECTOR_SCORES = (*COLOC_SCORES, "string_match")
NEGATIVES = {"earned": ("CLEAN", "earned"), "sham": ("SHAM", "exposed_success")}
"""A detector's class of negatives to (condition, label)."""
