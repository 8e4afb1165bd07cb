"""Run the same D0 cell in Inspect AI, in an environment that is made on first use."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks import ROOT
from benchmarks.server import manifest_of, served
from benchmarks.units import Units
from benchmarks.variants import engine_of
from earned.audits.acquabench import agents
from earned.audits.acquabench.params import AgentParams
from earned.audits.acquabench.prompts import load_prompts
from earned.audits.acquabench.surfaces import surface_named
from earned.engines.chat import render_chat
from earned.engines.waiting import wait_for_endpoint
from earned.records.files import read_record
from earned.records.model import ModelManifest

VENV = ROOT / ".venv-inspect"
PYTHON = VENV / "bin/python"
NEEDS = ROOT / "benchmarks/inspect.in"


@dataclass(frozen=True)
class Inspected:
    """What Inspect AI took for the cell, and the actions of each trajectory."""

    seconds: float
    requests: int
    prompt_tokens: int
    generated_tokens: int
    actions: dict[str, list[list[str | None]]]


def inspect_version() -> str | None:
    """Make the environment if it is not there; None, with a word printed, where that fails."""
    mark = VENV / hashlib.sha256(NEEDS.read_bytes()).hexdigest()[:16]
    if not mark.exists():
        print(f"installing Inspect AI into {VENV.name}", flush=True)
        pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
        for command in ([sys.executable, "-m", "venv", str(VENV)], [*pip, "-r", str(NEEDS)]):
            if subprocess.run(command, check=False).returncode:
                print(f"could not: {' '.join(command)}")
                return None
        mark.touch()
    ask = "from importlib.metadata import version; print(version('inspect-ai'))"
    return subprocess.run(
        [PYTHON, "-c", ask], check=True, capture_output=True, text=True
    ).stdout.strip()


def inspected(units: Units, params: AgentParams, folder: Path, *, cache: bool) -> Inspected:
    """Run the cell on a fresh server with the settings of the audit.

    As many requests at once as the server has slots: fewer idle, more would push each other's
    prefixes out of the cache.

    Args:
        units: the frozen units.
        params: the cell's.
        folder: for server, log and order.
        cache: use Inspect's own cache of equal prompts, empty at the start.
    """
    config = engine_of(params)
    with served(config, folder) as endpoint:
        at = wait_for_endpoint(endpoint)
        order = {
            "base_url": at.base_url,
            "model": at.model,
            "cache_prompt": config.settings.resolved().prefix_caching,
            "at_once": min(config.concurrency, config.settings.resolved().slots),
            "cache": cache,
            "log_dir": str(folder / "log"),
            "surface": params.surface,
            "agent": params.agent.model_dump(mode="json"),
            "units": list(_units(units, params)),
        }
        return Inspected(**_run(order, folder))


def _run(order: dict[str, Any], folder: Path) -> dict[str, Any]:
    asked, out = folder / "order.json", folder / "out.json"
    asked.write_text(json.dumps(order), encoding="utf-8")
    environment = {
        **os.environ,
        "PYTHONPATH": str(ROOT / "workflow"),
        "INSPECT_CACHE_DIR": str(folder / "cache"),
    }
    task = ROOT / "benchmarks/inspect_task.py"
    command = [str(PYTHON), str(task), str(asked), str(out)]
    subprocess.run(command, check=True, cwd=folder, env=environment)
    found: dict[str, Any] = json.loads(out.read_text(encoding="utf-8"))
    if (status := found.pop("status")) != "success":
        raise SystemExit(f"Inspect's run ended with {status}; its log is in {order['log_dir']}")
    return found


def _units(units: Units, params: AgentParams) -> Iterator[dict[str, Any]]:
    """Each unit with its prompt's head, rendered by us: Inspect's environment has no template."""
    made = read_record(manifest_of(engine_of(params)), ModelManifest)
    surface, prompts = surface_named(params.surface), load_prompts(params.agent.prompts)
    for item, artifact in agents.cell(params, units.members, units.artifacts).units:
        system = prompts.render_system(surface)
        user = prompts.render_user(surface, item.question)
        head = render_chat(made.chat_template, system, user, bos=made.bos, eos=made.eos).text
        yield {
            "item": item.model_dump(mode="json"),
            "artifact": artifact.model_dump(mode="json"),
            "head": head,
        }
