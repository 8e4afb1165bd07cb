"""Writes the embedded set, or checks that the committed one is what the seeds give."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from earned.data.embedded.generate import generate
from earned.errors import UserError, user_facing

FOLDER = Path("resources/embedded")


@user_facing
def main(argv: list[str]) -> int:
    """Run `python -m earned.data.embedded --check|--write [--folder FOLDER]`."""
    parser = argparse.ArgumentParser(prog="python -m earned.data.embedded", description=__doc__)
    mode = parser.add_mutually_exclusive_group(required=True)
    mode.add_argument("--check", action="store_true", help="compare the folder with the seeds")
    mode.add_argument("--write", action="store_true", help="write the folder from the seeds")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="default: %(default)s")
    args = parser.parse_args(argv)
    if args.write:
        write(args.folder)
    else:
        check(args.folder)
    return 0


def write(folder: Path) -> None:
    """Write the generated files into a folder, which is made if it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in generate().items():
        (folder / name).write_bytes(content)


def check(folder: Path) -> None:
    """Compare a folder with a fresh generation.

    Raises:
        UserError: a file is missing or differs.
    """
    for name, content in generate().items():
        path = folder / name
        if not path.is_file() or path.read_bytes() != content:
            raise UserError(
                "the embedded set is not what its generator gives",
                where=str(path),
                remedy="run `python -m earned.data.embedded --write`, or undo the edit",
            )


if __name__ == "__main__":
    sys.exit(main(None))
