"""`earned rescore`: score the frozen answers of a study with a second scorer."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from earned.commands.options import command, may_take_results, print_lines, results_of

if TYPE_CHECKING:
    from earned.commands.options import Commands


def register(commands: Commands) -> None:
    """Declare the subcommand."""
    text = "score the frozen answers with a second scorer, beside the first"
    made = command(commands, "rescore", text, _run)
    made.add_argument(
        "--scorer", required=True, help="official, extended, or a .py file with a function success"
    )
    may_take_results(made)


def _run(options: Namespace) -> int:
    from earned.rescore.run import rescore

    print_lines(rescore(results_of(options), options.scorer))
    return 0
