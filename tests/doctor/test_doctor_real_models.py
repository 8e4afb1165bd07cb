"""`earned doctor` on real small models: in process, and behind a llama.cpp server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import psutil
import pytest

from earned.config.engines import EngineConfig
from earned.config.plan import Plan
from earned.config.study import StudyConfig
from earned.doctor.examine import Wanted
from earned.doctor.parity import check_parity, compare, reference_engine
from earned.doctor.run import examine_study
from earned.records.files import read_json
from prefetched import prefetched
from support import ROOT
from toy_agents import ask

pytestmark = [pytest.mark.slow, pytest.mark.models]

AGENT = {"steps": 2, "max_tokens": 8, "top_k": 2, "display_chars": 200, "window": 1024}


def checks(home: Path, monkeypatch: pytest.MonkeyPatch, **engine: Any) -> dict[str, Any]:
    """The checks of a study of one model, by name."""
    (home / "config").symlink_to(ROOT / "config")
    (home / "resources").symlink_to(ROOT / "resources")
    monkeypatch.chdir(home)
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "workflow"))
    given = {"study": "tiny", "models": {"a": {"engine": engine, "limit": 1, "agent": AGENT}}}
    plan = Plan(StudyConfig.model_validate(given))
    lines: list[str] = []
    code = examine_study(plan, ["a"], Wanted(prompts=2, repeats=2), lines.append)
    found = read_json(home / "results/tiny/logs/doctor/a.json")["checks"]
    assert code == any(check["verdict"] == "FAIL" for check in found), lines
    return {check["name"]: check for check in found}


def test_a_model_in_process_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("torch")
    prefetched("smollm2-135m")
    found = checks(
        tmp_path,
        monkeypatch,
        kind="transformers",
        weights="smollm2-135m",
        settings={"mode": "deterministic", "window": 1024, "dtype": "float32"},
        batch_size=2,
    )
    assert {check["verdict"] for check in found.values()} == {"ok"}
    assert found["BOS"]["said"] == "one BOS"
    assert found["BOS"]["figures"]["extra_tokens_read"] == 0
    assert found["BOS"]["figures"]["first_pieces"][0] == "<|im_start|>"


def test_a_served_model_passes_and_its_server_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prefetched("qwen2.5-coder-0.5b")
    found = checks(
        tmp_path,
        monkeypatch,
        kind="llamacpp",
        weights="qwen2.5-coder-0.5b",
        settings={"mode": "deterministic", "window": 1024, "threads": 2},
    )
    verdicts = {name: check["verdict"] for name, check in found.items()}
    assert verdicts.pop("parity") == "note"
    assert set(verdicts.values()) == {"ok"}
    assert found["BOS"]["said"] == "no BOS"
    assert found["BOS"]["figures"]["extra_tokens_read"] == 0
    assert [p for p in psutil.Process().children() if p.status() != psutil.STATUS_ZOMBIE] == []
    left = sorted(path.name for path in (tmp_path / "results/tiny/logs/doctor").iterdir())
    assert left == ["a.json", "a.server.log"]


def test_the_reference_loads_in_float32_and_agrees_with_itself() -> None:
    pytest.importorskip("torch")
    folder, made = prefetched("smollm2-135m")
    settings = {"window": 1024, "dtype": "bfloat16"}
    config = EngineConfig.model_validate(
        {"kind": "vllm", "weights": "smollm2-135m", "settings": settings}
    )
    reference = reference_engine(config, made, folder)
    assert reference.identity.settings["dtype"] == "float32"
    pairs = compare(reference, reference.tokens, reference, reference.tokens, [ask("Count: one,")])
    assert check_parity(pairs, "float32").verdict == "ok"
    assert pairs[0].texts[0]
