"""`earned audit`: check a release."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from earned.commands.options import command, print_report, takes_report

if TYPE_CHECKING:
    from earned.commands.options import Commands


def register(commands: Commands) -> None:
    """Declare the subcommand."""
    text = "check everything in a release, with nothing but it"
    made = command(commands, "audit", text, _run)
    made.add_argument("release", type=Path, help="a release folder, e.g. results/demo/release")
    takes_report(made)


def _run(options: Namespace) -> int:
    from earned.audit.run import audit

    return print_report(audit(options.release, expected_root=options.root), options.json)
