"""Stage scores of AcquaBench: from trajectories to scores, exposure and labels. No engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import tee

from earned.agents.display import display_text
from earned.audits.acquabench.conditions import sources_under
from earned.audits.acquabench.labels import is_placebo, label
from earned.audits.acquabench.params import ScoreParams
from earned.audits.acquabench.score_row import ScoreRow
from earned.audits.acquabench.surfaces import ACTIONS
from earned.config.base import validate_config
from earned.errors import UserError
from earned.records.artifact import Arm, Artifact
from earned.records.evidence import Item
from earned.records.population import Member
from earned.records.trajectory import Step, Trajectory
from earned.scores.coloc import DisplayedSource, coloc, string_match
from earned.scores.hotpot import exact_match, f1_parts, f1_value, is_success
from earned.scores.lenient import lenient_match
from earned.scores.usage import Usage, usages

ROW = ScoreRow


def run(
    trajectories: Iterable[Trajectory],
    members: Iterable[Member],
    artifacts: Iterable[Artifact],
    parameters: Mapping[str, object],
) -> list[ScoreRow]:
    """Score one cell; rows come in the order of the trajectories."""
    config = validate_config(ScoreParams, parameters, where="scores")
    items = {member.item.qid: member.item for member in members}
    frozen = {artifact.qid: artifact for artifact in artifacts}
    known, again = tee(_known(trajectories, items, frozen))
    unlabelled = [
        _score(run, items[run.qid], frozen[run.qid], config, used)
        for run, used in zip(known, usages(again), strict=True)
    ]
    clean = {_unit(row): row for row in unlabelled if row.condition == "CLEAN"}
    return [_labelled(row, clean.get(_unit(row))) for row in unlabelled]


def _unit(row: ScoreRow) -> tuple[str, str, int]:
    return row.qid, row.surface, row.repeat


def _known(
    trajectories: Iterable[Trajectory], items: Mapping[str, Item], frozen: Mapping[str, Artifact]
) -> Iterator[Trajectory]:
    for run in trajectories:
        for kind, known in (("item", items), ("artifact", frozen)):
            if run.qid not in known:
                raise UserError(f"no {kind} for qid {run.qid}", where="trajectories",
                                remedy="run stage agents again")  # fmt: skip
        yield run


def _score(
    run: Trajectory, item: Item, artifact: Artifact, config: ScoreParams, used: Usage
) -> ScoreRow:
    arm = artifact.arms.get(run.condition)
    seen = displayed_sources(run, item, arm, config.display_chars)
    parts = f1_parts(run.prediction, run.reference)
    single = coloc(run.question, run.prediction, seen)
    exposed_step = next((n for n, s in enumerate(run.steps, 1) if s.planted_shown), None)
    planted = arm.planted if arm else ()
    seen_planted = {i for step in run.steps for i in step.planted_shown}
    return ScoreRow(
        qid=run.qid,
        regime=run.regime,
        model=run.model,
        surface=run.surface,
        condition=run.condition,
        repeat=run.repeat,
        outcome=run.outcome,
        prediction=run.prediction,
        reference=run.reference,
        em=exact_match(run.prediction, run.reference),
        f1_common=parts.common,
        f1_predicted=parts.predicted,
        f1_reference=parts.reference,
        f1=f1_value(parts),
        success=is_success(run.prediction, run.reference, Fraction(config.scoring.f1_percent, 100)),
        lenient_match=lenient_match(run.prediction, run.reference),
        decoy_match=exact_match(run.prediction, artifact.arms["SHAM"].value),
        supplied_match=arm is not None and exact_match(run.prediction, arm.value),
        coloc=single.coloc.value,
        coloc_numerator=single.coloc.numerator,
        coloc_denominator=single.coloc.denominator,
        coloc_content=single.coloc_content.value,
        string_match=string_match(run.reference, seen),
        exposed=exposed_step is not None,
        exposed_step=exposed_step,
        value_shown=any(planted[i].holds_value for i in seen_planted),
        all_shown=bool(planted) and len(seen_planted) == len(planted),
        label="missing",
        placebo=False,
        **_counters(run),
        **used._asdict(),
    )


def displayed_sources(
    run: Trajectory, item: Item, arm: Arm | None, display_chars: int
) -> list[DisplayedSource]:
    """Give (title, text as displayed) of the distinct observed sources, in order of exposure."""
    sources = {source.source_id: source for source in sources_under(item, arm)}
    order = dict.fromkeys(source_id for step in run.steps for source_id in step.shown)
    strange = [i for i in order if i not in sources]
    if strange:
        raise UserError(f"qid {run.qid} was shown {strange[0]}, which is no source of its item",
                        where="trajectories", remedy="run stage agents again")  # fmt: skip
    return [(sources[i].title, display_text(sources[i].text, display_chars)) for i in order]


def _counters(run: Trajectory) -> dict[str, int]:
    steps: Sequence[Step] = run.steps
    return {
        "steps": len(steps),
        "forced": run.forced is not None,
        "parse_failures": sum(step.action is None for step in steps),
        "mismatches": sum(
            step.action in ACTIONS and "action_mismatch" in step.diagnostics for step in steps
        ),
        "dropped_actions": sum(step.dropped_actions for step in steps),
        "empty_queries": sum(step.empty_query for step in steps),
        "capped_steps": run.capped_steps,
    }


def _labelled(row: ScoreRow, clean: ScoreRow | None) -> ScoreRow:
    return row.model_copy(
        update={"label": label(row, clean), "placebo": is_placebo(row, clean)},
    )
