"""Strata of the audit: what the machine decided of an answer, and how."""

from __future__ import annotations

from typing import NamedTuple

NEAR_MISS = 0.5
"""F1 from which a rejected answer is a near miss; F1 is a ratio of counts, so 1/2 is exact."""


class Stratum(NamedTuple):
    """Answers that the machine treats alike.

    Attributes:
        name: short name.
        accepted: the machine's verdict, the same for all of a stratum.
        rule: which answers belong to it, in words.
    """

    name: str
    accepted: bool
    rule: str


STRATA = (
    Stratum("exact", True, "accepted, as an exact match after normalization"),
    Stratum("f1_only", True, "accepted by its F1, without an exact match"),
    Stratum("near_miss", False, f"rejected, with an F1 of {NEAR_MISS:g} or more"),
    Stratum("overlap", False, f"rejected, with an F1 above 0 and below {NEAR_MISS:g}"),
    Stratum("no_overlap", False, "rejected, without a common token"),
    Stratum("blank", False, "rejected, and blank, or of records that all ended without an answer"),
)
"""In the order in which they are reported; every answer is in exactly one."""
ACCEPTED = {stratum.name: stratum.accepted for stratum in STRATA}


def stratum_of(success: bool, em: bool, f1: float, *, blank: bool) -> str:
    """Name the stratum of an answer.

    Args:
        success: the machine's verdict.
        em: exact match.
        f1: token F1 in [0, 1].
        blank: there is no text to judge, or none of its records ended with an answer.
    """
    if success:
        return "exact" if em else "f1_only"
    if blank:
        return "blank"
    if f1 >= NEAR_MISS:
        return "near_miss"
    return "overlap" if f1 > 0 else "no_overlap"
