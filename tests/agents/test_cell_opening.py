"""What a cell runs on, and how its episodes are run."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from earned.agents import opening, runner
from earned.agents.opening import open_control, open_model
from earned.agents.runner import ProgressFile, Running, run_episodes
from earned.agents.store import read_blocks
from earned.config.engines import EngineConfig
from earned.engines.endpoint import Endpoint
from earned.engines.keys import request_key
from earned.errors import UserError
from earned.lineage.stage import Stage
from earned.records.files import write_json
from earned.records.model import ModelManifest
from toy_agents import BatchEngine, SlowEngine, ToyEpisode, ask

MANIFEST = ModelManifest(
    name="toy", repository="o/r", revision="1", licence="MIT", format="gguf", files=(),
    chat_template="{{ messages[-1].content }}|", chat_template_sha256="0" * 64, bos="", eos="",
    context_length=512, system_role=False,
)  # fmt: skip


class Dead(BatchEngine):
    """A server that is not there."""

    def probe(self) -> None:
        raise UserError("nothing answers", where="endpoint", remedy="start it")


def running(mode: str, batch_size: int = 2, concurrency: int = 2) -> Running:
    return Running(
        "deterministic" if mode == "deterministic" else "throughput", batch_size, concurrency, 1000
    )


@pytest.mark.parametrize("mode", ["deterministic", "throughput"])
def test_a_dead_endpoint_fails_the_job_at_its_start(tmp_path: Path, mode: str) -> None:
    """Field case 5: not every record one by one."""
    episodes, engine = [ToyEpisode(f"u{n}", 2) for n in range(3)], Dead()
    progress = ProgressFile(tmp_path / "p.json")
    with pytest.raises(UserError, match="nothing answers"):
        run_episodes(episodes, engine, running(mode), tmp_path / "s", progress)
    assert engine.batches == []
    assert [e.answers for e in episodes] == [[], [], []]
    blocks = read_blocks((tmp_path / "s").read_bytes(), "")
    assert not any(block.completions for block in blocks)


def test_the_mode_decides_how_requests_are_sent(tmp_path: Path) -> None:
    for mode, engine, batch_size, sizes in [
        ("deterministic", BatchEngine(), 2, [2, 1]),
        ("throughput", SlowEngine(1), 1, [1, 1, 1]),
        ("throughput", SlowEngine(1), 2, [2, 1]),
    ]:
        episodes = [ToyEpisode(f"u{n}", 1) for n in range(3)]
        folder = tmp_path / f"{mode}{batch_size}"
        progress = ProgressFile(folder / "p.json")
        run_episodes(episodes, engine, running(mode, batch_size), folder / "s", progress)
        assert [len(batch) for batch in engine.batches] == sizes
        state = json.loads((folder / "p.json").read_text(encoding="utf-8"))
        assert state == {"finished": 3, "total": 3}


def test_progress_is_written_seldom_but_always_at_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [0.0]
    monkeypatch.setattr(runner.time, "monotonic", lambda: now[0])
    path = tmp_path / "logs" / "p.json"
    progress = ProgressFile(path)

    def told(finished: int, at: float) -> int:
        now[0] = at
        progress(finished, 9)
        state: dict[str, int] = json.loads(path.read_text(encoding="utf-8"))
        return state["finished"]

    assert [told(1, 10.0), told(2, 10.4), told(3, 10.6), told(9, 10.7)] == [1, 1, 3, 9]


def test_a_control_is_identified_by_its_code_and_name() -> None:
    """Field case 7."""
    made = [
        open_control(str, name, code, 100).engine.identity
        for name, code in [("reader", "c1"), ("copier", "c1"), ("reader", "c2")]
    ]
    assert len({request_key(identity, ask("p")) for identity in made}) == 3


def test_a_control_gets_a_plain_transcript_and_a_model_its_own_template(tmp_path: Path) -> None:
    """Field case 23: a template without a system role gets it folded in, and that is recorded."""
    plain = open_control(str, "reader", "c", 100).chat("rules", "question")
    assert (plain.text, plain.system_folded) == ("rules\n\nquestion\n\n", False)
    made = opening.Opened(BatchEngine(), running("deterministic"), MANIFEST).chat("rules", "why")
    assert made.system_folded
    assert made.text.startswith("rules")
    assert made.text.endswith("why|")


def opened_model(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str, window: int
) -> tuple[opening.Opened, Stage]:
    write_json(tmp_path / "manifest.json", MANIFEST.model_dump(mode="json"))
    endpoint = Endpoint(base_url="http://127.0.0.1:1/v1", model="m", engine_version="1")
    monkeypatch.setattr(opening, "end_with_parent", lambda: None)
    monkeypatch.setattr(opening, "wait_for_endpoint", lambda _: endpoint)
    monkeypatch.setattr(opening, "build_engine", lambda *_, **__: BatchEngine())
    config = EngineConfig.model_validate(
        {"kind": kind, "weights": "toy", "settings": {"window": 512, "mode": "deterministic"},
         "batch_size": 7, "concurrency": 5}
    )  # fmt: skip
    stage = Stage("agents", "acquabench", tmp_path, {})
    where = tmp_path / "endpoint.json"
    return open_model(config, stage, tmp_path / "manifest.json", where, window), stage


def test_a_model_runs_in_the_smaller_window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Field case 25."""
    for window, expected in [(100, 100), (9000, 512)]:
        opened, _ = opened_model(tmp_path, monkeypatch, "llamacpp", window)
        assert opened.running.window == expected


def test_only_an_engine_in_process_works_in_batches(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes = {
        kind: opened_model(tmp_path, monkeypatch, kind, 100)[0].running.batch_size
        for kind in ("llamacpp", "vllm", "transformers")
    }
    assert sizes == {"llamacpp": 1, "vllm": 1, "transformers": 7}


def test_the_manifest_is_an_input_and_the_endpoint_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Overview, rule 2: an address is of one run alone."""
    opened, stage = opened_model(tmp_path, monkeypatch, "llamacpp", 100)
    assert list(stage.inputs) == [tmp_path / "manifest.json"]
    assert opened.manifest == MANIFEST
    assert opened.turns == tmp_path / "endpoint.json"
    assert opened_model(tmp_path, monkeypatch, "vllm", 100)[0].turns is None
