"""Make tables and ledger again in a scratch folder, and compare them byte by byte."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from earned.audits.registry import stage_module
from earned.ledger.claim import Claim
from earned.ledger.claims import audit_claims
from earned.ledger.files import JSON_NAME, ledger_files
from earned.lineage.hashing import sha256_file
from earned.records.files import read_json, validate, write_records
from earned.render.display import show
from earned.render.pointer import lookup
from earned.render.table import Table
from earned.tables.rendering import INDEX, audit_files
from earned.verify.hashes import OUTSIDE
from earned.verify.rates import impossible_rate
from earned.verify.report import Report


def check_tables(root: Path, audit: str, report: Report) -> None:
    """Re-render an audit's tables from its frozen results."""
    results = read_json(root / audit / "analysis" / "frozen_results.json")
    module = stage_module(audit, "tables")
    tables: list[Table] = module.run(results)
    with tempfile.TemporaryDirectory() as scratch:
        for name, text in audit_files(module, tables, results).items():
            (Path(scratch) / name).write_bytes(text.encode())
        write_records(Path(scratch) / INDEX, tables)
        for made in sorted(Path(scratch).iterdir()):
            _compare(root, f"{audit}/tables/{made.name}", made.read_bytes(), report)


def check_sources(root: Path, audit: str, report: Report) -> None:
    """Compare the files that an audit's results say they were computed from.

    Hashes made again over changed evidence fit its lineage records, and not the results.
    """
    name = f"{audit}/analysis/frozen_results.json"
    for source, sha256 in read_json(root / name)["sources"].items():
        path = root / source
        if not source.startswith(OUTSIDE) and path.is_file() and sha256_file(path) != sha256:
            report.fail(source, f"differs from what {name} was computed from")


def check_claims(root: Path, study: str, audits: tuple[str, ...], report: Report) -> None:
    """Re-open every claim at its file and locator, and make the ledger again."""
    sources: dict[str, object] = {}
    for raw in read_json(root / "ledger" / JSON_NAME):
        claim = validate(Claim, raw, where=f"ledger/{JSON_NAME}")
        if claim.source not in sources:
            sources[claim.source] = read_json(root / claim.source)
        _check_claim(claim, sources[claim.source], report)
    claims = [claim for audit in audits for claim in audit_claims(root, study, audit)]
    for name, text in ledger_files(claims).items():
        _compare(root, f"ledger/{name}", text.encode(), report)


def _check_claim(claim: Claim, source: object, report: Report) -> None:
    value = lookup(source, claim.locator)
    if value != claim.value or type(value) is not type(claim.value):
        report.fail(claim.claim_id, f"says {claim.value}, {claim.source}{claim.locator} is {value}")
    elif claim.display != show(value, claim.format):
        report.fail(claim.claim_id, f"shows {claim.display} for {value}")
    elif wrong := impossible_rate(source, claim.locator, claim.format):
        report.fail(claim.claim_id, wrong)
    else:
        report.claims += 1


def _compare(root: Path, name: str, made: bytes, report: Report) -> None:
    path = root / name
    if not path.is_file():
        report.fail(name, "is missing")
    elif path.read_bytes() != made:
        report.fail(name, "differs from a fresh rendering")
    else:
        report.tables += 1


def read_study(root: Path) -> Mapping[str, Any]:
    """Read the study's configuration."""
    config: Mapping[str, Any] = read_json(root / "study" / "config.json")
    return config
