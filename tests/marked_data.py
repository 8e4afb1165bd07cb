"""A study on data that may not be passed on, whose every name can be told from all other text."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from mini import mini_config, run_mini
from support import ROOT

MARK = "zq"
"""Ends every name in the data, and stands in no other text."""
LICENCE = "CC-BY-NC-ND-4.0"
_NAME = re.compile(r"\b[A-Z][a-z]{3,}\b")
_WORDS = frozenset(("What", "When", "Where", "Which", "They", "This"))


def withheld_study(folder: Path) -> Path:
    """Two controls, three questions of marked data, one surface, finished."""
    file = folder / "puzzles.json"
    items = json.loads((ROOT / "resources/embedded/questions.json").read_text(encoding="utf-8"))
    file.write_text(json.dumps([_marked(item) for item in items]), encoding="utf-8")
    config = mini_config(models=("copier", "reader"), limit=3, surfaces=("retrieval",))
    given = {"path": file, "name": "puzzles", "licence": LICENCE, "redistribute": False}
    data = config.data.model_copy(update=given)
    return run_mini(folder, config=config.model_copy(update={"data": data}))


def _marked(item: dict[str, Any]) -> dict[str, Any]:
    """Mark the names in an item's texts, and leave its id and kinds as they are."""
    kept = {key: item[key] for key in ("_id", "type", "level") if key in item}
    return {**_walk(item), **kept}


def _walk(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _walk(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_walk(inner) for inner in value]
    return _NAME.sub(_mark, value) if isinstance(value, str) else value


def _mark(found: re.Match[str]) -> str:
    return found[0] if found[0] in _WORDS else found[0] + MARK
