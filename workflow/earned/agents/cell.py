"""One job of stage agents: the units and conditions that one model runs on one surface."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from earned.records.artifact import Artifact
from earned.records.evidence import Item


@dataclass(frozen=True)
class Cell:
    """Units in canonical order; every unit runs under every condition."""

    units: Sequence[tuple[Item, Artifact]]
    conditions: tuple[str, ...]
