"""The three steps: plan, sample, read."""

from __future__ import annotations

from pathlib import Path

from earned.errors import UserError
from earned.grader.files import (
    KEY,
    PLAN,
    PLAN_AGAIN,
    REPORT_TEXT,
    SHEET,
    Planned,
    drawn_files,
    plan_files,
    plan_folder,
    plan_folders,
    returned_files,
    write_files,
)
from earned.grader.plan import Plan, make_plan, plan_hash
from earned.grader.report import summary_lines
from earned.grader.returned import named_rows, read_returned
from earned.grader.study import Study
from earned.lineage.hashing import short

DEFAULT_PER_STRATUM = 25
DEFAULT_SEED = 13


def plan(root: Path, per_stratum: int, seed: int) -> list[str]:
    """Write a sampling plan into the folder of its hash; one that is there stays.

    Returns:
        Lines for the user.

    Raises:
        UserError: no finished study, or one without an answer.
    """
    made = make_plan(Study.read(root), per_stratum, seed)
    if not made.population:
        raise UserError("no answer was scored", where=str(root), remedy="run a model first")
    sha256 = plan_hash(made)
    planned = Planned(plan_folder(root, sha256), made, sha256)
    if not (planned.folder / PLAN).is_file():
        write_files(root, planned, plan_files(made))
    return [*_sizes(made), f"plan {planned.folder / PLAN}", f"SHA-256 {sha256}",
            f"publish the hash, then draw: earned grader sample {root}"]  # fmt: skip


def sample(root: Path, which: str | None) -> list[str]:
    """Draw the sample of a plan, and write its sheet and key; a sheet that is there stays.

    Args:
        root: the results folder.
        which: the plan's hash or its first digits; None for the only one.

    Raises:
        UserError: no such plan, or a score table changed since.
    """
    planned = _chosen(root, which)
    study = Study.read(root)
    planned.check_sources(root, study)
    _check_plan(planned, study)
    sheet = planned.folder / SHEET
    if sheet.is_file():
        return [f"drawn before, and left as it is: {sheet}"]
    rows = planned.rows(study)
    write_files(root, planned, drawn_files(rows))
    return [f"drew {len(rows)} answers: {sheet}",
            f"give away the sheet alone; {KEY} beside it says whose answers they are",
            f"read it back: earned grader read {root} SHEET"]  # fmt: skip


def read(root: Path, sheet: Path) -> list[str]:
    """Read a returned sheet, whichever plan it belongs to, and write the report.

    Raises:
        UserError: a fault in the sheet, or a score table changed since the plan.
    """
    names, study = named_rows(sheet), Study.read(root)
    drawn = [Planned.read(f) for f in plan_folders(root) if (f / SHEET).is_file()]
    if not drawn:
        raise UserError("no sheet was drawn", where=str(root),
                        remedy="run earned grader plan and earned grader sample")  # fmt: skip
    candidates = [(one, one.rows(study)) for one in drawn if not one.changed_source(study)]
    if not candidates:
        drawn[-1].check_sources(root, study)
    planned, rows = max(candidates, key=lambda pair: sum(row.row in names for row in pair[1]))
    rulings = read_returned(sheet, rows)
    report, made = returned_files(study, planned, rows, rulings)
    write_files(root, planned, made)
    return [*summary_lines(report), f"report {planned.folder / REPORT_TEXT}"]


def _chosen(root: Path, which: str | None) -> Planned:
    folders = plan_folders(root)
    if not folders:
        raise UserError("has no sampling plan", where=str(root),
                        remedy=f"make one first: earned grader plan {root}")  # fmt: skip
    found = [folder for folder in folders if folder.name.startswith(short(which or ""))]
    if len(found) != 1:
        names = ", ".join(folder.name for folder in folders)
        raise UserError(f"{len(found)} sampling plans fit", where=str(root),
                        remedy=f"name one with --plan: {names}")  # fmt: skip
    return Planned.read(found[0])


def _check_plan(planned: Planned, study: Study) -> None:
    """Refuse a plan that somebody wrote by hand, or with other code."""
    if make_plan(study, planned.plan.per_stratum, planned.plan.seed) != planned.plan:
        raise UserError("is not what this study and its seed give",
                        where=str(planned.folder / PLAN),
                        remedy=PLAN_AGAIN)  # fmt: skip


def _sizes(made: Plan) -> list[str]:
    lines = [f"{made.population} distinct answers"]
    for one in made.strata:
        lines.append(f"  {one.name:<10} {one.sample:>4} of {one.population:>6}  {one.rule}")
    return lines
