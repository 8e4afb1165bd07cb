"""`earned verify`: check a results folder."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from earned.commands.options import command, print_report, takes_report, takes_results

if TYPE_CHECKING:
    from earned.commands.options import Commands


def register(commands: Commands) -> None:
    """Declare the subcommand."""
    text = "re-hash every file, make every derived one again, re-open every claim"
    made = command(commands, "verify", text, _run)
    takes_results(made)
    takes_report(made)


def _run(options: Namespace) -> int:
    from earned.verify.run import verify

    return print_report(verify(options.results, expected_root=options.root), options.json)
