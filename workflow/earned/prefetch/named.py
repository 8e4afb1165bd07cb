"""Fetch models by the name of their file in `config/models`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from earned.config.plan import read_weights
from earned.prefetch.model import prefetch_model

MODELS = Path("resources/models")


def fetch_named(names: Sequence[str]) -> None:
    """Fetch each model's files and write its manifest; what is there is kept."""
    for name in names:
        weights = read_weights(name)
        manifest = MODELS / weights.name / "manifest.json"
        if not manifest.is_file():
            print(f"fetching {weights.name} (once)", flush=True)
            prefetch_model(weights, manifest)
