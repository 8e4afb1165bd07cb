"""What may be lost, changed or said when a fault strikes: nothing, nothing, one sentence."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from pathlib import Path

from earned.agents.store import read_blocks

Done = subprocess.CompletedProcess[str]


def kept_in(stored: bytes) -> dict[str, str]:
    """Every completion of a store, by its key; the first counts."""
    kept: dict[str, str] = {}
    for block in read_blocks(stored, "store"):
        for entry in block.completions:
            kept.setdefault(entry.key, entry.completion.model_dump_json())
    return kept


def strangers(found: Mapping[str, bytes], promised: Mapping[str, bytes]) -> list[str]:
    """Files that an undisturbed run would not have; a store may be cut short."""
    return [
        name
        for name, content in found.items()
        if not Path(name).name.startswith(".")  # what a killed writer left
        and content != promised.get(name)
        and not (name.endswith("completions.jsonl") and promised[name].startswith(content))
    ]


def refused(done: Done, *said: str) -> None:
    """Require a stop that names its cause."""
    assert done.returncode != 0
    told = done.stdout + done.stderr
    assert "Traceback" not in told, told
    for text in said:
        assert text in told, told
