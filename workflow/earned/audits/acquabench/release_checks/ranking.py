"""Each search again: one ranking serves all conditions, surfaces and models."""

from __future__ import annotations

from collections.abc import Iterator

from earned.agents.evidence_store import EvidenceStore
from earned.audit.report import AuditReport
from earned.audits.acquabench.conditions import sources_under
from earned.audits.acquabench.release_checks.cells import Cell
from earned.audits.acquabench.surfaces import surface_named
from earned.records.trajectory import Step, Trajectory


def check_ranking(cell: Cell, report: AuditReport) -> None:
    """Search each query anew in its condition's sources, and compare with what was shown."""
    if cell.items is None or cell.artifacts is None or report.missing(cell.where):
        return  # told once for the whole study
    own = surface_named(cell.params.surface).action
    for run in cell.runs:
        if run.qid not in cell.items or run.qid not in cell.artifacts:
            report.fail(cell.where, f"qid {run.qid}: no such question or planted source")
            continue
        for number, wrong in _differences(run, own, cell):
            report.fail(cell.where, f"qid {run.qid}, run {run.repeat}, {run.condition}: step "
                        f"{number} {wrong}")  # fmt: skip
        report.held("searches ranked again", sum(step.action == own for step in run.steps))


def _differences(run: Trajectory, own: str, cell: Cell) -> Iterator[tuple[int, str]]:
    assert cell.items is not None
    assert cell.artifacts is not None
    arm = cell.artifacts[run.qid].arms.get(run.condition)
    store = EvidenceStore(sources_under(cell.items[run.qid], arm))
    planted = [one.source_id for one in (arm.planted if arm else ())]
    for number, step in enumerate(run.steps, start=1):
        if step.action == own and (wrong := _wrong(step, store, planted, cell.params.agent.top_k)):
            yield number, wrong


def _wrong(step: Step, store: EvidenceStore, planted: list[str], top_k: int) -> str:
    found = store.search(step.argument, top_k)
    if step.shown != found.source_ids:
        return "was shown other sources, or in another order, than the ranking gives"
    if step.empty_query != found.empty_query:
        return "is wrong on whether its query was empty"
    if step.planted_shown != tuple(i for i, p in enumerate(planted) if p in found.source_ids):
        return "is wrong on which planted sources were shown"
    return ""
