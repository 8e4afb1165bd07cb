"""Find an audit's side of a stage. An audit is one folder with one module per stage."""

from __future__ import annotations

import importlib
from types import ModuleType

from earned.errors import UserError

AUDITS = ("acquabench",)


def stage_module(audit: str, stage: str) -> ModuleType:
    """Import `earned.audits.AUDIT.STAGE`.

    Raises:
        UserError: there is no such audit.
    """
    if audit not in AUDITS:
        raise UserError(f"no audit {audit}", remedy=f"known are: {', '.join(AUDITS)}")
    return importlib.import_module(f"earned.audits.{audit}.{stage}")
