"""`earned explain`: from a number to its records."""

from __future__ import annotations

import sys
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
    form = made.add_mutually_exclusive_group()
    form.add_argument("--tree", action="store_true", help="print the chain of stages as a tree")
    form.add_argument("--json", action="store_true", help="print everything as JSON")


def _run(options: Namespace) -> int:
    from earned.explain.build import explain
    from earned.ledger.lookup import only_study

    found = explain(options.results or only_study(option="--results"), options.claim)
    if options.json:
        from earned.explain.as_json import json_of

        print(json_of(found), end="")
    elif options.tree:
        from earned.explain.tree import tree_lines

        print_lines(tree_lines(found, plain=not _draws_lines()))
    else:
        from earned.explain.text import text_lines

        print_lines(text_lines(found))
    return 0 if found.agrees else 1


def _draws_lines() -> bool:
    """Whether the terminal, or file, has the characters that a tree is drawn with."""
    return (sys.stdout.encoding or "").lower().startswith("utf")
