"""`earned doctor` on studies whose engine is a toy server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from earned.cli import main
from earned.records.files import read_json
from fault_server import FaultServer, Reply, running
from support import ROOT
from toy_tokens import MANIFEST

AGENT = {"steps": 2, "max_tokens": 16, "top_k": 2, "display_chars": 200, "window": 2048}
REPORT = Path("results/tiny/logs/doctor/far.json")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A working directory with the project's configuration and data, but no results."""
    (tmp_path / "config" / "studies").mkdir(parents=True)
    (tmp_path / "config" / "models").symlink_to(ROOT / "config" / "models")
    (tmp_path / "config" / "config.yaml").write_text("study: tiny\n")
    (tmp_path / "resources").mkdir()
    (tmp_path / "resources" / "embedded").symlink_to(ROOT / "resources" / "embedded")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def study(**models: dict[str, Any]) -> None:
    content = {"study": "tiny", "models": models, "acquabench": {"agent": AGENT}}
    Path("config/studies/tiny.yaml").write_text(yaml.safe_dump(content))


def far(server: FaultServer, **engine: Any) -> dict[str, Any]:
    given = {"kind": "openai", "base_url": server.base_url, "model": "m", "attempts": 1}
    return {"engine": given | {"native_tokenize": True, "concurrency": 2} | engine}


class ToyServer:
    """A server with one token a character; `noisy` never writes a text twice."""

    def __init__(self, *, noisy: bool = False, more: int = 0) -> None:
        self.noisy, self.more = noisy, more
        self.server = FaultServer(self.answer, tokens=lambda body: [*map(ord, body["prompt"])])

    def answer(self, body: dict[str, Any], number: int) -> Reply:
        if "tokens" in body:  # /detokenize
            return self.json({"content": "".join(map(chr, body["tokens"]))})
        prompt = body["prompt"]
        text = f" same {number}" if self.noisy else f" {len(prompt)}"
        usage = {"prompt_tokens": len(prompt) + self.more, "completion_tokens": 3}
        choice = {"index": 0, "text": text, "finish_reason": "stop"}
        return self.json({"choices": [choice], "usage": usage | {"total_tokens": 0}})

    @staticmethod
    def json(body: object) -> Reply:
        return (200, "application/json", json.dumps(body).encode())


def verdicts() -> dict[str, str]:
    return {check["name"]: check["verdict"] for check in read_json(REPORT)["checks"]}


def doctor(*more: str) -> int:
    return main(["doctor", "tiny", "--prompts", "3", "--repeats", "4", *more])


def test_a_sound_endpoint_passes_and_only_logs_are_written(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(ToyServer().server) as server:
        study(copier={"control": "copier"}, far=far(server))
        assert doctor() == 0
    said = capsys.readouterr().out
    assert "copier\n  skipped: a scripted control, no model runs\n" in said
    assert verdicts() == {
        "engine": "ok", "window": "ok", "template": "note", "BOS": "ok", "parity": "note",
        "repeats": "ok", "speed": "ok",
    }  # fmt: skip
    written = [path for path in (home / "results").rglob("*") if path.is_file()]
    assert written == [home / REPORT]


def test_what_is_asked_is_what_the_study_will_send(home: Path) -> None:
    toy = ToyServer().server
    toy.delay_s = 0.05  # so that two requests meet
    with running(toy) as server:
        study(far=far(server) | {"surfaces": ["tool", "memory"]})
        assert doctor() == 0
        asked = [body for body in server.bodies if body.get("max_tokens") == AGENT["max_tokens"]]
    repeats = [body for body in asked if body.get("stop")]
    assert len(repeats) == 12
    assert {body["temperature"] for body in asked} == {0.0}
    prompts = {body["prompt"] for body in repeats}
    assert len(prompts) == 3
    assert sum("Lookup[query]" in prompt for prompt in prompts) == 2
    assert all(prompt.endswith("Thought 1:") for prompt in prompts)
    assert server.busiest == 2


@pytest.mark.parametrize(("mode", "verdict"), [("throughput", "note"), ("deterministic", "FAIL")])
def test_a_noisy_endpoint_fails_where_equal_texts_are_promised(
    home: Path, mode: str, verdict: str
) -> None:
    with running(ToyServer(noisy=True).server) as server:
        study(far=far(server, settings={"mode": mode}))
        assert doctor() == (1 if verdict == "FAIL" else 0)
    assert verdicts()["repeats"] == verdict


def test_an_endpoint_that_adds_tokens_fails(home: Path) -> None:
    with running(ToyServer(more=1).server) as server:
        study(far=far(server))
        assert doctor() == 1
    assert verdicts()["BOS"] == "FAIL"


def test_an_endpoint_without_a_tokenizer_is_not_known(home: Path) -> None:
    with running(ToyServer().server) as server:
        study(far=far(server, native_tokenize=False))
        assert doctor() == 0
    said = {check["name"]: check["said"] for check in read_json(REPORT)["checks"]}
    assert said["BOS"] == "not known: the endpoint has no /tokenize"
    assert verdicts()["window"] == "note"


def test_a_dead_endpoint_and_a_wrong_name_fail_in_one_sentence(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(ToyServer().server) as server:
        study(far=far(server), wrong=far(server, model="n"))
        assert doctor("--model", "wrong") == 1
        assert "FAIL  engine" in (wrong := capsys.readouterr().out)
        assert "has no model n" in wrong
    assert doctor("--model", "far") == 1
    assert "does not answer" in capsys.readouterr().out
    assert verdicts() == {"engine": "FAIL"}


def test_weights_that_were_never_fetched_fail_and_the_next_model_is_still_checked(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(ToyServer().server) as server:
        local = {"engine": {"kind": "llamacpp", "weights": "qwen2.5-coder-0.5b"}}
        study(near=local, far=far(server))
        assert doctor() == 1
    said = capsys.readouterr().out
    assert "run `earned fetch qwen2.5-coder-0.5b`, or `snakemake prefetch`" in said
    assert "FAIL" not in verdicts().values()


def test_a_server_that_does_not_start_shows_the_end_of_its_log(
    home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    file = {"name": "toy.gguf", "size": 8, "sha256": "0" * 64}
    made = MANIFEST.model_dump() | {"format": "gguf", "files": [file], "context_length": 8192}
    folder = home / "resources/models/qwen2.5-coder-0.5b"
    folder.mkdir(parents=True)
    (folder / "toy.gguf").write_bytes(b"GGUF1234")
    (folder / "manifest.json").write_text(json.dumps(made))
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "workflow"))
    pytest.importorskip("xllamacpp")
    study(far={"engine": {"kind": "llamacpp", "weights": "qwen2.5-coder-0.5b"}})
    assert doctor() == 1
    said = capsys.readouterr().out
    assert "the server ended before it answered" in said
    assert "llama.cpp could not load the model" in said


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none"], "no study none"),
        (["tiny", "--model", "none"], "no model none"),
    ],
)
def test_what_the_user_got_wrong_is_two(
    home: Path, arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    study(copier={"control": "copier"})
    assert main(["doctor", *arguments]) == 2
    assert message in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--prompts", "--repeats"])
@pytest.mark.parametrize("count", ["0", "-1", "x", "", "1.5", "1001", "1" + "0" * 5000])
def test_counts_are_from_one_to_a_thousand(
    option: str, count: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["doctor", "tiny", f"{option}={count}"])
    assert f"{option}: takes a whole number from 1 to 1000" in capsys.readouterr().err


def test_there_are_no_more_prompts_than_embedded_questions(home: Path) -> None:
    questions = len(read_json(ROOT / "resources/embedded/questions.json"))
    with running(ToyServer().server) as server:
        study(far=far(server))
        assert main(["doctor", "tiny", "--prompts", "1000", "--repeats", "1"]) == 0
    figures = {check["name"]: check["figures"] for check in read_json(REPORT)["checks"]}
    assert figures["repeats"]["prompts"] == questions


@pytest.mark.parametrize("module", ["earned.cli", "earned.doctor.run", "earned.doctor.examine"])
def test_the_command_loads_no_inference_library_before_it_needs_one(module: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"import sys, {module}; print(*sys.modules)"],
        env=os.environ | {"PYTHONPATH": str(ROOT / "workflow")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert {"torch", "transformers", "openai", "xllamacpp"} & set(done.stdout.split()) == set()
