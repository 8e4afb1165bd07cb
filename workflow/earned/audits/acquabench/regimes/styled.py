"""Stub."""

from __future__ import annotations

from collections.abc import Sequence

from earned.artifacts.authoring import Authoring
from earned.audits.acquabench.params import ArtifactParams
from earned.audits.acquabench.regimes.construction import Construction
from earned.records.artifact import Artifact
from earned.records.population import Member


def build(
    members: Sequence[Member],
    parent: Sequence[Construction],
    config: ArtifactParams,
    authoring: Authoring,
) -> tuple[list[Artifact], list[Construction]]:
    """Build the regime."""
    raise NotImplementedError
