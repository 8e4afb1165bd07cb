"""Errors that a user can cause: one sentence saying what, where and what to do."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from io import TextIOWrapper
from typing import Protocol

PIPE_CLOSED = 128 + 13
INTERRUPTED = 128 + 2


def printable(text: str) -> str:
    """Escape what does not print, so that a user's name or text adds no line of its own."""
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in text)


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
        """Join the three parts to one sentence on one line, whatever the user's names hold."""
        head = f"{self.where}: {self.what}" if self.where else self.what
        text = f"{head}; {self.remedy}." if self.remedy else f"{head}."
        return printable(text)


class Command(Protocol):
    """A command: its arguments, by default those of the process, to an exit code."""

    def __call__(self, argv: list[str] | None = None) -> int:
        """Run it."""
        ...


def user_facing(main: Callable[[list[str]], int]) -> Command:
    """Wrap a command so that what is no fault of ours becomes one line on stderr and a code.

    2 for a `UserError` and for what the machine refuses; 128 and the signal's number where the
    reader of our output has gone or the user interrupts.
    """

    @wraps(main)
    def run(argv: list[str] | None = None) -> int:
        for stream in (sys.stdout, sys.stderr):  # a Latin-1 terminal has no ellipsis
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        try:
            code = main(sys.argv[1:] if argv is None else argv)
            if sys.stdout:
                sys.stdout.flush()
        except UserError as error:
            print(f"error: {error}", file=sys.stderr)
            return 2
        except BrokenPipeError:
            _drop_output()
            return PIPE_CLOSED
        except OSError as error:
            place = f"{error.filename}: " if error.filename else ""
            remedy = "check the disk and who may write there"
            print(f"error: {place}{error.strerror or error}; {remedy}.", file=sys.stderr)
            _drop_output()
            return 2
        except KeyboardInterrupt:
            return INTERRUPTED
        return code

    return run


def _drop_output() -> None:
    """Keep Python from writing at its end what could not be written now."""
    with suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
