"""The command line of every stage, and the way from it to a published output."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from earned.lineage.stage import Output, Stage
from earned.records.files import parse_json

Build = Callable[[Stage, argparse.Namespace], Mapping[Path, Output]]
"""A stage: reads its declared inputs, and says what is to be written into `options.out`."""


def run_stage(
    name: str, argv: list[str], options: Sequence[str], build: Build, kept: Sequence[str] = ()
) -> int:
    """Run a stage from its command line, and publish what it made.

    Args:
        name: the stage.
        argv: the command line.
        options: names of its inputs, as `stage_arguments` takes them.
        build: what the stage does; `earned verify` calls it too.
        kept: names of files in the output folder that the stage itself grew.
    """
    stage, given = stage_arguments(name, argv, *options)
    stage.publish(build(stage, given), kept=[given.out / name for name in kept])
    return 0


def stage_arguments(name: str, argv: list[str], *extra: str) -> tuple[Stage, argparse.Namespace]:
    """Parse a stage's command line: root, audit, parameters, output folder, and its own inputs.

    Args:
        name: the stage.
        argv: the command line.
        extra: names of further options; a name ending in `*` takes several values, in `?` one
            or none.
    """
    parser = argparse.ArgumentParser(prog=f"python -m earned.{name}")
    parser.add_argument("--root", type=Path, required=True, help="the study's results folder")
    parser.add_argument("--audit", required=True)
    parser.add_argument("--params", required=True, help="the stage's configuration, as JSON")
    parser.add_argument("--out", type=Path, required=True, help="the folder of the outputs")
    for option in extra:
        flag = f"--{option.rstrip('*?')}"
        nargs = "*" if option.endswith("*") else None
        parser.add_argument(flag, type=Path, required=option[-1] not in "*?", nargs=nargs)
    options = parser.parse_args(argv)
    parameters = parse_json(options.params, where="--params")
    stage = Stage(name, options.audit, options.root, parameters)
    stage.options = {
        path: option.rstrip("*?")
        for option in extra
        for path in _paths(getattr(options, option.rstrip("*?")))
    }
    return stage, options


def _paths(given: Path | list[Path] | None) -> list[Path]:
    return [given] if isinstance(given, Path) else given or []
