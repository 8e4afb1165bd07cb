"""The raw records behind a triplet, and one condition of it written out step by step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from earned.audits.acquabench.frozen import CaseArm, CaseStep
from earned.audits.acquabench.score_row import ScoreRow
from earned.audits.acquabench.scores import displayed_sources
from earned.errors import UserError
from earned.records.artifact import Arm, Artifact
from earned.records.evidence import Item
from earned.records.population import Member
from earned.records.trajectory import Step, Trajectory
from earned.scores.coloc import coloc
from earned.scores.hotpot import exact_match, f1_parts, f1_value

Key = tuple[str, str, str, str, str, int]


@dataclass(frozen=True)
class Records:
    """Trajectories, items and artifacts of a study, found by what a score row names."""

    runs: Mapping[Key, Trajectory]
    items: Mapping[str, Item]
    artifacts: Mapping[tuple[str, str], Artifact]

    @classmethod
    def behind(
        cls,
        rows: Sequence[ScoreRow],
        runs: Iterable[Trajectory],
        members: Iterable[Member],
        artifacts: Iterable[Artifact],
    ) -> Records:
        """Keep what is behind some rows, of records that may come in any order.

        Raises:
            UserError: two trajectories of one unit, condition and repeat.
        """
        keys, qids = {_key(row) for row in rows}, {row.qid for row in rows}
        return cls(
            {_key(run): run for run in _single(runs) if _key(run) in keys},
            {m.item.qid: m.item for m in members if m.item.qid in qids},
            {(a.regime, a.qid): a for a in artifacts if a.qid in qids},
        )

    def run(self, row: ScoreRow) -> Trajectory:
        """Find the trajectory that a row scores."""
        if _key(row) not in self.runs:
            raise _missing("trajectory", row, "stage agents")
        return self.runs[_key(row)]

    def item(self, row: ScoreRow) -> Item:
        """Find a row's item."""
        if row.qid not in self.items:
            raise _missing("item", row, "stage population")
        return self.items[row.qid]

    def artifact(self, row: ScoreRow) -> Artifact:
        """Find a row's frozen interventions."""
        if (row.regime, row.qid) not in self.artifacts:
            raise _missing("artifact", row, "stage artifacts")
        return self.artifacts[row.regime, row.qid]


def _single(runs: Iterable[Trajectory]) -> Iterator[Trajectory]:
    """Pass trajectories on, as long as none comes twice."""
    seen: set[Key] = set()
    for run in runs:
        if _key(run) in seen:
            raise UserError(
                f"qid {run.qid}, surface {run.surface}, {run.condition}: two records",
                where="trajectories",
                remedy="run stage agents again",
            )
        seen.add(_key(run))
        yield run


def _key(record: ScoreRow | Trajectory) -> Key:
    return (
        record.regime,
        record.model,
        record.surface,
        record.qid,
        record.condition,
        record.repeat,
    )


def _missing(kind: str, row: ScoreRow, stage: str) -> UserError:
    return UserError(
        f"qid {row.qid}, surface {row.surface}, {row.condition}: no {kind} behind the score",
        where="cases",
        remedy=f"run {stage} again",
    )


def write_out(run: Trajectory, item: Item, arm: Arm | None, display_chars: int) -> CaseArm:
    """Write one condition out, with its scores computed from the trajectory alone.

    Args:
        run: the raw trajectory.
        item: its item.
        arm: what the condition changes; None under CLEAN.
        display_chars: characters shown of one source.

    Returns:
        The arm. A forced finish is its last step, and not among `step_count`.
    """
    seen = displayed_sources(run, item, arm, display_chars)
    continuations = (*run.steps, *([run.forced] if run.forced else []))
    steps = tuple(_step(n, step, item, arm) for n, step in enumerate(continuations, 1))
    return CaseArm(
        condition=run.condition,
        supplied=arm.value if arm else "",
        prediction=run.prediction,
        em=int(exact_match(run.prediction, run.reference)),
        f1=f1_value(f1_parts(run.prediction, run.reference)),
        coloc=coloc(run.question, run.prediction, seen).coloc.value,
        steps=steps,
        step_count=len(run.steps),
        exposure=tuple(dict.fromkeys(sentence for step in steps for sentence in step.planted)),
        outcome=run.outcome,
    )


def _step(number: int, step: Step, item: Item, arm: Arm | None) -> CaseStep:
    titles = {source.source_id: source.title for source in item.sources}
    planted = {one.source_id: one.sentence for one in (arm.planted if arm else ())}
    return CaseStep(
        step=number,
        thought=step.thought,
        action="" if step.action is None else f"{step.action}[{step.argument}]",
        shown=tuple(titles[source_id] for source_id in step.shown),
        planted=tuple(planted[source_id] for source_id in step.shown if source_id in planted),
    )
