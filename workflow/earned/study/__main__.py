"""Stage study: write the complete configuration of a study, defaults filled in."""

from __future__ import annotations

import sys

from earned.errors import user_facing
from earned.lineage.publishable import publishable
from earned.lineage.stage import Output, stage_arguments
from earned.records.files import write_json


@user_facing
def main(argv: list[str]) -> int:
    """Write `config.json`."""
    stage, options = stage_arguments("study", argv)
    out = options.out / "config.json"
    config = publishable(stage.parameters)
    stage.publish({out: Output(lambda path: write_json(path, config))})
    return 0


if __name__ == "__main__":
    sys.exit(main())
