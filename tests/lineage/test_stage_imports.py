"""Which code stands behind which stage, and what the core knows."""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import tokenize
from pathlib import Path

import pytest

from earned.lineage.code import OURS, PACKAGE
from support import ROOT

AUDIT = "acquabench"
STAGES = ("population", "artifacts", "registration", "agents", "scores", "cases", "analysis",
          "tables", "figures", "ledger", "study", "rescore")  # fmt: skip
ARMS = {"CLEAN", "GOLD", "SHAM"}


def behind(stage: str) -> tuple[str, ...]:
    return OURS.closure((f"earned.audits.{AUDIT}.{stage}", f"earned.{stage}.__main__"))


@pytest.mark.parametrize("stage", [s for s in STAGES if s not in ("artifacts", "agents")])
def test_no_engine_stands_behind_what_can_be_rebuilt_without_a_model(stage: str) -> None:
    """Field case 1."""
    modules = behind(stage)
    assert f"earned.{stage}.__main__" in modules
    assert [m for m in modules if m.startswith(("earned.engines", "earned.agents.driver"))] == []


def test_agents_have_engines_behind_them_and_no_scorer() -> None:
    modules = behind("agents")
    assert "earned.engines.openai_client" in modules
    assert {"earned.scores.hotpot", "earned.scores.coloc"} & set(modules) == set()


LOADED = """
import importlib, importlib.util, sys
for name in sys.argv[1:]:
    if importlib.util.find_spec(name):
        importlib.import_module(name)
print(*sorted(m for m in sys.modules if m.split(".")[0] == "earned"))
"""


@pytest.mark.parametrize("stage", ["agents", "scores", "ledger", "rescore"])
def test_what_python_loads_for_a_stage_is_in_its_closure(stage: str) -> None:
    """Field case 12: no import escapes the digest."""
    names = [f"earned.{stage}.__main__", f"earned.audits.{AUDIT}.{stage}"]
    loaded = subprocess.run(
        [sys.executable, "-c", LOADED, *names],
        env={"PYTHONPATH": str(ROOT / "workflow")},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert len(loaded) > 5
    assert set(loaded) - set(behind(stage)) == set()


def sources() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def test_imports_are_absolute_and_names_are_looked_up_in_two_places_only() -> None:
    """Others the digest would not see."""
    dynamic = set()
    for path in sources():
        for node in ast.walk(ast.parse(path.read_bytes())):
            assert not (isinstance(node, ast.ImportFrom) and node.level), path
            if isinstance(node, ast.Attribute | ast.Name):
                name = node.attr if isinstance(node, ast.Attribute) else node.id
                if name in ("import_module", "__import__", "exec", "eval", "run_module"):
                    dynamic.add(path.relative_to(PACKAGE).as_posix())
    assert dynamic <= {"audits/registry.py", "config/plan.py", "engines/transformers_engine.py",
                       "engines/transformers_load.py", "verify/remake.py"}  # fmt: skip


def words(path: Path) -> set[str]:
    """The names and the words of the strings of a source file; comments do not count."""
    found: set[str] = set()
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        if token.type in (tokenize.NAME, tokenize.STRING):
            found.update("".join(c if c.isalnum() else " " for c in token.string).split())
    return found


def test_the_core_knows_no_condition_of_any_audit() -> None:
    """Overview, Five audits, one core."""
    core = [path for path in sources() if "audits" not in path.relative_to(PACKAGE).parts]
    assert len(core) > 50
    assert {path.name: words(path) & ARMS for path in core if words(path) & ARMS} == {}
    assert words(PACKAGE / "audits" / AUDIT / "conditions.py") >= ARMS
