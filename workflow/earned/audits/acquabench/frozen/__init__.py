"""The canonical results of AcquaBench, one module a part."""

from __future__ import annotations

from earned.audits.acquabench.frozen.cases import (
    CaseArm,
    Cases,
    CaseStep,
    MechanismCase,
)
from earned.audits.acquabench.frozen.contrasts import (
    Difference,
    ModelContrast,
    Ties,
)
from earned.audits.acquabench.frozen.controls import (
    Check,
    ControlOutcome,
)
from earned.audits.acquabench.frozen.model import (
    ModelAnalysis,
)
from earned.audits.acquabench.frozen.population import (
    AnswerLength,
    Population,
    Spread,
    StyleProbe,
)
from earned.audits.acquabench.frozen.published import (
    Printed,
    Published,
    PublishedAnalysis,
    PublishedCase,
    PublishedCaseArm,
    PublishedContrast,
    PublishedDistribution,
    PublishedPopulation,
    PublishedQuality,
)
from earned.audits.acquabench.frozen.rates import (
    Effect,
    Judged,
    Rate,
    Verdict,
)
from earned.audits.acquabench.frozen.results import (
    FrozenResults,
    SurfaceNote,
)
from earned.audits.acquabench.frozen.robustness import (
    Choice,
    Power,
    RepeatedContrast,
    RepeatNoise,
    Sensitivity,
    Variant,
)
from earned.audits.acquabench.frozen.summaries import (
    ArmSummary,
    Detector,
    Distribution,
    Quality,
    QualityOverall,
    Residual,
    Separation,
    SurfaceSummary,
)
from earned.audits.acquabench.frozen.usage import (
    Amount,
    ModelUsage,
    Spending,
    StudyUsage,
    Usage,
)

__all__ = [
    "Amount",
    "AnswerLength",
    "ArmSummary",
    "CaseArm",
    "CaseStep",
    "Cases",
    "Check",
    "Choice",
    "ControlOutcome",
    "Detector",
    "Difference",
    "Distribution",
    "Effect",
    "FrozenResults",
    "Judged",
    "MechanismCase",
    "ModelAnalysis",
    "ModelContrast",
    "ModelUsage",
    "Population",
    "Power",
    "Printed",
    "Published",
    "PublishedAnalysis",
    "PublishedCase",
    "PublishedCaseArm",
    "PublishedContrast",
    "PublishedDistribution",
    "PublishedPopulation",
    "PublishedQuality",
    "Quality",
    "QualityOverall",
    "Rate",
    "RepeatNoise",
    "RepeatedContrast",
    "Residual",
    "Sensitivity",
    "Separation",
    "Spending",
    "Spread",
    "StudyUsage",
    "StyleProbe",
    "SurfaceNote",
    "SurfaceSummary",
    "Ties",
    "Usage",
    "Variant",
    "Verdict",
]
