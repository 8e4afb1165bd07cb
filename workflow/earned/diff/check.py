"""A state before it is compared: its files against its manifest, its ledger against its results."""

from __future__ import annotations

from earned.diff.records import Side
from earned.diff.state import State
from earned.errors import UserError
from earned.ledger.claim import Claim
from earned.ledger.lookup import read_claims
from earned.ledger.manifest import MANIFEST
from earned.lineage.hashing import sha256_file, short
from earned.lineage.stage import LINEAGE, stage_code_digest
from earned.records.files import read_record
from earned.records.lineage import Lineage
from earned.verify.claims import check_claims
from earned.verify.remake import Remaking
from earned.verify.report import Report

BESIDE = f"ledger/{LINEAGE}"


def checked(state: State, called: str) -> tuple[Side, list[Claim]]:
    """Check a state, and give its claims.

    Args:
        state: either side.
        called: what messages call it.

    Raises:
        UserError: a file is not what the manifest says, or a claim not what the results say.
    """
    report = Report()
    _check_files(state, report)
    _stop(report, state, called)
    report.guard("ledger", lambda: check_claims(state.root, report))
    _stop(report, state, called)
    unverified = _make_again(state, called)
    claims = read_claims(state.root)
    side = Side(
        study=str(state.config.get("study", "")),
        root_sha256=state.root_sha256,
        claims=report.claims,
        verified=not unverified,
        unverified=unverified,
    )
    return side, claims


def _check_files(state: State, report: Report) -> None:
    for name, sha256 in state.files.items():
        path = state.root / name
        if name in state.replaced:
            continue
        if not path.is_file():
            report.fail(name, "is missing")
        elif sha256_file(path) != sha256:
            report.fail(name, f"its SHA-256 differs from {MANIFEST}")


def _make_again(state: State, called: str) -> str:
    """Make the ledger again; say why it cannot be told whether that gives the same.

    A ledger that another version made may be worded otherwise by this one; that is no fault of it.
    """
    report = Report()
    record = read_record(state.root / BESIDE, Lineage)
    Remaking(state.root, state.files, state.replaced, report).run({BESIDE: record})
    here = stage_code_digest(record.stage, record.audit)
    if report.failures and record.code_sha256 != here:
        return f"it was made by code {short(record.code_sha256)}, here is {short(here)}"
    _stop(report, state, called)
    return "; ".join(report.not_remade)


def _stop(report: Report, state: State, called: str) -> None:
    if report.failures:
        more = f", and {len(report.failures) - 1} more" if len(report.failures) > 1 else ""
        raise UserError(
            f"the {called} ledger does not verify: {report.failures[0]}{more}",
            where=str(state.root),
            remedy="nothing was compared; run earned verify on the folder",
        )
