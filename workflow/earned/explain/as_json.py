"""An explanation as JSON for a machine."""

from __future__ import annotations

import json

from earned.explain.record import Explanation


def json_of(found: Explanation) -> str:
    """Write the whole record: sorted keys, full hashes, ASCII alone, so that a terminal is safe."""
    value = found.model_dump(mode="json")
    return json.dumps(value, sort_keys=True, ensure_ascii=True, indent=1, allow_nan=False) + "\n"
