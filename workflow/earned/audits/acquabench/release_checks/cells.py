"""The cells of a study as a release holds them: what ran, on what, and what it did."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from earned.audit.report import AuditReport
from earned.audits.acquabench.params import AgentParams
from earned.audits.acquabench.plan import cells as planned
from earned.audits.acquabench.plan import parameters, regimes
from earned.config.published import published_study
from earned.lineage.stage import LINEAGE
from earned.records.artifact import Artifact
from earned.records.evidence import Item
from earned.records.files import read_record, read_records
from earned.records.lineage import Lineage
from earned.records.population import Member
from earned.records.trajectory import Trajectory

NAME = "acquabench"
TRAJECTORIES = "trajectories.jsonl"


@dataclass(frozen=True)
class Cell:
    """One model in one regime on one surface.

    Attributes:
        root: the results folder.
        where: path of its trajectories, relative to the results.
        folder: where they lie.
        params: what the cell was given, by the study's configuration.
        runs: its trajectories.
        items: qid to question; None where the release withholds them.
        artifacts: qid to planted sources; None where the release withholds them.
        expected: qids that the cell must have, in order; None where that cannot be told.
    """

    root: Path
    where: str
    folder: Path
    params: AgentParams
    runs: tuple[Trajectory, ...]
    items: Mapping[str, Item] | None
    artifacts: Mapping[str, Artifact] | None
    expected: tuple[str, ...] | None


def read_cells(root: Path, report: AuditReport) -> list[Cell]:
    """Read every cell that the study's configuration names; one that cannot be read is a failure.

    Raises:
        UserError: the configuration, the questions or the planted sources cannot be read.
    """
    study = published_study(root)
    members = _members(root, report)
    sources = {regime: _artifacts(root, regime, report) for regime in regimes(study)}
    cells: list[Cell] = []
    for model, regime, surface in planned(study):
        given = parameters(study, "agents", model=model, regime=regime, surface=surface)
        folder = root / NAME / "agents" / model / regime / surface
        read = partial(_read, root, folder, given, members, sources[regime])
        report.guard(_where(folder), lambda read=read: cells.append(read()))  # type: ignore[misc]
        report.guard(_where(folder), partial(_compare_parameters, folder, given, report))
    return cells


def _read(
    root: Path,
    folder: Path,
    given: Mapping[str, Any],
    members: Mapping[str, Member] | None,
    artifacts: Mapping[str, Artifact] | None,
) -> Cell:
    params = AgentParams.model_validate(given)
    return Cell(
        root=root,
        where=_where(folder),
        folder=folder,
        params=params,
        runs=tuple(read_records(folder / TRAJECTORIES, Trajectory)),
        items={qid: member.item for qid, member in members.items()} if members else None,
        artifacts=artifacts,
        expected=_expected(members, artifacts, params.limit),
    )


def _where(folder: Path, name: str = TRAJECTORIES) -> str:
    """Name a file of a cell, relative to the results."""
    return "/".join((*folder.parts[-5:], name))


def _compare_parameters(folder: Path, given: Mapping[str, Any], report: AuditReport) -> None:
    """Compare what a cell was given with what the configuration gives it."""
    recorded, where = read_record(folder / LINEAGE, Lineage).parameters, _where(folder, LINEAGE)
    for key in ("model", "regime", "surface", "limit", "coupling", "repeat", "repeats"):
        if recorded.get(key) != given[key]:
            report.fail(where, f"{key} is {recorded.get(key)}, the configuration says {given[key]}")
    if recorded["agent"] != given["agent"]:
        report.fail(where, "the agent's limits are not those of the configuration")


def _members(root: Path, report: AuditReport) -> dict[str, Member] | None:
    name = f"{NAME}/population/items.jsonl"
    if why := report.missing(name):
        report.not_rederived.append(f"which questions each model was asked, and rankings: {why}")
        return None
    return {member.item.qid: member for member in read_records(root / name, Member)}


def _artifacts(root: Path, regime: str, report: AuditReport) -> dict[str, Artifact] | None:
    name = f"{NAME}/artifacts/{regime}/artifacts.jsonl"
    if why := report.missing(name):
        report.not_rederived.append(f"regime {regime}, which sources were shown: {why}")
        return None
    return {artifact.qid: artifact for artifact in read_records(root / name, Artifact)}


def _expected(
    members: Mapping[str, Member] | None,
    artifacts: Mapping[str, Artifact] | None,
    limit: int | None,
) -> tuple[str, ...] | None:
    """Name the first accepted questions of the draw."""
    if members is None or artifacts is None:
        return None
    return tuple(sorted(artifacts, key=lambda qid: members[qid].rank)[:limit])
