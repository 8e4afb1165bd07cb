"""The chosen units, told step by step from their raw trajectories."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from earned.explain.choice import Chosen
from earned.explain.evidence import Evidence
from earned.explain.frames import Key, Marked
from earned.explain.record import Example, ExampleArm, ExampleStep, ShownSource
from earned.explain.trajectories import Raw
from earned.records.artifact import Arm, Artifact
from earned.records.base import Record
from earned.records.files import validate
from earned.records.population import Member
from earned.records.trajectory import Step, Trajectory

R = TypeVar("R", bound=Record)


@dataclass
class Sources:
    """What the agents of some questions could see: titles, and the planted sources of each arm."""

    titles: dict[str, str] = field(default_factory=dict)
    arms: dict[tuple[str, str, str], Arm] = field(default_factory=dict)
    """(qid, regime, condition) to what was planted."""

    @classmethod
    def read(cls, evidence: Evidence, audit: str, keys: Iterable[Key]) -> Sources:
        """Read the sources of the questions that some trajectories are about."""
        made, wanted = cls(), list(keys)
        qids = {key.qid for key in wanted}
        for member in _of_qids(evidence, f"{audit}/population/items.jsonl", Member, qids):
            made.titles |= {source.source_id: source.title for source in member.item.sources}
        for regime in dict.fromkeys(key.regime for key in wanted):
            name = f"{audit}/artifacts/{regime}/artifacts.jsonl"
            for artifact in _of_qids(evidence, name, Artifact, qids):
                for condition, arm in artifact.arms.items():
                    made.arms[artifact.qid, regime, condition] = arm
        return made


def _of_qids(evidence: Evidence, name: str, model: type[R], qids: set[str]) -> Iterator[R]:
    for number, line in evidence.lines(name, f"records of stage {name.split('/')[1]}"):
        if any(qid in line for qid in qids):
            value = evidence.parsed(name, number, line)
            yield validate(model, value, where=f"{evidence.root / name}, line {number}")


def told(chosen: Sequence[Chosen], raw: Mapping[Key, Raw], sources: Sources) -> tuple[Example, ...]:
    """Tell the chosen units; one without any trajectory in the folder is left out."""
    return tuple(made for one in chosen if (made := _example(one, raw, sources)))


def _example(chosen: Chosen, raw: Mapping[Key, Raw], sources: Sources) -> Example | None:
    arms = [(row, raw[row.key].whole()) for row in chosen.rows if row.key in raw]
    if not arms:
        return None
    first = arms[0][1]
    return Example(
        qid=first.qid,
        regime=first.regime,
        surface=first.surface,
        question=first.question,
        reference=first.reference,
        why=chosen.why,
        arms=tuple(_arm(row, run, sources) for row, run in arms),
    )


def _arm(row: Marked, run: Trajectory, sources: Sources) -> ExampleArm:
    planted = sources.arms.get((run.qid, run.regime, run.condition))
    steps = [(step, False) for step in run.steps]
    if run.forced is not None:
        steps.append((run.forced, True))
    return ExampleArm(
        model=run.model,
        condition=run.condition,
        repeat=run.repeat,
        supplied=planted.value if planted else "",
        prediction=run.prediction,
        outcome=run.outcome,
        error=run.error,
        success=row.success,
        counted=row.counted,
        steps=tuple(_step(step, forced, planted, sources) for step, forced in steps),
    )


def _step(step: Step, forced: bool, planted: Arm | None, sources: Sources) -> ExampleStep:
    marked = {planted.planted[n].source_id for n in step.planted_shown
              if planted and n < len(planted.planted)}  # fmt: skip
    return ExampleStep(
        action=step.action or "",
        argument=step.argument,
        shown=tuple(
            ShownSource(source_id=name, title=sources.titles.get(name, ""), planted=name in marked)
            for name in step.shown
        ),
        planted=len(step.planted_shown),
        forced=forced,
    )
