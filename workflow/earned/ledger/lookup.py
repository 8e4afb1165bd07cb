"""Find a claim in a study's ledger."""

from __future__ import annotations

from pathlib import Path

from earned.errors import UserError
from earned.ledger.claim import Claim
from earned.ledger.files import JSON_NAME
from earned.ledger.manifest import MANIFEST
from earned.records.files import read_json, validate


def read_claims(root: Path) -> list[Claim]:
    """Read a study's ledger."""
    path = root / "ledger" / JSON_NAME
    return [_claim(raw, path) for raw in read_json(path)]


def find_claim(root: Path, wanted: str) -> Claim:
    """Find the claim of that id, or the only one that contains the text.

    Only the claim that is found is read as a record.

    Raises:
        UserError: none or several match.
    """
    path = root / "ledger" / JSON_NAME
    by_id: dict[str, object] = {_id_of(raw, path): raw for raw in read_json(path)}
    matches = [i for i in by_id if i == wanted] or [i for i in by_id if wanted.lower() in i.lower()]
    if len(matches) == 1:
        return _claim(by_id[matches[0]], path)
    close = ", ".join(map(repr, matches[:4]))
    raise UserError(
        f"{len(matches)} claims match {wanted!r}" + (f", among them {close}" if close else ""),
        where=str(path),
        remedy="give the whole id, as in the first column of ledger/claims.csv",
    )


def _claim(raw: object, path: Path) -> Claim:
    """Read a row; one of a ledger without kinds, which held tables alone, is of a table."""
    given = {"kind": "table", **raw} if isinstance(raw, dict) else raw
    return validate(Claim, given, where=str(path))


def _id_of(raw: object, path: Path) -> str:
    found = raw.get("claim_id") if isinstance(raw, dict) else None
    if not isinstance(found, str):
        raise UserError("a claim has no claim_id", where=str(path), remedy="make the ledger again")
    return found


def only_study(results: Path = Path("results"), *, option: str = "") -> Path:
    """Find the one finished study under `results/`.

    Args:
        results: the folder of all studies.
        option: with which a command takes the folder; '' where it is given by itself.

    Raises:
        UserError: there is none, or more than one.
    """
    found = sorted(path.parent for path in results.glob(f"*/{MANIFEST}"))
    if len(found) == 1:
        return found[0]
    raise UserError(
        f"{len(found)} finished studies under {results}/",
        remedy="name one, e.g. " + f"{option} results/demo".lstrip(),
    )
