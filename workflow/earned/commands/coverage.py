"""`earned coverage`: measure how often intervals hold the truth."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from earned.commands.options import command, whole

if TYPE_CHECKING:
    from earned.commands.options import Commands

MOST_SIMULATED = 100_000
"""Datasets, replicates or questions that it takes at most."""


def register(commands: Commands) -> None:
    """Declare the subcommand."""
    text = "measure on simulated data how often intervals hold the truth"
    made = command(commands, "coverage", text, _run)
    made.add_argument("--datasets", type=whole(1, MOST_SIMULATED), help="default: 1000")
    made.add_argument("--replicates", type=whole(100, MOST_SIMULATED), help="default: 1000")
    made.add_argument("--seed", type=whole(0, MOST_SIMULATED), default=13, help="default: 13")
    made.add_argument(
        "--clusters", type=whole(2, MOST_SIMULATED), nargs="+",
        help="numbers of questions; default: 36 38 135",
    )  # fmt: skip


def _run(options: Namespace) -> int:
    from earned.audits.acquabench.coverage import CLUSTERS, DATASETS, REPLICATES, report

    lines = report(
        options.clusters or CLUSTERS,
        options.datasets or DATASETS,
        options.replicates or REPLICATES,
        options.seed,
    )
    print("\n".join(lines))
    return 0
