"""Find a claim in a study's ledger."""

from __future__ import annotations

from pathlib import Path

from earned.errors import UserError
from earned.ledger.claim import Claim
from earned.ledger.files import JSON_NAME
from earned.records.files import read_json, validate


def read_claims(root: Path) -> list[Claim]:
    """Read a study's ledger."""
    path = root / "ledger" / JSON_NAME
    return [validate(Claim, raw, where=str(path)) for raw in read_json(path)]


def find_claim(root: Path, wanted: str) -> Claim:
    """Find the claim of that id, or the only one that contains the text.

    Raises:
        UserError: none or several match.
    """
    claims = read_claims(root)
    matches = [c for c in claims if c.claim_id == wanted] or [
        c for c in claims if wanted.lower() in c.claim_id.lower()
    ]
    if len(matches) == 1:
        return matches[0]
    close = ", ".join(repr(claim.claim_id) for claim in matches[:4])
    raise UserError(
        f"{len(matches)} claims match {wanted!r}" + (f", among them {close}" if close else ""),
        where=str(root / "ledger" / JSON_NAME),
        remedy="give the whole id, as in the first column of ledger/claims.csv",
    )
