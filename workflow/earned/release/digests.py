"""`python -m earned.release.digests STAGES`: what the code of this package digests to.

A release runs it with the package that it copied, so that the copy speaks for itself.
"""

from __future__ import annotations

import json
import sys

from earned.lineage.stage import stage_code_digest


def main(stages: str) -> None:
    """Print the digests of `[[stage, audit], ...]` as a JSON list."""
    print(json.dumps([stage_code_digest(stage, audit) for stage, audit in json.loads(stages)]))


if __name__ == "__main__":
    main(sys.argv[1])
