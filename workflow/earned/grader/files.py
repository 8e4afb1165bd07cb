"""The files of an audit of the grader: `grader/PLAN/`, each beside one lineage record."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from earned.errors import UserError
from earned.grader.draw import KeyRow, draw
from earned.grader.plan import Plan, plan_text
from earned.grader.report import GraderReport, make_report
from earned.grader.report_text import report_text
from earned.grader.sheet import Ruling, in_order, sheet_text
from earned.grader.study import Study
from earned.ledger.manifest import GRADER
from earned.lineage.code import OURS
from earned.lineage.hashing import sha256_file, short
from earned.lineage.stage import LINEAGE, environment_digest
from earned.records.files import json_text, read_record, write_bytes
from earned.records.lineage import FileDigest, Lineage

PLAN, SHEET, KEY = "plan.json", "sheet.csv", "key.json"
RETURNED, REPORT, REPORT_TEXT = "returned.csv", "report.json", "report.md"
FILES = (PLAN, KEY, SHEET, RETURNED, REPORT, REPORT_TEXT)
CHANGED = "has changed since the plan was made"
PLAN_AGAIN = "plan again with earned grader plan"


@dataclass(frozen=True)
class Planned:
    """A plan, and the folder that bears its hash."""

    folder: Path
    plan: Plan
    sha256: str

    @classmethod
    def read(cls, folder: Path) -> Planned:
        """Read a plan.

        Raises:
            UserError: it is no plan, or not the one that its folder is named after.
        """
        path = folder / PLAN
        plan, sha256 = read_record(path, Plan), sha256_file(path)
        if short(sha256) != folder.name:
            raise UserError("is not the plan that its folder is named after", where=str(path),
                            remedy="restore it")  # fmt: skip
        return cls(folder, plan, sha256)

    def rows(self, study: Study) -> list[KeyRow]:
        """Draw the sample."""
        return draw(self.sha256, self.plan.strata, study.answers)

    def changed_source(self, study: Study) -> str:
        """Name a score table or a file of questions that changed, came or went; else empty."""
        now, then = study.sources, self.plan.sources
        return next((s for s in sorted(now.keys() | then.keys()) if now.get(s) != then.get(s)), "")

    def check_sources(self, root: Path, study: Study) -> None:
        """Refuse a study that is no longer the one that was planned for."""
        if changed := self.changed_source(study):
            raise UserError(CHANGED, where=str(root / changed), remedy=PLAN_AGAIN)


def plan_folder(root: Path, sha256: str) -> Path:
    """Name the folder of a plan."""
    return root / GRADER / short(sha256)


def plan_folders(root: Path) -> list[Path]:
    """List the folders of all plans, sorted."""
    return sorted(path.parent for path in (root / GRADER).glob(f"*/{PLAN}"))


def plan_files(plan: Plan) -> dict[str, str]:
    """Make the files that a plan begins with."""
    return {PLAN: plan_text(plan)}


def drawn_files(rows: list[KeyRow]) -> dict[str, str]:
    """Make the key and the sheet, the sheet last: where it is, the key is."""
    return {
        KEY: json_text([row.model_dump(mode="json") for row in rows]),
        SHEET: sheet_text(rows),
    }


def returned_files(
    study: Study, planned: Planned, rows: list[KeyRow], rulings: Mapping[str, Ruling]
) -> tuple[GraderReport, dict[str, str]]:
    """Make the report, and the files that a returned sheet leads to."""
    report = make_report(study, planned.plan, planned.sha256, in_order(rows, rulings))
    return report, {
        RETURNED: sheet_text(rows, rulings),
        REPORT: json_text(report.model_dump(mode="json")),
        REPORT_TEXT: report_text(report),
    }


def write_files(root: Path, planned: Planned, made: Mapping[str, str]) -> None:
    """Write files into a plan's folder, and bring its lineage record up to date."""
    for name, text in made.items():
        write_bytes(planned.folder / name, text.encode())
    record = lineage_of(root, planned)
    write_bytes(planned.folder / LINEAGE, json_text(record.model_dump(mode="json")).encode())


def lineage_of(root: Path, planned: Planned) -> Lineage:
    """Say what made the files that are there; the sheet counts as it was drawn."""
    present = [name for name in FILES if name != SHEET and (planned.folder / name).is_file()]
    audits = planned.plan.audits
    return Lineage(
        stage=GRADER,
        audit=",".join(audits),
        parameters={"per_stratum": planned.plan.per_stratum, "seed": planned.plan.seed},
        code_sha256=OURS.digest([__name__, *(f"earned.audits.{a}.grading" for a in audits)]),
        environment_sha256=environment_digest(),
        inputs=tuple(_digest(root, root / name) for name in sorted(planned.plan.sources)),
        outputs=tuple(_digest(root, planned.folder / name) for name in sorted(present)),
    )


def _digest(root: Path, path: Path) -> FileDigest:
    content = path.read_bytes()
    return FileDigest(
        path=path.relative_to(root).as_posix(),
        sha256=hashlib.sha256(content).hexdigest(),
        size=len(content),
    )
