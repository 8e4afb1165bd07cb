"""Claims of two ledgers, matched by their ids. Pure."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal
from typing import NamedTuple

from earned.diff.records import BESIDE, JUDGED, Judgement, Move, OneSided
from earned.errors import UserError
from earned.ledger.claim import Claim
from earned.records.money import EXACT, plain


class ClaimsDiff(NamedTuple):
    """What changed from old to new, each part with the headline claims first, then by id."""

    added: tuple[OneSided, ...]
    removed: tuple[OneSided, ...]
    moved: tuple[Move, ...]
    judgements: tuple[Judgement, ...]
    unmoved: int


def compare_claims(old: Iterable[Claim], new: Iterable[Claim]) -> ClaimsDiff:
    """Compare two ledgers.

    A claim moved if its value, its type or its display differs; from null to a number is a move.

    Raises:
        UserError: two claims of one ledger have the same id.
    """
    before, after = _by_id(old), _by_id(new)
    both = sorted(before.keys() & after.keys())
    moved = [_move(before[name], after[name]) for name in both if _moved(before[name], after[name])]
    return ClaimsDiff(
        added=tuple(sorted(_alone(after, before), key=_place)),
        removed=tuple(sorted(_alone(before, after), key=_place)),
        moved=tuple(sorted(moved, key=_place)),
        judgements=tuple(j for name in both for j in _judgements(before[name], after[name])),
        unmoved=len(both) - len(moved),
    )


def _by_id(claims: Iterable[Claim]) -> dict[str, Claim]:
    found: dict[str, Claim] = {}
    for claim in claims:
        if claim.claim_id in found:
            raise UserError(f"two claims have the id {claim.claim_id}", where="ledger/claims.json",
                            remedy="run stage ledger again")  # fmt: skip
        found[claim.claim_id] = claim
    return found


def _place(found: OneSided | Move) -> tuple[bool, bool, str]:
    """Headline claims first, and values before the bounds of their intervals."""
    return not found.headline, not found.claim_id.endswith("/value"), found.claim_id


def _alone(here: Mapping[str, Claim], there: Mapping[str, Claim]) -> Iterator[OneSided]:
    for name in here.keys() - there.keys():
        claim = here[name]
        yield OneSided(
            claim_id=name,
            headline=bool(claim.verdict),
            statement=claim.statement,
            value=claim.value,
            display=claim.display,
            verdict=claim.verdict,
        )


def _moved(old: Claim, new: Claim) -> bool:
    same = old.value == new.value and type(old.value) is type(new.value)
    return not same or old.display != new.display


def _move(old: Claim, new: Claim) -> Move:
    return Move(
        claim_id=new.claim_id,
        headline=bool(old.verdict or new.verdict),
        statement=new.statement,
        old=old.value,
        new=new.value,
        old_display=old.display,
        new_display=new.display,
        difference=_difference(old, new),
    )


def _difference(old: Claim, new: Claim) -> float | int | str | None:
    """Give new less old; null where it is no finite number, or one is shown as something else."""
    before, after = old.value, new.value
    if old.format != new.format:
        return None
    if new.format == "money" and isinstance(before, str) and isinstance(after, str):
        return plain(EXACT.subtract(Decimal(after), Decimal(before)))
    if isinstance(before, bool | str | None) or isinstance(after, bool | str | None):
        return None
    if isinstance(before, int) and isinstance(after, int):
        return after - before
    return _finite(float(after) - float(before))


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


def _judgements(old: Claim, new: Claim) -> Iterator[Judgement]:
    for what in JUDGED if _moved(old, new) else (*JUDGED, *BESIDE):
        before, after = getattr(old, what), getattr(new, what)
        if before != after:
            yield Judgement(claim_id=new.claim_id, what=what, old=before, new=after)
