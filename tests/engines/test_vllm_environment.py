"""Where vLLM is found, what its process is told, and what its log is read for."""

from __future__ import annotations

from pathlib import Path

import pytest

from earned.config.engines import EngineConfig, ServeSettings
from earned.engines.serve_vllm import named_error
from earned.engines.vllm_environment import VARIABLE, vllm_python, vllm_variables
from earned.errors import UserError


def fake_python(path: Path, code: int) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\nexit {code}\n")
    path.chmod(0o755)
    return path


def test_the_named_python_is_taken_before_the_one_beside_the_study(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(VARIABLE, raising=False)
    fake_python(tmp_path / ".venv-vllm/bin/python", 0)
    assert vllm_python() == ".venv-vllm/bin/python"
    named = fake_python(tmp_path / "elsewhere/python", 0)
    monkeypatch.setenv(VARIABLE, str(named))
    assert vllm_python() == str(named)


@pytest.mark.parametrize("python", ["python-without", "no-such-file"])
def test_a_python_without_vllm_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, python: str
) -> None:
    fake_python(tmp_path / "python-without", 1)
    monkeypatch.setenv(VARIABLE, str(tmp_path / python))
    with pytest.raises(UserError, match=rf"vLLM is not installed.*make vllm.*{VARIABLE}"):
        vllm_python()


def test_the_cache_of_a_cpu_server_is_that_of_the_settings() -> None:
    settings = ServeSettings(cpu_cache_gib=3)
    assert vllm_variables(settings, "cpu")["VLLM_CPU_KVCACHE_SPACE"] == "3"
    assert "VLLM_CPU_KVCACHE_SPACE" not in vllm_variables(settings, "cuda")


def test_vllm_needs_a_gpu_unless_told_otherwise() -> None:
    given = {"kind": "vllm", "weights": "x"}
    assert EngineConfig.model_validate(given).gpu
    assert not EngineConfig.model_validate({**given, "device": "cpu"}).gpu
    assert not EngineConfig.model_validate({**given, "kind": "transformers"}).gpu


def test_vllm_is_not_told_which_gpu_by_its_device() -> None:
    with pytest.raises(ValueError, match="CUDA_VISIBLE_DEVICES picks one"):
        EngineConfig.model_validate({"kind": "vllm", "weights": "x", "device": "cuda:1"})


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("(EngineCore pid=7) ERROR 11-30 12:14:09 [core.py:1] ValueError: no room\n",
         "ValueError: no room"),
        ("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB\n",
         "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB"),
        ("INFO 11-30 12:14:09 [core.py:1] init engine took 5 s\n", ""),
        ("    raise ValueError(\n", ""),
    ],
)  # fmt: skip
def test_the_error_that_ends_a_server_is_read_from_its_log(line: str, reason: str) -> None:
    assert named_error(line) == reason
