"""Stage prefetch: `python -m earned.prefetch model|dataset`, the only stage with a network."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from earned.config.base import validate_config
from earned.config.weights import PinnedFile, WeightsConfig
from earned.errors import user_facing
from earned.prefetch.fetch import fetch_file
from earned.prefetch.model import prefetch_model
from earned.records.files import parse_json


@user_facing
def main(argv: list[str]) -> int:
    """Fetch a model and write its manifest, or fetch a data file."""
    options = _parser().parse_args(argv)
    if options.what == "model":
        given = parse_json(options.weights, where="--weights")
        weights = validate_config(WeightsConfig, given, where="weights")
        prefetch_model(weights, options.out)
    else:
        given = parse_json(options.spec, where="--spec")
        fetch_file(validate_config(PinnedFile, given, where="data set"), options.out)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m earned.prefetch", description=__doc__)
    kinds = parser.add_subparsers(dest="what", required=True)
    model = kinds.add_parser("model", help="fetch a model's files and write its manifest")
    model.add_argument("--weights", required=True, help="a WeightsConfig as JSON")
    data = kinds.add_parser("dataset", help="fetch one pinned file")
    data.add_argument("--spec", required=True, help="a PinnedFile as JSON")
    for one in (model, data):
        one.add_argument("--out", type=Path, required=True, help="the file to write")
    return parser


if __name__ == "__main__":
    sys.exit(main(None))
