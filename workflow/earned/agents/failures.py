"""Noticing an engine that answers a probe and fails at every request."""

from __future__ import annotations

from collections.abc import Collection

from earned.engines.away import RESUMES
from earned.engines.outcomes import is_overflow
from earned.errors import UserError
from earned.records.completion import Completion

IN_A_ROW = 25
"""Requests that may fail one after another, none answered between."""


class FailuresInARow:
    """Counts failures since the last answer; too many end the run.

    A request that failed in an earlier run is asked again and not counted: those come one after
    another in a resumed run, where all that was answered between them is in the store.

    Args:
        known: keys of requests that failed in earlier runs.
        most: None sets no limit.
    """

    def __init__(self, known: Collection[str], most: int | None) -> None:
        self._known, self._most, self._count = known, most, 0

    def note(self, key: str, answer: Completion) -> None:
        """Take note of an answer that is in the store.

        Raises:
            UserError: too many failed in a row.
        """
        if answer.finish_reason != "error":
            self._count = 0
        elif key not in self._known and not is_overflow(answer):
            self._count += 1
        if self._most is not None and self._count >= self._most:
            raise UserError(
                f"{self._count} requests in a row failed, the last: {answer.error}",
                remedy=RESUMES + "find the cause, then run again",
            )
