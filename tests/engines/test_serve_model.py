from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import pytest

from earned.config.engines import ServeSettings
from earned.engines.serve import check_model, main
from earned.engines.serve_vllm import vllm_command
from earned.errors import UserError
from earned.records.model import ModelFile, ModelManifest
from prefetched import prefetched
from support import ROOT

MODEL = "qwen2.5-coder-0.5b"


def manifest_of(folder: Path, content: bytes, form: str = "gguf") -> ModelManifest:
    (folder / "tiny.gguf").write_bytes(content)
    fields: dict[str, Any] = {
        "name": "tiny",
        "repository": "a/b",
        "revision": "1",
        "licence": "MIT",
        "format": form,
        "files": [ModelFile(name="tiny.gguf", size=8, sha256="0" * 64)],
        "chat_template": None,
        "chat_template_sha256": None,
        "bos": "",
        "eos": "",
        "context_length": 128,
        "system_role": True,
    }
    return ModelManifest.model_validate(fields)


@pytest.mark.parametrize(
    ("content", "window", "engine", "message"),
    [
        (b"<!DOCTYP", 100, "llamacpp", "is not a GGUF model file"),
        (b"GGUF", 100, "llamacpp", "is not the file of the manifest"),
        (b"GGUF1234", 129, "llamacpp", "window 129 is over the 128 tokens"),
        (b"GGUF1234", 100, "vllm", "vllm needs weights in format folder"),
    ],
)
def test_a_model_that_is_not_one_is_refused_before_start(
    tmp_path: Path, content: bytes, window: int, engine: str, message: str
) -> None:
    manifest = manifest_of(tmp_path, content)
    with pytest.raises(UserError, match=message):
        check_model(manifest, tmp_path, ServeSettings(window=window), engine)


def test_a_refused_model_is_one_sentence_and_no_endpoint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    manifest = manifest_of(tmp_path, b"not-gguf")
    (tmp_path / "manifest.json").write_text(manifest.model_dump_json())
    out = tmp_path / "endpoint.json"
    out.touch()  # as the job does, and its clients wait until it is filled or gone
    given = ["--engine", "llamacpp", "--manifest", str(tmp_path / "manifest.json")]
    with (tmp_path / "told").open("wb") as told:
        tell = ["--tell", str(told.fileno())]
        code = main([*given, "--settings", '{"window": 100}', "--endpoint", str(out), *tell])
    assert code == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert (tmp_path / "told").read_text() == said
    assert not out.exists()


def test_a_damaged_gguf_is_named_by_the_server(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("xllamacpp")
    manifest = manifest_of(tmp_path, b"GGUF1234")
    (tmp_path / "manifest.json").write_text(manifest.model_dump_json())
    given = ["--engine", "llamacpp", "--manifest", str(tmp_path / "manifest.json")]
    out = tmp_path / "endpoint.json"
    code = main([*given, "--settings", '{"window": 100}', "--endpoint", str(out)])
    assert code == 2
    assert "could not load the model" in capsys.readouterr().err


def test_vllm_is_told_every_setting_and_no_defaults_of_the_weights() -> None:
    settings = ServeSettings(
        mode="deterministic", dtype="bfloat16", gpu_memory=0.8, tensor_parallel=2, window=4096
    )
    command = " ".join(vllm_command("python", Path("models/x"), "x", 5, settings))
    for part in (
        "-m vllm.entrypoints.openai.api_server --model models/x --served-model-name x",
        "--host 127.0.0.1 --port 5",
        "--dtype bfloat16",
        "--max-model-len 4096",
        "--max-num-seqs 1",
        "--gpu-memory-utilization 0.8",
        "--tensor-parallel-size 2",
        "--generation-config vllm",
        "--no-enable-prefix-caching",
    ):
        assert part in command
    assert "trust-remote-code" not in command
    trusting = ServeSettings(trust_remote_code=True)
    assert "--trust-remote-code" in vllm_command("python", Path("m"), "x", 5, trusting)


def start(folder: Path, out: Path, launcher: tuple[str, ...] = ()) -> subprocess.Popen[bytes]:
    settings = {"mode": "deterministic", "window": 512}
    command = [sys.executable, "-m", "earned.engines.serve", "--engine", "llamacpp"]
    options = ["--manifest", str(folder / "manifest.json"), "--settings", json.dumps(settings)]
    return subprocess.Popen(
        [*launcher, *command, *options, "--endpoint", str(out)],
        env=os.environ | {"PYTHONPATH": str(ROOT / "workflow")},
        cwd=ROOT,
    )


def wait_until(done: Callable[[], bool], seconds: float = 60) -> bool:
    end = time.monotonic() + seconds
    while not done() and time.monotonic() < end:
        time.sleep(0.05)
    return done()


def keep_busy(base_url: str) -> None:
    """Return while a long request is under way."""
    body = {"prompt": "Count: 1 2 3", "max_tokens": 400, "ignore_eos": True}

    def ask() -> None:
        with contextlib.suppress(httpx2.HTTPError):
            httpx2.post(f"{base_url}/completions", json=body, timeout=60)

    threading.Thread(target=ask, daemon=True).start()
    slots = base_url.removesuffix("/v1") + "/slots"
    assert wait_until(lambda: httpx2.get(slots, timeout=10).json()[0]["is_processing"])


def test_a_server_told_to_stop_takes_its_endpoint_with_it(tmp_path: Path) -> None:
    folder, _ = prefetched(MODEL)
    out = tmp_path / "endpoint.json"
    server = start(folder, out)
    try:
        assert wait_until(out.is_file)
        endpoint = json.loads(out.read_text())
        assert sorted(endpoint) == ["base_url", "engine_version", "model"]
        keep_busy(endpoint["base_url"])
        server.send_signal(signal.SIGTERM)
        assert server.wait(30) == 0
        assert not out.exists()
    finally:
        server.kill()
        server.wait()


def test_a_server_does_not_outlive_its_parent(tmp_path: Path) -> None:
    folder, _ = prefetched(MODEL)
    out = tmp_path / "endpoint.json"
    # a shell that does not exec its last command, so it stays the server's parent
    shell = start(folder, out, ("bash", "-c", '"$@"; exit $?', "shell"))
    try:
        assert wait_until(out.is_file)
        shell.send_signal(signal.SIGKILL)
        shell.wait()
        assert wait_until(lambda: not out.exists())
    finally:
        shell.kill()
        shell.wait()
