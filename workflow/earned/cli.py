"""The command `earned`: what people do with a finished study."""

from __future__ import annotations

import argparse
import sys

from earned.commands import (
    audit,
    coverage,
    diff,
    doctor,
    explain,
    fetch,
    grader,
    release,
    rescore,
    run,
    summary,
    verify,
)
from earned.errors import user_facing

COMMANDS = (verify, audit, summary, explain, diff, fetch, doctor,
            run, rescore, grader, release, coverage)  # fmt: skip


@user_facing
def main(argv: list[str]) -> int:
    """Dispatch to a subcommand."""
    at = argv.index("--") if argv[:1] in (["run"], ["resume"]) and "--" in argv else len(argv)
    options = _parser().parse_args(argv[:at])
    options.snakemake = argv[at + 1 :]
    code: int = options.run(options)
    return code


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="earned", description="Was this score earned?")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for module in COMMANDS:
        module.register(commands)
    return parser


if __name__ == "__main__":
    sys.exit(main())
