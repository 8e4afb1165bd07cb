"""The report on a second scorer, as a record and as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from earned.records.rescored import (
    EffectPair,
    Estimate,
    FlippedAnswer,
    Rescored,
    RescoredItem,
    ScorerNote,
)
from earned.render.display import MISSING, show
from earned.render.escape import escape_markdown
from earned.render.templating import template
from earned.rescore.flips import flipped_answers, flips

TEMPLATES = Path(__file__).with_name("templates")


def reported(
    study: str,
    audit: str,
    scorer: ScorerNote,
    items: Sequence[RescoredItem],
    effects: Sequence[EffectPair],
) -> Rescored:
    """Put together what a second scorer changes.

    Args:
        study: its name.
        audit: the audit that was rescored.
        scorer: the second scorer.
        items: every record under both scorers.
        effects: under both; the first scorer's were compared with the frozen results.
    """
    lost = flipped_answers(items, to_right=False)
    return Rescored(
        study=study,
        audit=audit,
        scorer=scorer,
        records=len(items),
        adds_only=not lost,
        flips=flips(items),
        accepted=flipped_answers(items, to_right=True),
        lost=lost,
        effects=tuple(effects),
        changed=tuple(f"{pair.analysis}/{pair.estimand}" for pair in effects if pair.changed),
        effects_equal=len(effects),
    )


def markdown(report: Rescored) -> str:
    """Write the report for people."""
    counts = {
        "to_right": sum(row.wrong_to_right for row in report.flips),
        "to_wrong": sum(row.right_to_wrong for row in report.flips),
    }
    levels = sorted({show(pair.first.interval.level, "level") for pair in report.effects})
    made = template(TEMPLATES, "report.md.j2", escape_markdown)
    return made.render(
        report=report, counts=counts, level="/".join(levels), points=_points, arms=_arms
    )


def _points(estimate: Estimate) -> str:
    interval = estimate.interval
    shown = show(interval.point, "points")
    if interval.low is None or interval.high is None:
        return f"{shown} (no interval)" if shown != MISSING else MISSING
    return f"{shown} [{show(interval.low, 'points')}, {show(interval.high, 'points')}]"


def _arms(answer: FlippedAnswer) -> str:
    return ", ".join(f"{condition} {records}" for condition, records in answer.arms.items())
