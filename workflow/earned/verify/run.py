"""Verify a results folder, wherever it lies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from earned.config.published import CONFIG, published_config
from earned.errors import UserError
from earned.ledger.history import HISTORY
from earned.ledger.manifest import GRADER, MANIFEST, PAPER, RESCORED
from earned.records.release import Replacement
from earned.verify.claims import check_claims, check_sources
from earned.verify.grader import check_grader
from earned.verify.hashes import HashCheck
from earned.verify.history import check_history
from earned.verify.orphans import check_orphans
from earned.verify.paper import SOURCE, check_paper, check_source
from earned.verify.parameters import check_parameters
from earned.verify.registration import check_registration
from earned.verify.remake import Remaking
from earned.verify.report import Report
from earned.verify.rescored import check_rescored
from earned.verify.wiring import check_wiring

BESIDE: dict[str, Callable[[Path, Report], None]] = {
    PAPER: check_paper,
    HISTORY: check_history,
    RESCORED: check_rescored,
    GRADER: check_grader,
}
"""Folders outside the manifest, each with what checks it by records of its own."""


def verify(
    root: Path,
    *,
    replaced: Mapping[str, Replacement] | None = None,
    expected_root: str | None = None,
) -> Report:
    """Re-hash every file, make every derived one again, re-open every claim.

    Args:
        root: the results folder.
        replaced: path to what a release says of a file that it holds otherwise or not at all.
        expected_root: the published root hash, or its first twelve digits or more.

    Raises:
        UserError: the folder is no finished study.
    """
    if not (root / MANIFEST).is_file():
        raise UserError(
            f"has no {MANIFEST}, so it is no finished study",
            where=str(root),
            remedy="run snakemake to its end, or name a folder such as results/demo",
        )
    report, given = Report(), replaced or {}
    hashes = HashCheck(root, report, given)
    report.guard(MANIFEST, hashes.run)
    report.guard(MANIFEST, lambda: _compare_root(report, expected_root))
    report.guard(CONFIG, lambda: check_wiring(root, hashes.records, report))
    report.guard(CONFIG, lambda: check_parameters(root, hashes.used, report))
    report.guard("lineage", lambda: Remaking(root, hashes.hashes, given, report).run(hashes.used))
    report.guard(CONFIG, lambda: _derived(root, report, given, hashes.hashes))
    for name, check in BESIDE.items():
        report.guard(name, partial(check, root, report))
    return report


def _compare_root(report: Report, expected: str | None) -> None:
    if not report.compare_root(expected, (report.root_sha256,)):
        report.fail(MANIFEST, f"its root hash is {report.root_sha256}, and not {expected}")


def _derived(
    root: Path,
    report: Report,
    given: Mapping[str, Replacement],
    hashes: Mapping[str, str],
) -> None:
    config = published_config(root)
    study, audits = str(config["study"]), tuple(map(str, config["audits"]))
    for audit in audits:
        registered = partial(check_registration, root, audit, report, hashes)
        report.guard(f"{audit}/registration", registered)
        report.guard(f"{audit}/analysis", partial(check_sources, root, audit, report, given))
        report.guard(f"{audit}/tables", partial(check_orphans, root, audit, report))
    report.guard("ledger", partial(check_claims, root, report))
    report.guard(SOURCE, partial(check_source, root, study, audits, report))
