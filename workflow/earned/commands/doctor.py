"""`earned doctor`: check engines before a run."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from earned.commands.options import command, whole

if TYPE_CHECKING:
    from earned.commands.options import Commands

MOST_ASKED = 1000
"""Prompts, or repeats of each, that it asks at most."""


def register(commands: Commands) -> None:
    """Declare the subcommand."""
    made = command(commands, "doctor", "check the engines of a study before a run", _run)
    made.add_argument("study", help="name of a study, a file of config/studies")
    made.add_argument("--model", help="a key of the study's models; default: all with an engine")
    made.add_argument(
        "--prompts", type=whole(1, MOST_ASKED), help="prompts to ask; default: a run's load"
    )
    made.add_argument(
        "--repeats", type=whole(1, MOST_ASKED), default=6, help="times each; default: 6"
    )
    made.add_argument("--parity", action="store_true", help="compare large weights too, on CPU")


def _run(options: Namespace) -> int:
    from earned.doctor.examine import Wanted
    from earned.doctor.run import doctor

    wanted = Wanted(options.prompts, options.repeats, options.parity)
    return doctor(options.study, options.model, wanted)
