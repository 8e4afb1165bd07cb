"""`earned release`: write a study's release."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from earned.commands.options import command, print_lines, takes_results

if TYPE_CHECKING:
    from earned.commands.options import Commands


def register(commands: Commands) -> None:
    """Declare the subcommand."""
    made = command(commands, "release", "write a folder that somebody else can check", _run)
    takes_results(made)
    made.add_argument("--out", type=Path, help="the folder to write; default: RESULTS/release")


def _run(options: Namespace) -> int:
    from earned.release.make import make_release

    print_lines([f"the release is {make_release(options.results, options.out)}"])
    return 0
