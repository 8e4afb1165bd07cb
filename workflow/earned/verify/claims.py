"""Every claim again at its file and locator, and what the results say they were computed from."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from earned.ledger.claim import Claim
from earned.ledger.files import JSON_NAME
from earned.lineage.hashing import sha256_file
from earned.lineage.outside import OUTSIDE
from earned.records.files import read_json, validate
from earned.records.release import Replacement
from earned.render.display import show
from earned.render.pointer import lookup
from earned.verify.rates import impossible_rate
from earned.verify.report import Report


def check_sources(
    root: Path, audit: str, report: Report, replaced: Mapping[str, Replacement]
) -> None:
    """Compare the files that an audit's results say they were computed from.

    Hashes made again over changed evidence fit its lineage records, and not the results.
    """
    name = f"{audit}/analysis/frozen_results.json"
    for source, sha256 in read_json(root / name)["sources"].items():
        path, original = root / source, replaced.get(source)
        if source.startswith(OUTSIDE) or not (original or path.is_file()):
            continue
        if (original.sha256 if original else sha256_file(path)) != sha256:
            report.fail(source, f"differs from what {name} was computed from")


def check_claims(root: Path, report: Report) -> None:
    """Re-open every claim, and ask whether its value, display and counts are possible."""
    sources: dict[str, object] = {}
    for raw in read_json(root / "ledger" / JSON_NAME):
        claim = validate(Claim, raw, where=f"ledger/{JSON_NAME}")
        if claim.source not in sources:
            sources[claim.source] = read_json(root / claim.source)
        _check_claim(claim, sources[claim.source], report)


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
