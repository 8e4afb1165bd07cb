"""Frozen results with every section filled, from validated records; no stage runs.

The figures hang together only as far as the records demand: a rate is its counts, the rest is set
so that every branch of a table is met (a missing interval, a conditional one, no repeat).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from earned.audits.acquabench.caveats import caveats
from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.frozen import (
    AnswerLength,
    CaseArm,
    CaseStep,
    Check,
    ControlOutcome,
    Difference,
    FrozenResults,
    MechanismCase,
    ModelContrast,
    Population,
    Printed,
    Published,
    PublishedAnalysis,
    PublishedCase,
    PublishedCaseArm,
    PublishedContrast,
    PublishedDistribution,
    PublishedPopulation,
    PublishedQuality,
    Spread,
    StudyUsage,
    StyleProbe,
    SurfaceNote,
    Ties,
)
from frozen_analysis import (
    HEADLINES,
    QUESTIONS,
    SURFACES,
    analysis,
    interval,
    rate,
    usage,
)

LABELS = {"qwen-14b": "Qwen2.5-14B", "qwen-32b": "Qwen2.5-32B", "copier": "copier"}
QUESTION = "Who is the film dedicated to that two companies co-purchased the rights to?"


def full_results(labels: dict[str, str] | None = None, **sections: Any) -> dict[str, Any]:
    """A whole document as the tables read it; `sections` replaces parts of it."""
    known = labels or LABELS
    analyses = {
        f"{regime.lower()}_{model}": analysis(regime, model, label)
        for regime in QUESTIONS
        for model, label in known.items()
    }
    first, second = list(known)[:2]
    contrasts = {
        f"{regime.lower()}_{second}_minus_{first}": contrast(regime, first, second, known)
        for regime in ("D0", "D2")
    }
    made = FrozenResults(
        sources={"acquabench/scores/qwen-14b/D0/retrieval/scores.parquet": "ab" * 32,
                 "acquabench/cases/cases.json": "cd" * 32},
        caveats=caveats(coupled=True),
        surfaces={s: SurfaceNote(surface=s, action="Search", serialization="<memory> lines, [x]")
                  for s in SURFACES},
        populations={regime: population(regime) for regime in QUESTIONS},
        style=STYLE,
        analyses=analyses,
        contrasts=contrasts,
        cases={f"{regime.lower()}_{first}": case(regime, first, known[first])
               for regime in ("D0", "D2")},
        controls={f"d0_{first}": ControlOutcome(control="copier", passed=True, checks=(
            Check(name="CLEAN successes", expected="0", observed="0", passed=True),))},
        published=published(f"d0_{first}", next(iter(contrasts))),
        usage=StudyUsage(**usage(540).model_dump(), unpriced=("Qwen2.5-32B",)),
    )  # fmt: skip
    return {**made.model_dump(mode="json"), **sections}


def empty_results() -> dict[str, Any]:
    """A document in which every section is there and empty."""
    nothing: dict[str, Any] = {}
    none = dict.fromkeys(("analyses", "contrasts", "cases", "controls", "populations", "surfaces",
                          "sources"), nothing)  # fmt: skip
    return full_results(**none, style=None, published=None, caveats=[])


def contrast(regime: str, first: str, second: str, labels: dict[str, str]) -> ModelContrast:
    names = ("clean", "gold", "sham", *HEADLINES, "net_rescue_both_failed")
    return ModelContrast(
        regime=regime, family="qwen", first=first, second=second,
        label=f"{labels[second]} minus {labels[first]}", units=540, qids=135,
        left_out={first: 0, second: 2},
        differences={name: Difference(first=0.67, second=0.72, value=0.05,
                                      **dict.fromkeys(("first_of", "second_of"),
                                                      101 if name.endswith("failed") else 540),
                                      interval=interval(0.05), p_value=0.0312, p_holm=0.2184)
                     for name in names},
        both_failed=101,
        ties={c: Ties(both=300, neither=100, first_only=60, second_only=80) for c in CONDITIONS},
    )  # fmt: skip


def population(regime: str) -> Population:
    reasons = {"no template (verifier)": 12, "alias: none accepted / too long": 3}
    lengths = {"accepted_answers": AnswerLength(items=135, words=2.25, chars=13.5),
               "rejected_answers": AnswerLength(items=0, words=None, chars=None)}  # fmt: skip
    spread = Spread(low=0.0, high=0.24, mean=0.118)
    return Population(
        regime=regime, structure="one source states the value", role="main test of the audit",
        parent=150, parent_regime="D0" if regime in ("D1", "style") else None, templates=140,
        alias_eligible=42 if regime == "D1" else None, paired=QUESTIONS[regime], author="rule",
        verifier="rule", rejected=reasons if regime != "style" else {}, **lengths,
        modes={"append": 20, "standalone": 16} if regime == "D2" else {},
        gate={"GOLD": spread, "SHAM": spread} if regime == "D2" else {},
        support="135/150 questions × 4 surfaces; Qwen2.5-14B, Qwen2.5-32B",
    )  # fmt: skip


STYLE = StyleProbe(
    pairs=135, base_match=rate(135, 135), template_match=rate(134, 135), token_difference=0.0,
    coverage_difference=0.0, longest_run=3, planted_to_base=0.137, passed=False,
    faults=("template match rate is under 1",),
)  # fmt: skip


def case(regime: str, model: str, label: str) -> MechanismCase:
    key = ("Within this evidence collection, Key-fbbab9ed denotes Sam Phillips.",)
    return MechanismCase(
        regime=regime, model=model, label=label, surface="retrieval",
        qid="5ac26ac15542992f1f2b38bc", question=QUESTION, reference="Sam Phillips",
        rule="CLEAN fails, GOLD succeeds, SHAM does not; fewest steps, then qid", candidates=7,
        arms=tuple(_arms(key)), verified=("prediction", "exposure order", "coloc"),
    )  # fmt: skip


def _arms(key: tuple[str, ...]) -> Iterator[CaseArm]:
    supplied = {"CLEAN": "", "GOLD": "Sam Phillips", "SHAM": "St. Vincent"}
    for condition in CONDITIONS:
        shown = () if condition == "CLEAN" else key
        yield CaseArm(
            condition=condition, supplied=supplied[condition],
            prediction=supplied[condition] or "Insufficient information",
            em=int(condition == "GOLD"), f1=float(condition == "GOLD"), coloc=2 / 17,
            steps=(
                CaseStep(step=1, thought="I look it up.", action="Search[film dedication rights]",
                         shown=("Jackass: The Movie", "MTV Films"), planted=shown),
                CaseStep(step=2, thought="I know.", action="Finish[Sam Phillips]", shown=(),
                         planted=()),
            ),
            step_count=2, exposure=shown, outcome="ok",
        )  # fmt: skip


def published(analysed: str, contrasted: str) -> Published:
    arm = PublishedCaseArm(em=0, f1=0.222, coloc=0.667, step_count=None)
    quartiles = PublishedDistribution(n=95, q1=0.757, median=0.842, q3=0.905)
    return Published(
        citation="A. Author: A paper. arXiv:0000.00000.",
        analyses={analysed: PublishedAnalysis(
            regime="D0", model="qwen-14b", checkpoint="Qwen2.5-14B-Instruct", units=540,
            success={"CLEAN": rate(362, 540), "GOLD": rate(453, 540), "SHAM": rate(324, 540)},
            effects={"delta_gc": Printed(value=0.169, low=0.119, high=0.224),
                     "net_rescue": Printed(value=0.388)},
            rescue={"rescue_gold": Printed(value=0.438)}, cleaned_gold=rate(358, 540), positives=95,
            negatives={"earned": 362, "sham": 314},
            detectors={"coloc_vs_earned": Printed(value=0.925, low=0.872, high=0.967)},
            distributions={"attributable": quartiles},
            by_surface={"memory": {"delta_gc": 0.207, "net_rescue": 0.408}},
            quality=PublishedQuality(records=1620, forced=0.0068, parse_failures=0,
                                     mean_steps=2.25),
            case=PublishedCase(surface="retrieval", qid="5ac03b395542992a796decce",
                               arms={"CLEAN": arm}))},
        contrasts={contrasted: PublishedContrast(
            differences={"clean": Printed(value=0.05, low=0.002, high=0.102)})},
        populations={"D0": PublishedPopulation(
            parent=150, templates=135, alias_eligible=None, paired=135, rejected={},
            accepted_answers=None, rejected_answers=None, modes={}, gate={})},
        not_run=("d1_llama-8b",),
    )  # fmt: skip
