"""Everything of one model in one regime, from its score table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.estimands.bootstrap import Bootstrap
from earned.audits.acquabench.estimands.detectors import detectors, distributions
from earned.audits.acquabench.estimands.effects import (
    arm_summary,
    contrasts,
    residual,
    surface_summary,
)
from earned.audits.acquabench.estimands.noise import repeat_noise
from earned.audits.acquabench.estimands.power import power
from earned.audits.acquabench.estimands.sensitivity import sensitivity
from earned.audits.acquabench.estimands.units import Units
from earned.audits.acquabench.estimands.usage import model_usage
from earned.audits.acquabench.estimands.verdicts import judge
from earned.audits.acquabench.frozen import (
    Judged,
    ModelAnalysis,
    Quality,
    QualityOverall,
    Rate,
    Sensitivity,
    StyleProbe,
    Verdict,
)
from earned.audits.acquabench.params import AnalysisParams, ModelLabel

WITHHELD: Verdict = "not evaluated"
DEVELOPMENT = "a development run"


@dataclass(frozen=True)
class Data:
    """The units of one model in one regime; headline figures are those of the first run."""

    regime: str
    model: str
    known: ModelLabel
    scores: pl.DataFrame
    runs: dict[int, Units]
    units: Units
    complete: Units

    @classmethod
    def of(cls, scores: pl.DataFrame, regime: str, model: str, known: ModelLabel) -> Data:
        """Align a model's scores, run by run."""
        parts = scores.partition_by("repeat", as_dict=True)
        runs = {int(n): Units.of(frame) for (n,), frame in sorted(parts.items())}
        first = runs[min(runs)]
        return cls(regime, model, known, scores, runs, first, first.complete())

    @classmethod
    def of_study(cls, tables: Sequence[pl.DataFrame], config: AnalysisParams) -> list[Data]:
        """Align every score table of a study, sorted by regime and model."""
        parts = pl.concat(tables).partition_by("regime", "model", as_dict=True)
        return [
            cls.of(parts[at], str(at[0]), str(at[1]), config.known(str(at[1])))
            for at in sorted(parts)
        ]

    @property
    def key(self) -> str:
        """The analysis key, e.g. `d0_reader`."""
        return f"{self.regime.lower()}_{self.model}"


def analyse(
    data: Data, config: AnalysisParams, bootstrap: Bootstrap, probe: StyleProbe | None
) -> ModelAnalysis:
    """Estimate everything of one model in one regime.

    Args:
        data: its units.
        config: surfaces, scorer, bootstrap and verdict rules of the study.
        bootstrap: the study's draws.
        probe: the style control's gate, which its verdicts hang on.
    """
    units, complete, known = data.units, data.complete, data.known
    run_on = set(data.scores["surface"])
    surfaces = tuple(s for s in config.surfaces if s in run_on)
    effects, left = contrasts(bootstrap, complete), residual(bootstrap, complete)
    fault = DEVELOPMENT if known.development else _gate_fault(data.regime, probe)
    choices = sensitivity(bootstrap, complete, surfaces, config.verdicts, config.scoring)
    judged = {**effects, "net_rescue": left.net_rescue}
    return ModelAnalysis(
        regime=data.regime,
        model=data.model,
        label=known.label,
        control=known.control,
        development=known.development,
        surfaces=surfaces,
        units=len(units),
        complete_units=len(complete),
        qids=len(complete.clusters[0]),
        arms={c: arm_summary(bootstrap, units, complete, c) for c in CONDITIONS},
        effects=effects,
        residual=left,
        detectors=detectors(bootstrap, complete),
        distributions=distributions(complete),
        by_surface={
            s: surface_summary(units.on_surface(s), complete.on_surface(s)) for s in surfaces
        },
        quality={c: _quality(units.arms[c]) for c in CONDITIONS},
        quality_overall=_overall(pl.concat([units.arms[c] for c in CONDITIONS])),
        verdicts={r.estimand: _withheld(judge(r, judged), fault) for r in config.verdicts},
        usage=model_usage(data.scores, known.price, surfaces, coupled=config.coupling),
        sensitivity=_without_verdicts(choices) if fault else choices,
        power=power(complete),
        noise=repeat_noise(data.runs),
    )


def _gate_fault(regime: str, probe: StyleProbe | None) -> str:
    """Say why nothing is claimed of the style control; empty where its gate passed."""
    if regime != "style" or (probe is not None and probe.passed):
        return ""
    return f"the style gate failed: {', '.join(probe.faults) if probe else 'it was not probed'}"


def _withheld(judged: Judged, fault: str) -> Judged:
    if not fault:
        return judged
    return judged.model_copy(update={"verdict": WITHHELD, "why": fault})


def _without_verdicts(choices: Sensitivity) -> Sensitivity:
    """Judge no variant either, so that none differs from the headline."""
    variants = {
        key: one.model_copy(update={"verdicts": dict.fromkeys(one.verdicts, WITHHELD)})
        for key, one in choices.variants.items()
    }
    return Sensitivity(variants=variants, moved=dict.fromkeys(choices.moved, ()))


def _overall(records: pl.DataFrame) -> QualityOverall:
    found = _quality(records)
    return QualityOverall(
        records=found.records,
        forced=Rate(
            numerator=found.forced,
            denominator=found.records,
            value=found.forced / found.records if found.records else None,
        ),
        parse_failures=found.parse_failures,
        mean_steps=found.mean_steps,
    )


def _quality(records: pl.DataFrame) -> Quality:
    counters = ("forced", "parse_failures", "mismatches", "dropped_actions", "empty_queries",
                "capped_steps")  # fmt: skip
    mean = records["steps"].mean() if records.height else None
    return Quality(
        records=records.height,
        mean_steps=float(mean) if isinstance(mean, int | float) else None,
        **{name: int(records[name].sum()) for name in counters},
    )
