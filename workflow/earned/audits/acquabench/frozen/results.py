"""The canonical results. Every published number is read from here by its JSON pointer."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from earned.audits.acquabench.frozen.cases import MechanismCase
from earned.audits.acquabench.frozen.contrasts import ModelContrast
from earned.audits.acquabench.frozen.controls import ControlOutcome
from earned.audits.acquabench.frozen.model import ModelAnalysis
from earned.audits.acquabench.frozen.population import Population, StyleProbe
from earned.audits.acquabench.frozen.published import Published
from earned.audits.acquabench.frozen.usage import StudyUsage
from earned.records.base import Record


class SurfaceNote(Record):
    """How a surface acts and shows."""

    surface: str
    action: str
    serialization: str


class FrozenResults(Record):
    """The file `frozen_results.json`."""

    reporting_standard: Literal["earned/acquabench/3"] = "earned/acquabench/3"
    sources: dict[str, str] = Field(description="score table and other input to SHA-256")
    caveats: tuple[str, ...] = Field(description="what the intervals do not say")
    surfaces: dict[str, SurfaceNote] = Field(description="those that the study runs on")
    populations: dict[str, Population] = Field(description="keyed by regime")
    style: StyleProbe | None = Field(description="null where the study has no style control")
    analyses: dict[str, ModelAnalysis] = Field(description="keyed `d0_<model>`")
    contrasts: dict[str, ModelContrast] = Field(description="keyed `d0_<second>_minus_<first>`")
    cases: dict[str, MechanismCase] = Field(description="keyed like analyses")
    controls: dict[str, ControlOutcome] = Field(description="keyed like analyses")
    published: Published | None
    usage: StudyUsage
