"""Stage study: write the complete configuration of a study, defaults filled in."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from earned.errors import user_facing
from earned.lineage.command import run_stage
from earned.lineage.publishable import publishable
from earned.lineage.stage import Output, Stage
from earned.records.files import write_json

OPTIONS = ()


@user_facing
def main(argv: list[str]) -> int:
    """Write `config.json`."""
    return run_stage("study", argv, OPTIONS, build)


def build(stage: Stage, options: Namespace) -> dict[Path, Output]:
    """Take the configuration as it may be published."""
    out = options.out / "config.json"
    config = publishable(stage.parameters)
    return {out: Output(lambda path: write_json(path, config))}


if __name__ == "__main__":
    sys.exit(main())
