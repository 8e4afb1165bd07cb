"""Rates, contrasts and rescue of one model (AcquaBench, estimands)."""

from __future__ import annotations

import numpy as np

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.estimands.bootstrap import Bootstrap
from earned.audits.acquabench.estimands.detectors import distributions, separations
from earned.audits.acquabench.estimands.ratios import HEADLINE, difference, ratios
from earned.audits.acquabench.estimands.units import Bools, Units
from earned.audits.acquabench.frozen import ArmSummary, Effect, Rate, Residual, SurfaceSummary
from earned.audits.acquabench.names import CONTRASTS
from earned.records.trajectory import OUTCOMES


def plain_rate(hits: Bools, among: Bools | None = None) -> Rate:
    """Count a proportion, without an interval."""
    base = np.ones(len(hits), dtype=bool) if among is None else among
    numerator, denominator = int((hits & base).sum()), int(base.sum())
    value = numerator / denominator if denominator else None
    return Rate(numerator=numerator, denominator=denominator, value=value)


def arm_summary(bootstrap: Bootstrap, units: Units, complete: Units, condition: str) -> ArmSummary:
    """Summarize one condition."""
    everything = units.arms[condition]
    ran = units.flag(condition, "success") & ~units.mask(condition, "outcome", "engine_error")
    labels = complete.arms[condition]["label"].value_counts().sort("label").iter_rows()
    shown = complete.flag(condition, "value_shown")
    outcomes = dict(everything["outcome"].value_counts().iter_rows())
    return ArmSummary(
        success=bootstrap.rate(complete, complete.flag(condition, "success")),
        as_run=plain_rate(ran),
        exposed=plain_rate(complete.flag(condition, "exposed")),
        decoy_match=plain_rate(complete.flag(condition, "decoy_match")),
        lenient_match=plain_rate(complete.flag(condition, "lenient_match")),
        value_shown=plain_rate(shown),
        supplied_match=plain_rate(complete.flag(condition, "supplied_match"), shown),
        outcomes={name: outcomes.get(name, 0) for name in OUTCOMES},
        labels=dict(labels),
    )


def contrasts(bootstrap: Bootstrap, complete: Units) -> dict[str, Effect]:
    """Estimate Δ_GC, Δ_GS and Δ_SC; `identities` checks what holds between them."""
    parts = ratios(complete)
    return {name: bootstrap.effect(complete, *parts[name]) for name in CONTRASTS}


def headline_effects(bootstrap: Bootstrap, complete: Units) -> dict[str, Effect]:
    """Estimate the quantities that headline claims are about."""
    parts = ratios(complete)
    return {name: bootstrap.effect(complete, *parts[name]) for name in HEADLINE}


def residual(bootstrap: Bootstrap, complete: Units) -> Residual:
    """Estimate rescue among the units whose CLEAN record failed."""
    net, failed = ratios(complete)["net_rescue"]
    gold, sham = complete.flag("GOLD", "success"), complete.flag("SHAM", "success")
    attributable = complete.mask("GOLD", "label", "attributable")
    return Residual(
        clean_failed=int(failed.sum()),
        rescue_gold=bootstrap.rate(complete, gold, failed),
        rescue_sham=bootstrap.rate(complete, sham, failed),
        net_rescue=bootstrap.effect(complete, net, failed),
        attributable=int(attributable.sum()),
        placebo=int(complete.flag("SHAM", "placebo").sum()),
        cleaned_gold=bootstrap.rate(complete, gold & ~attributable),
    )


def surface_summary(units: Units, complete: Units) -> SurfaceSummary:
    """Give the point estimates of one surface's units."""
    failed = ~complete.flag("CLEAN", "success")
    differences = {name: difference(complete, *arms) for name, arms in CONTRASTS.items()}
    net = differences["delta_gs"][failed]
    attributable = complete.mask("GOLD", "label", "attributable")
    gold = complete.flag("GOLD", "success")
    return SurfaceSummary(
        units=len(complete),
        success={c: plain_rate(complete.flag(c, "success")) for c in CONDITIONS},
        net_rescue=float(net.mean()) if len(net) else None,
        rescue_gold=plain_rate(gold, failed),
        rescue_sham=plain_rate(complete.flag("SHAM", "success"), failed),
        attributable=int(attributable.sum()),
        placebo=int(complete.flag("SHAM", "placebo").sum()),
        cleaned_gold=plain_rate(gold & ~attributable),
        separations=separations(complete),
        distributions=distributions(complete),
        engine_errors={c: int(units.mask(c, "outcome", "engine_error").sum()) for c in CONDITIONS},
        **{name: float(d.mean()) if len(d) else None for name, d in differences.items()},
    )
