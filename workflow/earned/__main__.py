"""`python -m earned` is the command `earned`."""

from __future__ import annotations

import sys

from earned.cli import main

if __name__ == "__main__":
    sys.exit(main())
