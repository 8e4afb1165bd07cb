"""`earned summary`: what a study found, on one screen."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from earned.commands.options import command, print_lines, takes_results

if TYPE_CHECKING:
    from earned.commands.options import Commands


def register(commands: Commands) -> None:
    """Declare the subcommand."""
    text = "print tables, controls and verification"
    takes_results(command(commands, "summary", text, _run))


def _run(options: Namespace) -> int:
    from earned.ledger.summary import summary

    lines, passed = summary(options.results)
    print_lines(lines)
    return 0 if passed else 1
