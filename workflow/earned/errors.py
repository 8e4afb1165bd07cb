"""Errors that a user can cause: one sentence saying what, where and what to do."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Protocol


class UserError(Exception):
    """A fault in what the user supplied; shown as one sentence, never as a traceback.

    Args:
        what: the fault, without a closing full stop.
        where: file, line and field, as far as they are known.
        remedy: what to do about it.
    """

    def __init__(self, what: str, *, where: str = "", remedy: str = "") -> None:
        self.what = what
        self.where = where
        self.remedy = remedy
        super().__init__(str(self))

    def __str__(self) -> str:
        """Join the three parts to one sentence."""
        head = f"{self.where}: {self.what}" if self.where else self.what
        return f"{head}; {self.remedy}." if self.remedy else f"{head}."


class Command(Protocol):
    """A command: its arguments, by default those of the process, to an exit code."""

    def __call__(self, argv: list[str] | None = None) -> int:
        """Run it."""
        ...


def user_facing(main: Callable[[list[str]], int]) -> Command:
    """Wrap a command so that a `UserError` becomes one line on stderr and exit code 2."""

    @wraps(main)
    def run(argv: list[str] | None = None) -> int:
        try:
            return main(sys.argv[1:] if argv is None else argv)
        except UserError as error:
            print(f"error: {error}", file=sys.stderr)
            return 2

    return run
