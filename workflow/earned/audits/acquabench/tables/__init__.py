"""Stage tables of AcquaBench: which numbers of the frozen results stand in which table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from earned.audits.acquabench.frozen import FrozenResults
from earned.audits.acquabench.tables.by_surface import (
    boundary_by_surface,
    d0_by_surface,
    detector_by_surface,
)
from earned.audits.acquabench.tables.cases import case_steps, d0_case, d2_case
from earned.audits.acquabench.tables.claims import claim_boundaries, evidence_map
from earned.audits.acquabench.tables.complete import boundary_complete, d0_complete
from earned.audits.acquabench.tables.controls import controls
from earned.audits.acquabench.tables.detectors import detector, score_distribution
from earned.audits.acquabench.tables.extras import EXTRA_FILES, extra_files
from earned.audits.acquabench.tables.main import boundary, d0_main
from earned.audits.acquabench.tables.models import audit_views, model_differences, ranking_views
from earned.audits.acquabench.tables.populations import (
    populations,
    regimes,
    rejections,
    surfaces,
)
from earned.audits.acquabench.tables.published import published
from earned.audits.acquabench.tables.quality import quality
from earned.audits.acquabench.tables.robustness import noise, power, sensitivity
from earned.audits.acquabench.tables.style import style_validation
from earned.audits.acquabench.tables.usage import usage
from earned.render.table import Table

__all__ = ["EXTRA_FILES", "LEADING", "RESULTS", "TABLES", "extra_files", "run"]

RESULTS = FrozenResults

_BUILDERS: tuple[Callable[[Mapping[str, Any]], Table], ...] = (
    regimes,
    d0_main,
    boundary,
    ranking_views,
    populations,
    rejections,
    surfaces,
    d0_complete,
    boundary_complete,
    detector,
    score_distribution,
    style_validation,
    d0_by_surface,
    boundary_by_surface,
    detector_by_surface,
    claim_boundaries,
    quality,
    model_differences,
    audit_views,
    d0_case,
    d2_case,
    case_steps,
    sensitivity,
    power,
    noise,
    published,
    controls,
    usage,
)
TABLES = (*(build.__name__ for build in _BUILDERS), evidence_map.__name__)
"""Names of the tables, in the order of the paper and then of its supplement."""
LEADING = ("d0_main", "boundary")
"""The summary opens with the first of these that has rows."""


def run(results: Mapping[str, Any]) -> list[Table]:
    """Lay out every table, for whatever regimes and models the results hold."""
    tables = [build(results) for build in _BUILDERS]
    return [*tables, evidence_map(results, tables)]
