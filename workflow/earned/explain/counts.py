"""The number again, counted from the score rows behind it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any

import polars as pl

from earned.explain.behind import QUESTIONS, RECORDS, Behind, Check, Term
from earned.explain.frames import Predicates, base_mask, hit_mask
from earned.explain.record import Checked, Count, Recount
from earned.render.pointer import lookup

TOLERANCE = 1e-9


def recount(
    scores: pl.DataFrame,
    behind: Behind,
    predicates: Predicates,
    results: Any,  # noqa: ANN401 - a JSON document
) -> Recount | None:
    """Count a number's terms again; None where it has none.

    Args:
        scores: the rows of its cells.
        behind: what makes it.
        predicates: of its audit.
        results: the canonical results, which the counts must agree with.
    """
    if not behind.terms:
        return None
    counts = [_count(scores, term, predicates) for term in behind.terms]
    checks = tuple(_checked(check, counts, results) for check in behind.checks)
    return Recount(says=says(counts), counts=tuple(counts), checks=checks)


def says(counts: Sequence[Count]) -> str:
    """Say counts in words: `31 of 40 successes in one arm less 12 of 40 in another`."""
    contrast = any(count.sign < 0 for count in counts)
    return "".join(_words(counts, contrast)) + (_total(counts) if contrast else "")


def _words(counts: Sequence[Count], contrast: bool) -> Iterator[str]:
    before = ""
    for n, count in enumerate(counts):
        if n:
            yield (" plus " if count.sign > 0 else " less ") if contrast else " and "
        of = "" if count.of is None else f" of {count.of}"
        named = "" if n and count.noun == before and count.place else f" {count.noun}"
        yield f"{count.hits}{of}{named}{' ' if count.place else ''}{count.place}"
        before = count.noun


def _total(counts: Sequence[Count]) -> str:
    bases = {count.of for count in counts}
    if len(bases) == 1:
        return f" = {signed_sum(counts)} of {bases.pop()}"
    share = signed_share(counts)
    return f" = {float(share):+.4f}" if share is not None else ""


def signed_sum(counts: Sequence[Count]) -> int:
    """Add hits, those of negative terms subtracted."""
    return sum(count.sign * count.hits for count in counts)


def signed_share(counts: Sequence[Count]) -> Fraction | None:
    """Add shares, those of negative terms subtracted; None where a base is empty."""
    if not all(count.of for count in counts):
        return None
    return sum((Fraction(count.sign * count.hits, count.of or 1) for count in counts), Fraction(0))


def _count(scores: pl.DataFrame, term: Term, predicates: Predicates) -> Count:
    base = scores.filter(base_mask(scores, term, predicates))
    hits = scores.filter(hit_mask(scores, term, predicates))
    return Count(
        noun=term.noun,
        place=term.place,
        sign=term.sign,
        hits=_measured(hits, term.measure),
        of=_measured(base, term.of_measure) if term.of_measure else None,
    )


def _measured(rows: pl.DataFrame, measure: str) -> int:
    if measure == RECORDS:
        return rows.height
    return rows["qid"].n_unique() if measure == QUESTIONS else int(rows[measure].sum())


def _checked(check: Check, counts: Sequence[Count], results: Any) -> Checked:  # noqa: ANN401
    own = [counts[n] for n in check.terms] or list(counts)
    claimed = lookup(results, check.pointer)
    counted = _value(check, own)
    return Checked(
        pointer=check.pointer,
        claimed=claimed,
        counted=float(counted) if isinstance(counted, Fraction) else counted,
        agrees=_agree(claimed, counted),
    )  # fmt: skip


def _value(check: Check, own: Sequence[Count]) -> int | Fraction | None:
    if check.what == "sum":
        return signed_sum(own)
    if check.what == "share":
        return signed_share(own)
    bases = {count.of for count in own}
    return bases.pop() if len(bases) == 1 else None


def _agree(claimed: object, counted: int | Fraction | None) -> bool:
    if counted is None or not isinstance(claimed, int | float) or isinstance(claimed, bool):
        return claimed is None and counted is None
    return abs(claimed - float(counted)) <= TOLERANCE
