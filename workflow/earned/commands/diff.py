"""`earned diff`: what moved between two states of a ledger."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from earned.commands.options import command, print_json, print_lines
from earned.errors import UserError

if TYPE_CHECKING:
    from earned.commands.options import Commands


def register(commands: Commands) -> None:
    """Declare the subcommand."""
    text = "say which claims, verdicts and items moved between two states of a ledger"
    made = command(commands, "diff", text, _run)
    made.add_argument(
        "states", nargs="*", type=Path, metavar="OLD NEW",
        help="each a results folder, a zip of its history/ or a release; with --previous or --at "
        "one results folder, default: the only one",
    )  # fmt: skip
    kept = made.add_mutually_exclusive_group()
    kept.add_argument(
        "--previous", action="store_true", help="compare the state before with the present one"
    )
    kept.add_argument(
        "--at", metavar="HASH", help="compare the kept state whose root hash begins so"
    )
    made.add_argument("--all", action="store_true", help="print every line of every section")
    made.add_argument("--json", action="store_true", help="print everything as JSON")


def _run(options: Namespace) -> int:
    from earned.diff.compare import compare
    from earned.diff.text import diff_lines

    found = compare(*_states(options))
    if options.json:
        print_json(found.model_dump(mode="json"))
    else:
        print_lines(diff_lines(found, all_lines=options.all))
    return 0


def _states(options: Namespace) -> tuple[Path, Path]:
    """Find the two states that the command line names."""
    from earned.diff.state import state_at, state_before
    from earned.ledger.lookup import only_study

    wanted = 1 if options.previous or options.at is not None else 2
    given: list[Path] = options.states
    if len(given) > wanted or (wanted == 2 and len(given) < 2):
        raise UserError(
            f"{len(given)} states were named",
            remedy="name OLD and NEW, or --previous with one results folder or none",
        )
    if wanted == 2:
        return given[0], given[1]
    present = given[0] if given else only_study()
    old = state_before(present) if options.previous else state_at(present, options.at)
    return old, present
