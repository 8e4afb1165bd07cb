"""Stage cases of AcquaBench: one triplet for each model and regime, chosen by rule."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import polars as pl

from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.frozen import Cases, MechanismCase
from earned.audits.acquabench.mechanism.choose import RULES, Chosen, choose
from earned.audits.acquabench.mechanism.raw import Records, write_out
from earned.audits.acquabench.mechanism.verify import verify
from earned.audits.acquabench.params import CaseParams
from earned.audits.acquabench.score_row import ScoreRow
from earned.config.base import validate_config
from earned.records.artifact import Artifact
from earned.records.population import Member
from earned.records.trajectory import Trajectory

ROW = ScoreRow


def run(
    scores: Sequence[pl.DataFrame],
    runs: Iterable[Trajectory],
    members: Iterable[Member],
    artifacts: Iterable[Artifact],
    parameters: Mapping[str, object],
) -> Cases:
    """Choose the cases and write them out (AcquaBench, Audited Mechanism Cases).

    Nothing depends on the order of the inputs.

    Args:
        scores: one table per cell.
        runs: the trajectories of all cells; only those of a case are kept.
        members: the population.
        artifacts: those of all regimes.
        parameters: `CaseParams`.

    Returns:
        A case for each model, by alias, and each regime with a rule, where a triplet fits it.

    Raises:
        UserError: a chosen triplet's raw records contradict the score table or the artifact.
    """
    config = validate_config(CaseParams, parameters, where="cases")
    table = pl.concat(scores)
    chosen = [
        one
        for model in config.models
        for regime, rule in RULES.items()
        if (of_model := _of(table, model, regime)).height and (one := choose(of_model, rule))
    ]
    wanted = [row for one in chosen for row in one.rows.values()]
    records = Records.behind(wanted, runs, members, artifacts)
    return Cases(cases=tuple(_case(one, records, config) for one in chosen))


def _of(table: pl.DataFrame, model: str, regime: str) -> pl.DataFrame:
    return table.filter((pl.col("model") == model) & (pl.col("regime") == regime))


def _case(chosen: Chosen, records: Records, config: CaseParams) -> MechanismCase:
    row = chosen.rows[CONDITIONS[0]]
    item, artifact = records.item(row), records.artifact(row)
    runs = {condition: records.run(chosen.rows[condition]) for condition in CONDITIONS}
    shown = config.display_chars[row.model]
    arms = {c: write_out(runs[c], item, artifact.arms.get(c), shown) for c in CONDITIONS}
    return MechanismCase(
        regime=row.regime,
        model=row.model,
        label=row.model,
        surface=row.surface,
        qid=row.qid,
        question=item.question,
        reference=item.answer,
        rule=chosen.rule,
        candidates=chosen.candidates,
        arms=tuple(arms.values()),
        verified=verify(arms, runs, chosen.rows, item, artifact),
    )
