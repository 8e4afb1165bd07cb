"""Verify a results folder, wherever it lies."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from earned.errors import UserError
from earned.ledger.manifest import MANIFEST, PAPER
from earned.verify.figures import check_figures
from earned.verify.hashes import HashCheck
from earned.verify.paper import SOURCE, check_paper, check_source
from earned.verify.report import Report
from earned.verify.rerender import check_claims, check_sources, check_tables, read_study


def verify(root: Path) -> Report:
    """Re-hash every file, re-open every claim, render every table and figure again.

    Raises:
        UserError: the folder is no finished study.
    """
    if not (root / MANIFEST).is_file():
        raise UserError(
            f"has no {MANIFEST}, so it is no finished study",
            where=str(root),
            remedy="run snakemake to its end, or name a folder such as results/demo",
        )
    report = Report()
    _guard(report, MANIFEST, lambda: HashCheck(root, report).run())
    _guard(report, "study/config.json", lambda: _derived(root, report))
    _guard(report, f"{PAPER}/lineage.json", lambda: check_paper(root, report))
    return report


def _derived(root: Path, report: Report) -> None:
    config = read_study(root)
    study, audits = str(config["study"]), tuple(map(str, config["audits"]))
    for audit in audits:
        _guard(report, f"{audit}/analysis", partial(check_sources, root, audit, report))
        _guard(report, f"{audit}/tables", partial(check_tables, root, audit, report))
        _guard(report, f"{audit}/figures", partial(check_figures, root, audit, report))
    _guard(report, "ledger", partial(check_claims, root, study, audits, report))
    _guard(report, SOURCE, partial(check_source, root, study, audits, report))


def _guard(report: Report, where: str, check: Callable[[], None]) -> None:
    """Turn what keeps a check from running into a failure of the verification."""
    try:
        check()
    except UserError as error:
        report.fail(where, str(error).rstrip("."))
    except (LookupError, TypeError, AttributeError, ValueError) as error:
        report.fail(where, f"cannot be read as what it should be ({type(error).__name__}: {error})")
