"""The configuration that a study published, read again: addresses are hashes in it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from earned.config.base import validate_config
from earned.config.study import StudyConfig
from earned.records.files import read_json

CONFIG = "study/config.json"


def published_config(root: Path) -> dict[str, Any]:
    """Read the configuration of a results folder as it stands there.

    Raises:
        UserError: there is none, or it is no JSON.
    """
    config: dict[str, Any] = read_json(root / CONFIG)
    return config


def published_study(root: Path) -> StudyConfig:
    """Read the configuration of a results folder, and check it.

    Raises:
        UserError: there is none, or a fault in it.
    """
    return validate_config(StudyConfig, published_config(root), where=CONFIG)
