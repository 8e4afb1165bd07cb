"""The rows of the paper's tables, joined and brought to our keys and units."""

from __future__ import annotations

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.estimands.printed_file import (
    CaseRow,
    DistributionRow,
    MainRow,
    PopulationRow,
    PrintedFile,
    QualityRow,
    StyleRow,
    SurfaceRow,
)
from earned.audits.acquabench.frozen import (
    AnswerLength,
    Printed,
    PublishedAnalysis,
    PublishedCase,
    PublishedCaseArm,
    PublishedDistribution,
    PublishedPopulation,
    PublishedQuality,
    Rate,
    Spread,
)

DIGITS = 6
"""Division by 100 leaves binary noise; no figure has as many digits as these."""


def share(percent: float) -> float:
    """Turn percent, or percentage points, into a proportion."""
    return round(percent / 100, DIGITS)


def proportion(printed: tuple[float, float, float]) -> Printed:
    """Turn `[value, low, high]` in percentage points into proportions."""
    value, low, high = map(share, printed)
    return Printed(value=value, low=low, high=high)


def _plain(printed: tuple[float, float, float]) -> Printed:
    value, low, high = printed
    return Printed(value=value, low=low, high=high)


def published_analyses(file: PrintedFile) -> dict[str, PublishedAnalysis]:
    """Join all that the paper prints of each model and regime, in its order, style control last."""
    joined = {row.key: _analysis(file, row) for row in file.main}
    return {**joined, f"style_{file.style.model}": _style(file, file.style)}


def _analysis(file: PrintedFile, row: MainRow) -> PublishedAnalysis:
    detector = next(one for one in file.detector if one.key == row.key)
    cleaned = file.audit_cleaned_d0.get(row.model) if row.regime == "D0" else None
    return PublishedAnalysis(
        regime=row.regime,
        model=row.model,
        checkpoint=file.models[row.model],
        units=row.n,
        success=_success(row),
        effects={
            "delta_gc": proportion(row.delta_gc_pp),
            "delta_gs": proportion(row.delta_gs_pp),
            "net_rescue": proportion(row.net_rescue_pp),
        },
        cleaned_gold=_of(cleaned[0], row.n) if cleaned else None,
        positives=detector.n_positive,
        negatives={"earned": detector.n_earned, "sham": detector.n_sham},
        detectors={
            "coloc_vs_earned": _plain(detector.auroc_vs_earned),
            "coloc_vs_sham": _plain(detector.auroc_vs_sham),
        },
        distributions=next(
            (_distributions(one) for one in file.coloc_distribution if one.key == row.key), {}
        ),
        by_surface={one.surface: _surface(one) for one in file.by_surface if one.key == row.key},
        quality=next((_quality(one) for one in file.quality if one.key == row.key), None),
        case=next((_case(one) for one in file.cases if one.key == row.key), None),
    )


def _style(file: PrintedFile, row: StyleRow) -> PublishedAnalysis:
    return PublishedAnalysis(
        regime="style",
        model=row.model,
        checkpoint=file.models.get(row.model, row.model),
        units=row.n,
        success=_success(row),
        effects={"net_rescue": Printed(value=share(row.net_rescue_pp))},
        rescue={
            "rescue_gold": Printed(value=share(row.rescue_gold_pct)),
            "rescue_sham": Printed(value=share(row.rescue_sham_pct)),
        },
        positives=row.positives,
        negatives={"earned": row.clean, "sham": row.sham},
        detectors={
            "coloc_vs_earned": _plain(row.auroc_vs_earned),
            "coloc_vs_sham": _plain(row.auroc_vs_sham),
            "string_match_vs_earned": _plain(row.string_match_auroc_vs_earned),
        },
    )


def _success(row: MainRow | StyleRow) -> dict[str, Rate]:
    counts = zip(CONDITIONS, (row.clean, row.gold, row.sham), strict=True)
    return {condition: _of(count, row.n) for condition, count in counts}


def _of(count: int, units: int) -> Rate:
    return Rate(numerator=count, denominator=units, value=count / units)


def _distributions(row: DistributionRow) -> dict[str, PublishedDistribution]:
    classes = {
        "attributable": row.attributable_gold,
        "earned": row.earned_clean,
        "sham": row.exposed_sham,
    }
    return {
        name: PublishedDistribution(n=int(n), median=median, q1=q1, q3=q3)
        for name, (n, median, q1, q3) in classes.items()
    }


def _surface(row: SurfaceRow) -> dict[str, float]:
    return {
        "delta_gc": share(row.delta_gc_pp),
        "delta_gs": share(row.delta_gs_pp),
        "delta_sc": share(row.delta_sc_pp),
        "net_rescue": share(row.net_rescue_pp),
    }


def _quality(row: QualityRow) -> PublishedQuality:
    return PublishedQuality(
        records=row.trajectories,
        forced=share(row.forced_finish_pct),
        parse_failures=row.parse_failures,
        mean_steps=row.mean_steps,
    )


def _case(row: CaseRow) -> PublishedCase:
    return PublishedCase(
        surface=row.surface,
        qid=row.qid,
        arms={
            name.upper(): PublishedCaseArm(
                em=em, f1=f1, coloc=coloc, step_count=row.steps.get(name)
            )
            for name, (em, f1, coloc) in row.em_f1_coloc.items()
        },
    )


def published_populations(file: PrintedFile) -> dict[str, PublishedPopulation]:
    """Bring the printed populations to our form, keyed by regime."""
    return {row.regime: _population(row) for row in file.populations}


def _population(row: PopulationRow) -> PublishedPopulation:
    modes = {"append": row.append, "standalone": row.standalone}
    gate = {"GOLD": row.gate_gold_min_max_mean, "SHAM": row.gate_sham_min_max_mean}
    out = row.parent - row.paired
    return PublishedPopulation(
        parent=row.parent,
        templates=row.templates,
        alias_eligible=row.alias_eligible,
        paired=row.paired,
        rejected=row.rejected,
        accepted_answers=_length(row.paired, row.accepted_answer_words, row.accepted_answer_chars),
        rejected_answers=_length(out, row.rejected_answer_words, row.rejected_answer_chars),
        modes={name: items for name, items in modes.items() if items is not None},
        gate={
            condition: Spread(low=spread[0], high=spread[1], mean=spread[2])
            for condition, spread in gate.items()
            if spread is not None
        },
    )


def _length(items: int, words: float | None, chars: float | None) -> AnswerLength | None:
    return None if words is None else AnswerLength(items=items, words=words, chars=chars)
