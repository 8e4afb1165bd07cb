"""A real vLLM server on the CPU: the same texts as transformers, and no token added to a prompt."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from earned.config.engines import EngineConfig
from earned.doctor.server import serve_command
from earned.engines.build import build_engine
from earned.engines.chat import render_chat
from earned.engines.endpoint import Endpoint
from earned.engines.outcomes import is_overflow
from earned.engines.protocol import Engine
from earned.engines.tokenize import tokenize
from earned.records.completion import Completion, Request
from earned.records.files import read_record
from prefetched import prefetched
from support import ROOT

pytestmark = pytest.mark.vllm

MODEL = "smollm2-135m"
SETTINGS: dict[str, object] = {
    "dtype": "float32",
    "window": 1024,
    "eager": True,
    "slots": 4,
    "cpu_cache_gib": 1,
}
QUESTIONS = (
    "What is the capital of France?",
    "Name three rivers.",
    "Who wrote Hamlet?",
    "Why is the sky blue?",
    "Tell me a story about a lighthouse that nobody visits.",
)


def configured(kind: str, settings: dict[str, object]) -> EngineConfig:
    given = {"kind": kind, "weights": MODEL, "device": "cpu", "settings": settings, "batch_size": 1}
    return EngineConfig.model_validate(given)


def command(endpoint: Path, settings: dict[str, object]) -> list[str]:
    folder, _ = prefetched(MODEL)
    return serve_command(configured("vllm", settings), folder / "manifest.json", endpoint)


def environment() -> dict[str, str]:
    return os.environ | {"PYTHONPATH": str(ROOT / "workflow")}


@pytest.fixture(scope="module")
def endpoint(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Endpoint]:
    folder = tmp_path_factory.mktemp("vllm")
    path = folder / "endpoint.json"
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            command(path, SETTINGS), env=environment(), cwd=ROOT, stdout=log, stderr=log
        )
    try:
        while not path.is_file():
            assert server.poll() is None, (folder / "log").read_text()[-3000:]
            time.sleep(0.2)
        yield read_record(path, Endpoint)
    finally:
        server.send_signal(signal.SIGTERM)
        assert server.wait(60) == 0
        assert not path.exists()


def engine_of(kind: str, endpoint: Endpoint | None) -> Engine:
    _, manifest = prefetched(MODEL)
    folder = ROOT / "resources/models" / MODEL
    return build_engine(configured(kind, SETTINGS), manifest, endpoint, folder=folder)


def requests(max_tokens: int = 32) -> list[Request]:
    _, made = prefetched(MODEL)
    heads = [
        render_chat(made.chat_template, "Answer.", question, bos=made.bos, eos=made.eos).text
        for question in QUESTIONS
    ]
    return [
        Request(prompt=head, max_tokens=max_tokens, temperature=0, stop=("\nObs",), repeat=0)
        for head in heads
    ]


def ask(engine: Engine, asked: Sequence[Request]) -> list[Completion]:
    return asyncio.run(engine.complete(asked))


def test_vllm_and_transformers_give_the_same_greedy_texts_for_the_same_ids(
    endpoint: Endpoint,
) -> None:
    pytest.importorskip("torch", reason="the transformers engine needs envs/torch.lock")
    served, in_process = engine_of("vllm", endpoint), engine_of("transformers", None)
    asked = requests()
    theirs, ours = ask(served, asked), ask(in_process, asked)
    assert [c.text for c in theirs] == [c.text for c in ours]
    assert all(c.text for c in ours)
    assert [c.prompt_tokens for c in theirs] == [c.prompt_tokens for c in ours]
    for request in asked:
        assert served.count_tokens(request.prompt) == in_process.count_tokens(request.prompt)


def test_a_rendered_prompt_reaches_vllm_with_one_bos(endpoint: Endpoint) -> None:
    start = tokenize(endpoint.base_url, endpoint.model, "<|im_start|>")
    assert len(start) == 1
    for request in requests():
        ids = tokenize(endpoint.base_url, endpoint.model, request.prompt)
        assert ids[0] == start[0] != ids[1]


def test_vllm_tells_what_it_is_and_a_wrong_prompt_from_a_long_one(endpoint: Endpoint) -> None:
    served = engine_of("vllm", endpoint)
    served.probe()
    assert served.identity.engine == "vllm"
    assert served.identity.engine_version == endpoint.engine_version
    assert served.identity.settings["device"] == "cpu"
    long = Request(prompt="a b " * 2000, max_tokens=8, temperature=0, stop=(), repeat=0)
    assert is_overflow(ask(served, [long])[0])


def test_a_sampled_text_is_its_requests_own(endpoint: Endpoint) -> None:
    """A seed made from the request: equal requests agree, other repeat indices differ."""
    served = engine_of("vllm", endpoint)
    warm = [r.model_copy(update={"temperature": 1.0}) for r in requests(16)]
    other = [r.model_copy(update={"repeat": 1}) for r in warm]
    first, second, third = (
        [c.text for c in ask(served, [one])] for one in (warm[4], warm[4], other[4])
    )
    assert first == second != third


def test_a_server_that_cannot_start_says_why_in_one_sentence(tmp_path: Path) -> None:
    too_much = {**SETTINGS, "cpu_cache_gib": 4000}
    done = subprocess.run(
        command(tmp_path / "endpoint.json", too_much),
        env=environment(), cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    said = done.stderr.rstrip().splitlines()[-1]
    assert said.startswith(f"error: the vLLM server for {MODEL} ended with code 1 (ValueError: ")
    assert "4000" in said
    assert not (tmp_path / "endpoint.json").exists()
