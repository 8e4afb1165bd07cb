"""`earned run` and `earned resume`: run a study with a progress bar."""

from __future__ import annotations

from argparse import Namespace
from typing import TYPE_CHECKING

from earned.commands.options import command

if TYPE_CHECKING:
    from earned.commands.options import Commands


COMMANDS = {
    "run": "run a study with a progress bar",
    "resume": "end the jobs that a killed run left behind, then go on; on the same login node",
}


def register(commands: Commands) -> None:
    """Declare the subcommand."""
    for name, text in COMMANDS.items():
        made = command(commands, name, text, _run)
        made.add_argument("study", help="name of a study, a file of config/studies")
        made.add_argument("--profile", required=True, help="a profile, e.g. demo, gpu, slurm")
        made.epilog = "What follows -- is handed to snakemake."
        made.set_defaults(resume=name == "resume")


def _run(options: Namespace) -> int:
    from earned.progress.watch import run_study

    return run_study(options.profile, options.study, options.snakemake, resume=options.resume)
