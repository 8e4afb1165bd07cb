"""What the three conditions of a unit share: question, model, surface, mode, actions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from earned.agents.parser import FINISH
from earned.audit.report import AuditReport
from earned.audits.acquabench.release_checks.cells import NAME, Cell
from earned.audits.acquabench.surfaces import ACTIONS, surface_named
from earned.records.trajectory import Step, Trajectory

SHARED = ("question", "reference", "mode", "coupled", "system_folded", "transcript_in_user")
MISMATCH = "action_mismatch"


def check_units(cell: Cell, report: AuditReport) -> None:
    """Compare a cell's records with the cell, and the conditions of each unit with each other."""
    units: dict[tuple[str, int], list[Trajectory]] = defaultdict(list)
    for run in cell.runs:
        units[run.qid, run.repeat].append(run)
        for wrong in (*_of_another_cell(run, cell), *_actions(run, cell)):
            report.fail(cell.where, f"{_named(run)}: {wrong}")
    for runs in units.values():
        for name in SHARED:
            if len({getattr(run, name) for run in runs}) > 1:
                report.fail(cell.where, f"qid {runs[0].qid}, run {runs[0].repeat}: {name} differs "
                            "across conditions")  # fmt: skip
    report.held("units whose conditions share question, mode and action names", len(units))
    crossed = sum(MISMATCH in step.diagnostics for run in cell.runs for step in run.steps)
    if crossed:
        report.held("steps that named another surface's action, counted as such", crossed)


def _named(run: Trajectory) -> str:
    return f"qid {run.qid}, run {run.repeat}, {run.condition}"


def _of_another_cell(run: Trajectory, cell: Cell) -> Iterator[str]:
    """Say what a record says of itself that its cell is not."""
    params = cell.params
    known = {"audit": NAME, "model": params.model, "regime": params.regime,
             "surface": params.surface, "coupled": params.coupling}  # fmt: skip
    for name, value in known.items():
        if getattr(run, name) != value:
            yield f"{name} is {getattr(run, name)}, its cell's is {value}"
    item = cell.items.get(run.qid) if cell.items is not None else None
    if cell.items is not None and item is None:
        yield "no such question in the population"
    elif item is not None and not _redacted(run.question):
        for name, value in (("question", item.question), ("reference", item.answer)):
            if getattr(run, name) != value:
                yield f"its {name} is not the population's"


def _redacted(text: str) -> bool:
    return text.startswith("[withheld") or "[redacted]" in text


def _actions(run: Trajectory, cell: Cell) -> Iterator[str]:
    """Say which action of a record is none of its surface's."""
    own = surface_named(cell.params.surface).action
    for number, step in enumerate(run.steps, start=1):
        crossed = MISMATCH in step.diagnostics
        if step.action in ACTIONS and (step.action != own) != crossed:
            yield f"step {number} has action {step.action}, the surface's is {own}"
        elif step.action not in (None, FINISH, *ACTIONS):
            yield f"step {number} has the unknown action {step.action}"
        elif step.action != own and _saw(step):
            yield f"step {number} was shown sources without the surface's action {own}"
    if run.forced is not None and (run.forced.action not in (None, FINISH) or _saw(run.forced)):
        yield "its forced finish is none"


def _saw(step: Step) -> bool:
    return bool(step.shown or step.planted_shown or step.empty_query)
