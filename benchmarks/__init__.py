"""Measurements, one module each: `make bench`, or `python -m benchmarks [NAME ...]`.

The helpers of the tests make small studies here too, so their folder is put on the path.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "workflow"), str(ROOT / "tests")]
