"""The command `earned`: what people do with a finished study."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from earned.errors import user_facing

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


MOST_ASKED = 1000
"""Prompts, or repeats of each, that `earned doctor` asks at most."""
MOST_SIMULATED = 100_000
"""Datasets, replicates or questions that `earned coverage` takes at most."""


@user_facing
def main(argv: list[str]) -> int:
    """Dispatch to a subcommand; each imports only what it needs."""
    at = argv.index("--") if argv[:1] == ["run"] and "--" in argv else len(argv)
    options = _parser().parse_args(argv[:at])
    options.snakemake = argv[at + 1 :]
    code: int = options.run(options)
    return code


def _verify(options: argparse.Namespace) -> int:
    from earned.verify.run import verify

    report = verify(options.results)
    _print(report.lines())
    return 0 if report.passed else 1


def _explain(options: argparse.Namespace) -> int:
    from earned.ledger.explain import explain

    _print(explain(options.results, options.claim))
    return 0


def _summary(options: argparse.Namespace) -> int:
    from earned.ledger.summary import summary

    lines, passed = summary(options.results)
    _print(lines)
    return 0 if passed else 1


def _print(lines: Sequence[str]) -> None:
    """Print lines of which a label, or a file's name, may hold what moves a terminal's cursor."""
    from earned.render.escape import one_line

    print("\n".join(map(one_line, lines)))


def _fetch(options: argparse.Namespace) -> int:
    from earned.prefetch.named import fetch_named

    fetch_named(options.models)
    return 0


def _doctor(options: argparse.Namespace) -> int:
    from earned.doctor.examine import Wanted
    from earned.doctor.run import doctor

    wanted = Wanted(options.prompts, options.repeats, options.parity)
    return doctor(options.study, options.model, wanted)


def _run(options: argparse.Namespace) -> int:
    from earned.progress.watch import run_study

    return run_study(options.profile, options.study, options.snakemake)


def _coverage(options: argparse.Namespace) -> int:
    from earned.audits.acquabench.coverage import CLUSTERS, DATASETS, REPLICATES, report

    lines = report(
        options.clusters or CLUSTERS,
        options.datasets or DATASETS,
        options.replicates or REPLICATES,
        options.seed,
    )
    print("\n".join(lines))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="earned", description="Was this score earned?")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    verify = _command(commands, "verify", "re-open every claim, re-hash every file", _verify)
    summary = _command(commands, "summary", "print tables, controls and verification", _summary)
    explain = _command(commands, "explain", "print the path from a number to its records", _explain)
    explain.add_argument("claim", help="a claim id of ledger/claims.csv, or a part of one")
    for command in (verify, summary):
        command.add_argument("results", type=Path, help="a results folder, e.g. results/demo")
    explain.add_argument(
        "--results", type=Path, default=None, help="the results folder; default: the only one"
    )
    fetch = _command(commands, "fetch", "fetch models named in config/models", _fetch)
    fetch.add_argument("models", nargs="+", help="names of files in config/models")
    doctor = _command(commands, "doctor", "check the engines of a study before a run", _doctor)
    doctor.add_argument("study", help="name of a study, a file of config/studies")
    doctor.add_argument("--model", help="a key of the study's models; default: all with an engine")
    doctor.add_argument(
        "--prompts", type=_whole(1, MOST_ASKED), help="prompts to ask; default: a run's load"
    )
    doctor.add_argument(
        "--repeats", type=_whole(1, MOST_ASKED), default=6, help="times each; default: 6"
    )
    doctor.add_argument("--parity", action="store_true", help="compare large weights too, on CPU")
    run = _command(commands, "run", "run a study with a progress bar", _run)
    run.add_argument("study", help="name of a study, a file of config/studies")
    run.add_argument("--profile", required=True, help="a profile, e.g. demo, gpu, slurm")
    coverage = _command(
        commands,
        "coverage",
        "measure on simulated data how often intervals hold the truth",
        _coverage,
    )
    coverage.add_argument("--datasets", type=_whole(1, MOST_SIMULATED), help="default: 1000")
    coverage.add_argument("--replicates", type=_whole(100, MOST_SIMULATED), help="default: 1000")
    coverage.add_argument("--seed", type=_whole(0, MOST_SIMULATED), default=13, help="default: 13")
    coverage.add_argument(
        "--clusters", type=_whole(2, MOST_SIMULATED), nargs="+",
        help="numbers of questions; default: 36 38 135",
    )  # fmt: skip
    run.epilog = "What follows -- is handed to snakemake."
    return parser


def _whole(least: int, most: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not (text.isdecimal() and least <= int(text[:9]) <= most):
            raise argparse.ArgumentTypeError(f"takes a whole number from {least} to {most}")
        return int(text)

    return read


def _command(
    commands: Commands, name: str, text: str, run: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    command = commands.add_parser(name, help=text, description=text)
    command.set_defaults(run=run)
    return command


if __name__ == "__main__":
    sys.exit(main())
