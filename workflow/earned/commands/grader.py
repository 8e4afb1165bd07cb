"""`earned grader`: does the machine's verdict agree with a human's?"""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from earned.commands.options import (
    command,
    may_take_results,
    print_lines,
    results_of,
    takes_results,
    whole,
)

if TYPE_CHECKING:
    from earned.commands.options import Commands

MOST_DRAWN = 100_000
"""Answers of a stratum that it draws at most."""


def register(commands: Commands) -> None:
    """Declare the subcommand and its three steps."""
    text = "audit the grader by hand: plan a sample, draw it, read the verdicts back"
    steps = commands.add_parser("grader", help=text, description=text).add_subparsers(
        required=True, metavar="STEP"
    )
    made = command(steps, "plan", "fix and hash a sampling plan", _plan)
    may_take_results(made)
    made.add_argument(
        "--per-stratum", type=whole(1, MOST_DRAWN), help="answers of each; default: 25"
    )
    made.add_argument("--seed", type=whole(0, MOST_DRAWN), help="default: 13")
    made = command(steps, "sample", "draw a plan's sample, as a blinded sheet", _sample)
    may_take_results(made)
    made.add_argument("--plan", metavar="HASH", help="which; default: the only one")
    made = command(steps, "read", "read a judged sheet back, and report", _read)
    takes_results(made)
    made.add_argument("sheet", type=Path, help="the sheet with a human's verdicts, as CSV")


def _plan(options: Namespace) -> int:
    from earned.grader.steps import DEFAULT_PER_STRATUM, DEFAULT_SEED, plan

    each = DEFAULT_PER_STRATUM if options.per_stratum is None else options.per_stratum
    seed = DEFAULT_SEED if options.seed is None else options.seed
    print_lines(plan(results_of(options), each, seed))
    return 0


def _sample(options: Namespace) -> int:
    from earned.grader.steps import sample

    print_lines(sample(results_of(options), options.plan))
    return 0


def _read(options: Namespace) -> int:
    from earned.grader.steps import read

    print_lines(read(options.results, options.sheet))
    return 0
