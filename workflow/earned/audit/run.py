"""Audit a release, wherever it lies, with no model and no network. It fails closed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from earned.audit.code import check_code, check_configuration, check_drawing, check_environment
from earned.audit.descriptions import check_crate, check_subjects
from earned.audit.inventory import check_inventory
from earned.audit.leaks import check_leaks
from earned.audit.replacements import check_replacements, check_terms
from earned.audit.report import AuditReport
from earned.audits.registry import stage_module
from earned.config.published import published_config
from earned.errors import UserError
from earned.ledger.manifest import covered_files
from earned.lineage.hashing import sha256_file
from earned.lineage.stage import LINEAGE
from earned.records.files import read_record
from earned.records.lineage import Lineage
from earned.records.release import RELEASE, RESULTS, Release
from earned.verify.hashes import behind_numbers
from earned.verify.run import verify


def audit(folder: Path, *, expected_root: str | None = None) -> AuditReport:
    """Check everything that a release says of itself.

    Args:
        folder: the release.
        expected_root: the published root hash of the study or hash of its `release.json`, or its
            first twelve digits or more.

    Raises:
        UserError: the folder is no release.
    """
    if not (folder / RELEASE).is_file():
        raise UserError(
            f"has no {RELEASE}, so it is no release",
            where=str(folder),
            remedy="name a folder that snakemake release made",
        )
    report = AuditReport(release_sha256=sha256_file(folder / RELEASE))
    report.guard(RELEASE, lambda: _audit(folder, expected_root, report))
    return report


def _audit(folder: Path, expected_root: str | None, report: AuditReport) -> None:
    release = read_record(folder / RELEASE, Release)
    report.study, report.root_sha256 = release.study, release.root_sha256
    report.replaced = {gone.path: gone for gone in release.replaced}
    if len(report.replaced) != len(release.replaced):
        report.fail(RELEASE, "says twice what stands for a file")
    _compare_root(expected_root, report)
    report.guard("inventory", lambda: check_inventory(folder, release, report))
    report.guard("verification", lambda: _verify(folder, release, report))
    every, used = dict[str, Lineage](), dict[str, Lineage]()
    report.guard("lineage", lambda: _read_records(folder / RESULTS, every, used))
    for name, check in _checks(folder, release, every, used, report).items():
        report.guard(name, check)
    report.guard("audits", lambda: _own_checks(folder / RESULTS, report))


def _checks(
    folder: Path,
    release: Release,
    every: Mapping[str, Lineage],
    used: Mapping[str, Lineage],
    report: AuditReport,
) -> dict[str, Callable[[], None]]:
    """List the checks of the core by name."""
    return {
        "replaced files": lambda: check_replacements(folder, release, every, report),
        "terms": lambda: check_terms(folder, release, report),
        "source": lambda: check_code(folder, used, report),
        "environment": lambda: check_environment(folder, used, report),
        "figures": lambda: check_drawing(folder, report),
        "configuration": lambda: check_configuration(folder, release.study, report),
        "ro-crate-metadata.json": lambda: check_crate(folder, release, report),
        "subjects.intoto.jsonl": lambda: check_subjects(folder, release, every, report),
        "leaks": lambda: check_leaks(folder, report),
    }


def _compare_root(expected: str | None, report: AuditReport) -> None:
    known = (report.root_sha256, report.release_sha256)
    if not report.compare_root(expected, known):
        report.fail(RELEASE, f"neither the root hash {known[0]} nor the release hash {known[1]} "
                    f"is {expected}")  # fmt: skip


def _verify(folder: Path, release: Release, report: AuditReport) -> None:
    """Verify the results in it, as `earned verify` does."""
    found = verify(folder / RESULTS, replaced=report.replaced, expected_root=release.root_sha256)
    report.failures.extend(f"{RESULTS}/{failure}" for failure in found.failures)
    report.held("files of the study against its manifest", found.files)
    report.held("claims re-read where they stand", found.claims)
    for stage, files in found.remade.items():
        report.held(f"files made again by stage {stage}", files)
    report.not_rederived.extend(found.not_remade)
    report.remarks.extend(found.remarks)
    report.not_rederived.extend(
        f"{name} is no part of a release, and known by its hash" for name in found.outside_absent
    )
    report.remarks.extend(f"{name}: in no number" for name in found.unused)


def _read_records(results: Path, every: dict[str, Lineage], used: dict[str, Lineage]) -> None:
    """Read all lineage records, and pick those that the published numbers come from."""
    for name in covered_files(results):
        if name.rpartition("/")[2] == LINEAGE:
            every[name] = read_record(results / name, Lineage)
    chosen = behind_numbers(every)
    if not chosen:
        raise UserError("no lineage record leads to the ledger", where=RESULTS)
    used.update((where, record) for where, record in every.items() if where in chosen)


def _own_checks(results: Path, report: AuditReport) -> None:
    """Let each audit of the study check what only it can."""
    audits = published_config(results)["audits"]
    for name in audits:
        module = stage_module(name, "release_checks")
        report.guard(f"{name}", partial(module.check, results, report))
