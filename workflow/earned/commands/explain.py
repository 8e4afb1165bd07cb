"""`earned explain`: from a number to its records."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from earned.commands.options import command, print_lines

if TYPE_CHECKING:
    from earned.commands.options import Commands


def register(commands: Commands) -> None:
    """Declare the subcommand."""
    made = command(commands, "explain", "print the path from a number to its records", _run)
    made.add_argument("claim", help="a claim id of ledger/claims.csv, or a part of one")
    made.add_argument(
        "--results", type=Path, default=None, help="the results folder; default: the only one"
    )


def _run(options: Namespace) -> int:
    from earned.ledger.explain import explain

    print_lines(explain(options.results, options.claim))
    return 0
