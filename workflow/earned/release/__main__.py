"""`python -m earned.release`: write a finished study's release folder."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from earned.errors import user_facing
from earned.release.make import make_release


@user_facing
def main(argv: list[str]) -> int:
    """Write the release of a results folder, by default into `release/` in it."""
    parser = argparse.ArgumentParser(prog="python -m earned.release")
    parser.add_argument("--root", type=Path, required=True, help="the study's results folder")
    parser.add_argument("--out", type=Path, help="the folder to write; default: ROOT/release")
    options = parser.parse_args(argv)
    made = make_release(options.root, options.out)
    print(f"the release is {made}.", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
