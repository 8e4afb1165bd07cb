from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from support import ROOT

HEAVY = {"torch", "openai", "transformers", "vllm", "xllamacpp"}
PACKAGE = ROOT / "workflow" / "earned"


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


def test_nothing_but_the_engines_imports_an_inference_library() -> None:
    outside = [path for path in PACKAGE.rglob("*.py") if "engines" not in path.parts]
    assert len(outside) > 10
    assert {path.name: imported(path) & HEAVY for path in outside if imported(path) & HEAVY} == {}


@pytest.mark.parametrize(
    "module", ["keys", "window", "scripted", "replay", "build", "chat", "endpoint"]
)
def test_what_every_stage_may_need_loads_no_inference_library(module: str) -> None:
    """Field case 1: scoring imports no engine."""
    code = f"import sys, earned.engines.{module}; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(ROOT / "workflow")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert HEAVY & set(loaded) == set()
