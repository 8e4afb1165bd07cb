"""What the subcommands share: how they are declared, what they take, how they print."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
