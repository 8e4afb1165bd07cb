"""Mechanism cases: single triplets, step by step, chosen by rule and read from the raw records."""

from __future__ import annotations

from pydantic import Field

from earned.records.base import Record


class CaseStep(Record):
    """One step of one arm."""

    step: int = Field(gt=0)
    thought: str
    action: str = Field(description="`Search[query]` as carried out; '' where unparsable")
    shown: tuple[str, ...] = Field(description="titles of the sources observed, best first")
    planted: tuple[str, ...] = Field(description="planted sentences among them")


class CaseArm(Record):
    """One condition of the triplet."""

    condition: str
    supplied: str = Field(description="the value supplied; '' under CLEAN")
    prediction: str
    em: int = Field(ge=0, le=1)
    f1: float = Field(ge=0, le=1)
    coloc: float = Field(ge=0, le=1)
    steps: tuple[CaseStep, ...]
    step_count: int = Field(ge=0)
    exposure: tuple[str, ...] = Field(description="planted sentences in order of exposure")
    outcome: str


class MechanismCase(Record):
    """One chosen triplet (AcquaBench, Audited Mechanism Cases)."""

    regime: str
    model: str
    label: str = Field(description="the model's label in tables")
    surface: str
    qid: str
    question: str
    reference: str
    rule: str = Field(description="how it was chosen, in words")
    candidates: int = Field(gt=0, description="triplets that fit the rule")
    arms: tuple[CaseArm, ...] = Field(description="CLEAN, GOLD, SHAM")
    verified: tuple[str, ...] = Field(
        description="checks against the raw trajectories that held, by name"
    )


class Cases(Record):
    """The file `cases.json`: one case for each model and regime that has one."""

    cases: tuple[MechanismCase, ...]
