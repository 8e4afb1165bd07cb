"""The real models of the tests, fetched beforehand by `make test`."""

from __future__ import annotations

from pathlib import Path

import pytest

from earned.records.files import read_record
from earned.records.model import ModelManifest
from support import ROOT


def prefetched(name: str) -> tuple[Path, ModelManifest]:
    """A model's folder and manifest; skips where the prefetch could not be done."""
    folder = ROOT / "resources" / "models" / name
    if not (folder / "manifest.json").is_file():
        pytest.skip(f"the model {name} is not prefetched")
    return folder, read_record(folder / "manifest.json", ModelManifest)
