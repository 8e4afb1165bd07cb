"""The studies and weights that come with the project are complete, pinned, and what they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from earned.config.base import validate_config
from earned.config.load import read_yaml, resolve_study
from earned.config.plan import Plan
from earned.config.weights import WeightsConfig
from support import ROOT

STUDIES = ROOT / "config" / "studies"


@pytest.mark.parametrize("file", sorted(STUDIES.glob("*.yaml")), ids=lambda file: file.stem)
def test_every_shipped_study_is_complete_and_of_its_file_s_name(file: Path) -> None:
    study = resolve_study({"study": file.stem}, studies=STUDIES)
    assert read_yaml(file)["study"] == study.study == file.stem
    plan = Plan(study, models=ROOT / "config" / "models")
    assert plan.cells("acquabench")
    weights = {model.engine.weights for model in study.models.values() if model.engine}
    assert set(plan.all_weights()) == weights


@pytest.mark.parametrize("file", sorted((ROOT / "config" / "models").glob("*.yaml")),
                         ids=lambda file: file.stem)  # fmt: skip
def test_every_shipped_weights_file_is_pinned_and_of_its_name(file: Path) -> None:
    weights = validate_config(WeightsConfig, read_yaml(file), where=str(file))
    assert weights.name == file.stem
    assert all(pinned.sha256 for pinned in weights.files)


def test_the_paper_s_study_is_the_paper_s() -> None:
    study = resolve_study({"study": "paper"}, studies=STUDIES)
    engines = [model.engine for model in study.models.values() if model.engine]
    settings = {(e.kind, e.settings.dtype, e.settings.window, e.settings.gpu_memory)
                for e in engines}  # fmt: skip
    assert list(study.models) == ["llama-3.1-8b", "qwen2.5-14b", "qwen2.5-32b"]
    assert settings == {("vllm", "bfloat16", 8192, 0.9)}
    assert not any(engine.settings.trust_remote_code for engine in engines)
    section = study.acquabench
    d0, d2 = section.regimes.D0, section.regimes.D2
    assert d0 is not None
    assert d2 is not None
    assert (d0.seed, d0.size, d0.offset) == (13, 150, 0)
    assert (d2.seed, d2.size, d2.offset, d2.gate_percent) == (13, 50, 150, 25)
    assert section.regimes.named == ("D0", "D1", "D2", "style")
    assert {alias: model.regimes for alias, model in study.models.items()} == {
        "llama-3.1-8b": None,
        "qwen2.5-14b": ("D0",),
        "qwen2.5-32b": ("D0", "D1", "D2"),
    }
    assert (section.author.kind, section.author.model) == ("model", "llama-3.1-8b")
    assert (section.agent.steps, section.agent.max_tokens, section.agent.temperature) == (8, 256, 0)
    assert study.data.sha256 is not None
