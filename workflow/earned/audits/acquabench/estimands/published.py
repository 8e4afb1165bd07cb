"""The paper's figures for the models and regimes that this study ran."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from earned.audits.acquabench.frozen import Published


def published(
    files: Sequence[Mapping[str, Any]], analyses: Collection[str], contrasts: Collection[str]
) -> Published | None:
    """Pick what has a counterpart.

    Args:
        files: `resources/published/acquabench.json`, or none.
        analyses: keys of the study's analyses.
        contrasts: keys of its model contrasts.
    """
    return None
