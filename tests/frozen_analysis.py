"""One model's analysis with every part filled, from validated records."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.frozen import (
    Amount,
    ArmSummary,
    Detector,
    Distribution,
    Effect,
    Judged,
    ModelAnalysis,
    ModelUsage,
    Power,
    Quality,
    QualityOverall,
    Rate,
    RepeatedContrast,
    RepeatNoise,
    Residual,
    Sensitivity,
    Separation,
    Spending,
    SurfaceSummary,
    Usage,
    Variant,
)
from earned.records.trajectory import OUTCOMES
from earned.stats.intervals import Interval, no_interval

SURFACES = ("retrieval", "tool", "memory", "subagent")
QUESTIONS = {"D0": 135, "D1": 38, "D2": 36, "style": 135}
HEADLINES = ("delta_gc", "delta_gs", "net_rescue")
SCORES = ("coloc", "coloc_content", "string_match")
DETECTORS = tuple(f"{score}_vs_{name}" for score in SCORES for name in ("earned", "sham"))


def rate(numerator: int, denominator: int) -> Rate:
    value = numerator / denominator if denominator else None
    return Rate(numerator=numerator, denominator=denominator, value=value)


def interval(point: float, half: float = 0.0612345, **more: Any) -> Interval:
    given = {"status": "ok", "level": 0.95, "replicates": 5000, "undefined": 0, **more}
    return Interval(point=point, low=point - half, high=point + half, **given)


def effect(numerator: int, denominator: int, qids: int, found: Interval | None = None) -> Effect:
    value = numerator / denominator if denominator else None
    return Effect(
        numerator=numerator,
        denominator=denominator,
        value=value,
        units=denominator,
        qids=qids,
        interval=found or interval(value or 0.0),
    )


def detector(value: float | None, positives: int) -> Detector:
    found = no_interval(None, "undefined: one class") if value is None else interval(value)
    if value is not None and positives < 5:
        found = no_interval(value, "undefined: one class in 700 of 5000 replicates").model_copy(
            update={"conditional_low": 0.125, "conditional_high": 1 / 3}
        )
    return Detector(
        auroc=value, positives=positives, negatives=286, positive_qids=positives,
        descriptive=positives < 5, interval=found,
        reason="" if value is not None else "undefined: one class",
    )  # fmt: skip


def distribution(n: int) -> Distribution:
    low, q1, median, q3, high = (0.1, 1 / 3, 0.5837, 0.61, 1.0) if n else (None,) * 5
    bins = (n, *(0,) * 19)
    return Distribution(n=n, low=low, q1=q1, median=median, q3=q3, high=high, histogram=bins)


def analysis(regime: str, model: str, label: str) -> ModelAnalysis:
    qids = QUESTIONS[regime]
    surfaces = SURFACES[:1] if regime == "style" else SURFACES
    units = qids * len(surfaces)
    failed, few = units // 3, 2 if regime == "D1" else 25
    found = {name: effect(sign * units // 5, units, qids) for name, sign in
             (("delta_gc", 1), ("delta_gs", 1), ("delta_sc", 0))}  # fmt: skip
    rescue = effect(failed // 4, failed, qids)
    if regime == "D1":
        gap = no_interval(rescue.value, "undefined: empty denominator in 400 of 5000 replicates")
        bounds = {"conditional_low": -0.125, "conditional_high": 0.5}
        rescue = effect(failed // 4, failed, qids, gap.model_copy(update=bounds))
    return ModelAnalysis(
        regime=regime, model=model, label=label,
        control="copier" if model == "copier" else None,
        surfaces=surfaces, units=units + 1, complete_units=units, qids=qids,
        arms={c: arm(units, n) for n, c in enumerate(CONDITIONS)},
        effects=found,
        residual=Residual(
            clean_failed=failed, rescue_gold=rate(failed // 2, failed),
            rescue_sham=rate(failed // 4, failed), net_rescue=rescue, attributable=failed // 2,
            placebo=failed // 4, cleaned_gold=rate(units // 2, units)),
        detectors={name: detector(None if name == "string_match_vs_sham" else 0.9291 - n / 10, few)
                   for n, name in enumerate(DETECTORS)},
        distributions={score: {"attributable": distribution(25), "earned": distribution(84),
                               "sham": distribution(0)} for score in SCORES[:2]},
        by_surface={s: by_surface(qids) for s in surfaces},
        quality_overall=QualityOverall(records=3 * (units + 1), forced=rate(9, 3 * (units + 1)),
                                       parse_failures=6, mean_steps=2.5),
        quality={c: Quality(records=units + 1, forced=3, parse_failures=2, mismatches=0,
                            dropped_actions=1, empty_queries=4, capped_steps=5,
                            mean_steps=2.8765) for c in CONDITIONS},
        verdicts={name: judged(name) for name in HEADLINES},
        usage=ModelUsage(total=usage(units), arms={c: spending(units) for c in CONDITIONS},
                         by_surface={s: usage(qids) for s in surfaces}),
        sensitivity=sensitivity(found, rescue, surfaces),
        power=Power(clusters=qids, standard_error=0.031234, smallest=0.0875),
        noise=(noise(units),) if regime in ("D0", "D2") else (),
    )  # fmt: skip


def arm(units: int, place: int) -> ArmSummary:
    some = units // (2 + place)
    outcomes = {**dict.fromkeys(OUTCOMES, 0), "ok": units, "engine_error": place and 1}
    return ArmSummary(
        success=rate(some, units), as_run=rate(some, units + 1), exposed=rate(units // 2, units),
        decoy_match=rate(place, units), lenient_match=rate(some, units),
        value_shown=rate(some, units), supplied_match=rate(some, units),
        outcomes=outcomes, labels={"earned": some, "clean_failed": units - some},
    )  # fmt: skip


def by_surface(qids: int) -> SurfaceSummary:
    return SurfaceSummary(
        units=qids, success={c: rate(qids // 2, qids) for c in CONDITIONS}, delta_gc=0.0,
        delta_gs=1 / 7, delta_sc=-1 / 7, net_rescue=None, rescue_gold=rate(9, qids // 3),
        rescue_sham=rate(0, 0), attributable=5, placebo=1, cleaned_gold=rate(qids // 4, qids),
        separations={name: separation(None if name == "string_match_vs_sham" else 1 / 3)
                     for name in DETECTORS},
        distributions={score: {"attributable": distribution(5), "earned": distribution(21),
                               "sham": distribution(0)} for score in SCORES[:2]},
        engine_errors=dict.fromkeys(CONDITIONS, 1),
    )  # fmt: skip


def separation(value: float | None) -> Separation:
    return Separation(
        auroc=value, positives=5, negatives=21, positive_qids=4, descriptive=True,
        reason="" if value is not None else "undefined: one class",
    )  # fmt: skip


def judged(estimand: str) -> Judged:
    verdicts = {"delta_gc": "unresolved", "delta_gs": "supported", "net_rescue": "unsupported"}
    return Judged.model_validate(
        {
            "estimand": estimand,
            "verdict": verdicts[estimand],
            "why": "the whole interval lies above 0",
            "statement": "success follows the supplied correct value beyond exposure to a source",
            "boundary": "the frozen eligible questions, templates, decoys and scorer of this "
            "regime; not how often such sources occur elsewhere",
            "stronger": "that the correct value helps by itself",
            "rule_sha256": "ef" * 32,
            "registration": "as registered",
            "p_value": 0.0004,
            "p_holm": None if estimand == "delta_gc" else 0.00004,
        }
    )


def sensitivity(found: dict[str, Effect], rescue: Effect, surfaces: tuple[str, ...]) -> Sensitivity:
    names = {"f1_80": ("f1", "F1 ≥ 0.80"), "exact": ("exact", "exact match")}
    names |= {f"without_{s}": ("surface", f"without {s}") for s in surfaces[:2]}
    effects = {"delta_gc": found["delta_gc"], "delta_gs": found["delta_gs"], "net_rescue": rescue}
    detectors = {name: detector(0.9, 25) for name in DETECTORS[:4]}
    return Sensitivity(
        variants={
            name: Variant.model_validate({
                "choice": choice, "label": label, "chosen": name == "f1_80", "effects": effects,
                "detectors": detectors,
                "verdicts": {e: "unresolved" for e in effects if e != "net_rescue"},
            })
            for name, (choice, label) in names.items()
        },
        moved={"delta_gs": ("exact",)},
    )  # fmt: skip


def noise(units: int) -> RepeatNoise:
    twice = RepeatedContrast(first=0.2, again=0.18, difference=-0.02, changed=rate(9, units))
    return RepeatNoise(
        repeat=1,
        units=units,
        flips={c: rate(3, units) for c in CONDITIONS},
        contrasts=dict.fromkeys(("delta_gc", "delta_gs", "delta_sc", "net_rescue"), twice),
    )


def usage(records: int) -> Usage:
    made = spending(records).model_dump()
    calls = made["made"]["calls"], made["naive"]["calls"]
    return Usage.model_validate({**made, "unique": rate(*calls), "bound": rate(*calls)})


def spending(records: int) -> Spending:
    cost = {"cost": Decimal("0.0000606"), "currency": "USD"}
    tokens = {"prompt_tokens": 1000 * records, "completion_tokens": 50 * records}
    return Spending(
        records=3 * records,
        naive=Amount.model_validate({"calls": 9 * records, **tokens, **cost}),
        made=Amount.model_validate({"calls": 5 * records, **tokens, **cost}),
    )
