"""Run measures and print what they found: `python -m benchmarks [NAME ...] [--quick] [--write]`."""

from __future__ import annotations

import argparse
import importlib
import os
import sys
import time
from datetime import datetime

from benchmarks import ROOT, report
from earned.errors import user_facing

MEASURES = ("bootstrap", "bm25", "noop", "cell", "environment", "scale")
"""Modules of this package, in the order in which they run; each has `measure(quick)`."""


@user_facing
def main(argv: list[str]) -> int:
    """Run the measures named, or all."""
    options = _parser().parse_args(argv)
    os.chdir(ROOT)
    print(_heading(report.machine()))
    found: dict[str, list[report.Figure]] = {}
    seconds: dict[str, float] = {}
    for name in options.names or MEASURES:
        print(f"\n== {name}", flush=True)
        start = time.perf_counter()
        found[name] = importlib.import_module(f"benchmarks.{name}").measure(options.quick)
        seconds[name] = time.perf_counter() - start
        report.show(found[name])
        print(f"\n   ({name} took {seconds[name]:.0f} s)", flush=True)
    print("\n" + report.markdown([figure for figures in found.values() for figure in figures]))
    if options.write:
        path = ROOT / "benchmarks/results" / f"{datetime.now():%Y%m%d-%H%M%S}.json"
        report.write(path, found, seconds)
        print(f"\nwritten to {path.relative_to(ROOT)}")
    return 0


def _heading(on: dict[str, object]) -> str:
    return "\n".join(f"{name}: {value}" for name, value in on.items())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join(MEASURES))
    parser.add_argument("--quick", action="store_true", help="tiny sizes, to try the code")
    parser.add_argument("--write", action="store_true", help="write benchmarks/results/TIME.json")
    return parser


if __name__ == "__main__":
    sys.exit(main(None))
