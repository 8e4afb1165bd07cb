"""What the subcommands share: how they are declared, what they take, how they print."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from earned.audit.report import AuditReport
    from earned.verify.report import Report

    Commands = argparse._SubParsersAction[argparse.ArgumentParser]


def command(
    commands: Commands, name: str, text: str, run: Callable[[argparse.Namespace], int]
) -> argparse.ArgumentParser:
    """Declare a subcommand; `run` gives its exit code."""
    made = commands.add_parser(name, help=text, description=text)
    made.set_defaults(run=run)
    return made


def takes_results(parser: argparse.ArgumentParser) -> None:
    """Let a subcommand take a results folder."""
    parser.add_argument("results", type=Path, help="a results folder, e.g. results/demo")


def may_take_results(parser: argparse.ArgumentParser) -> None:
    """Let a subcommand take a results folder, or find the only one."""
    parser.add_argument(
        "results", type=Path, nargs="?", help="a results folder; default: the only one"
    )


def results_of(options: argparse.Namespace) -> Path:
    """Give the results folder that was named, or the only one."""
    from earned.ledger.lookup import only_study

    named: Path | None = options.results
    return named or only_study()


def takes_report(parser: argparse.ArgumentParser) -> None:
    """Let a subcommand compare a root hash, and write its report for a machine."""
    parser.add_argument("--root", metavar="HASH", help="the published root hash, to compare")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")


def print_report(report: Report | AuditReport, as_json: bool) -> int:
    """Print what a check found, and give the exit code."""
    if as_json:
        print_json(report.as_json())
    else:
        print_lines(report.lines())
    return 0 if report.passed else 1


def print_json(value: object) -> None:
    """Print a JSON value for a machine."""
    from earned.records.files import json_text

    print(json_text(value), end="")


def whole(least: int, most: int) -> Callable[[str], int]:
    """Make a reader of whole numbers between two bounds."""

    def read(text: str) -> int:
        if not (text.isdecimal() and least <= int(text[:9]) <= most):
            raise argparse.ArgumentTypeError(f"takes a whole number from {least} to {most}")
        return int(text)

    return read


def print_lines(lines: Sequence[str]) -> None:
    """Print lines of which a label, or a file's name, may hold what moves a terminal's cursor."""
    from earned.render.escape import one_line

    print("\n".join(map(one_line, lines)))
