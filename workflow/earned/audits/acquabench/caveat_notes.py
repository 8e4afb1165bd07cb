"""The caveats of the results, as notes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from earned.render.note import note, value
from earned.render.table import Text


def caveat_notes(results: Mapping[str, Any]) -> tuple[Text, ...]:
    """Say what the intervals do and do not say."""
    places = range(len(results.get("caveats", ())))
    return tuple(note(f"caveat {n + 1}", value("value", f"/caveats/{n}")) for n in places)
