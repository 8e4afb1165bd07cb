"""`earned verify`: check a results folder."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from earned.commands.options import command, print_lines, takes_results

if TYPE_CHECKING:
    from earned.commands.options import Commands


def register(commands: Commands) -> None:
    """Declare the subcommand."""
    takes_results(command(commands, "verify", "re-open every claim, re-hash every file", _run))


def _run(options: Namespace) -> int:
    from earned.verify.run import verify

    report = verify(options.results)
    print_lines(report.lines())
    return 0 if report.passed else 1
