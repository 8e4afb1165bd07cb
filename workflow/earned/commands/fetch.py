"""`earned fetch`: fetch models."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from earned.commands.options import command

if TYPE_CHECKING:
    from earned.commands.options import Commands


def register(commands: Commands) -> None:
    """Declare the subcommand."""
    made = command(commands, "fetch", "fetch models named in config/models", _run)
    made.add_argument("models", nargs="+", help="names of files in config/models")


def _run(options: Namespace) -> int:
    from earned.prefetch.named import fetch_named

    fetch_named(options.models)
    return 0
