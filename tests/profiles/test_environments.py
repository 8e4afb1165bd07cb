"""Each class of rules has an environment, as requirement files and for conda, and it is enough."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from earned.config.plan import Plan
from finished import CELLS, finished_study
from mini import STAGES, arguments, mini_config
from support import ROOT

ENVS = ROOT / "envs"
_CONDA = re.compile(r'"\.\./envs/(\w+\.yaml)"')


def environment(name: str) -> dict[str, Any]:
    found = yaml.safe_load((ENVS / name).read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def requirement_files(name: str) -> list[Path]:
    (pip,) = [part["pip"] for part in environment(name)["dependencies"] if isinstance(part, dict)]
    return [ENVS / line.removeprefix("-r ") for line in pip]


def pinned(lock: Path) -> set[str]:
    return {line.split(" ")[0] for line in lock.read_text().splitlines() if "==" in line}


def test_every_rule_names_an_environment_that_is_there_and_each_is_named() -> None:
    named = {name for rules in (ROOT / "rules").glob("*.smk")
             for name in _CONDA.findall(rules.read_text(encoding="utf-8"))}  # fmt: skip
    assert named == {path.name for path in ENVS.glob("*.yaml")} == {
        "cpu.yaml", "gpu.yaml", "report.yaml"}  # fmt: skip


@pytest.mark.parametrize("name", ["cpu.yaml", "gpu.yaml", "report.yaml"])
def test_a_conda_environment_is_python_and_requirement_files_that_pip_takes_too(name: str) -> None:
    assert environment(name)["channels"] == ["conda-forge", "nodefaults"]
    assert "python >=3.11,<3.14" in environment(name)["dependencies"]
    assert all(path.is_file() for path in requirement_files(name))


def test_the_report_environment_is_a_part_of_the_cpu_environment() -> None:
    assert pinned(ENVS / "report.lock") < pinned(ENVS / "cpu.lock")


@pytest.mark.slow
def test_tables_figures_and_ledger_are_made_to_the_byte_in_the_report_environment_alone(
    tmp_path: Path,
) -> None:
    root, python = finished_study(tmp_path), tmp_path / "venv" / "bin" / "python"
    before = {path: path.read_bytes() for path in sorted(root.rglob("*"))
              if path.is_file() and "logs" not in path.parts}  # fmt: skip
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    subprocess.run(
        [python, "-m", "pip", "install", "-q", "--require-hashes", "-r", ENVS / "report.lock"],
        env=plain, check=True,
    )  # fmt: skip
    plan = Plan(mini_config(models=CELLS, limit=3, surfaces=("retrieval",)))
    for stage in STAGES[STAGES.index("tables") :]:
        module = "earned.ledger.manifest" if stage == "manifest" else f"earned.{stage}"
        for argv in arguments(plan, root, stage):
            subprocess.run([python, "-m", module, *argv], cwd=ROOT, check=True,
                           env={"PYTHONPATH": str(ROOT / "workflow")})  # fmt: skip
    assert {path: path.read_bytes() for path in before} == before
