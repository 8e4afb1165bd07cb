"""Find an audit's side of a stage. An audit is one folder with one module per stage."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType
from typing import Any

from earned.errors import UserError
from earned.records.files import read_json, validate

AUDITS = ("acquabench",)


def stage_module(audit: str, stage: str) -> ModuleType:
    """Import `earned.audits.AUDIT.STAGE`.

    Raises:
        UserError: there is no such audit.
    """
    if audit not in AUDITS:
        raise UserError(f"no audit {audit}", remedy=f"known are: {', '.join(AUDITS)}")
    return importlib.import_module(f"earned.audits.{audit}.{stage}")


def frozen_results(audit: ModuleType, path: Path) -> Any:  # noqa: ANN401 - a JSON document
    """Read the canonical results that an audit's tables or figures are made from.

    Raises:
        UserError: the file is not what the audit's analysis writes.
    """
    results = read_json(path)
    validate(audit.RESULTS, results, where=str(path))
    return results
