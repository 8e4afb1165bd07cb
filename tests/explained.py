"""A small finished study of every regime, whose numbers are explained."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from earned.audits.acquabench import figures
from mini import run_mini

READING = "qwen2.5-14b"
FOLLOWING = "qwen2.5-32b"
"""Aliases of the paper, so that published figures stand beside the study's."""
QUESTIONS = 3
SURFACES = ("retrieval", "tool")


def study_of_all_regimes(folder: Path) -> Path:
    """Two controls of one family, every regime, two surfaces, two runs of each unit, no figure."""
    models: dict[str, Any] = {
        READING: {"control": "reader", "family": "reading"},
        FOLLOWING: {"control": "suggestible", "family": "reading"},
    }
    regimes = {"D0": {}, "D1": {}, "D2": {"size": 80, "offset": 0}, "style": {}}
    more = {"regimes": regimes, "repeats": 2, "analysis": {"replicates": 100}}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(figures, "run", lambda _: [])  # drawing takes as long as all the rest
        return run_mini(folder, models=models, limit=QUESTIONS, surfaces=SURFACES, audit=more)
