"""The lines that the slurm profile hands to sbatch, taken down by a stand-in for it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from checkout import Checkout

STUDY = """
study: tiny
models:
  reader: {control: reader, surfaces: [tool, memory]}
  big:
    surfaces: [tool, memory]
    engine: {kind: vllm, weights: qwen2.5-14b}
  wide:
    surfaces: [tool]
    engine: {kind: vllm, weights: qwen2.5-32b, settings: {tensor_parallel: 2}}
  split:
    surfaces: [tool, memory]
    shards: 3
    engine: {kind: vllm, weights: qwen2.5-14b}
"""
DONE = (
    "population/items.jsonl", "population/lineage.json", "artifacts/D0/artifacts.jsonl",
    "artifacts/D0/construction.jsonl", "artifacts/D0/lineage.json",
    "registration/registration.jsonl", "registration/lineage.json",
    "agents/reader/D0/tool/trajectories.jsonl", "agents/reader/D0/tool/lineage.json",
)  # fmt: skip
REFUSING_SBATCH = '#!/bin/sh\necho "$@" >> "$SBATCH_CALLS"\nexit 1\n'
OTHERS = ("sacct", "squeue", "sacctmgr", "sshare", "scancel", "scontrol")


@pytest.fixture(scope="module")
def calls(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """Job comment to the options of its sbatch call, for each job ready at the start."""
    root = tmp_path_factory.mktemp("checkout")
    checkout = Checkout(root, STUDY)
    _make_done(root)
    record = root / "calls"
    checkout.run(
        "-m", "snakemake", "--profile", "slurm", "--config", "study=tiny", "--rerun-triggers",
        "mtime", "--retries", "0", "--slurm-init-seconds-before-status-checks", "1",
        PATH=f"{_stand_ins(root / 'bin')}:{os.environ['PATH']}", SBATCH_CALLS=str(record),
    )  # fmt: skip
    heads = [line.split(" --wrap=")[0].split() for line in record.read_text().splitlines()]
    return {head[head.index("--comment") + 1]: head for head in heads}


def _make_done(root: Path) -> None:
    """Let stages before the agents be done, and one cell of them."""
    (root / "resources" / "models").unlink(missing_ok=True)
    files = [root / "results/tiny/acquabench" / name for name in DONE]
    files += [root / f"resources/models/qwen2.5-{size}/manifest.json" for size in ("14b", "32b")]
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()


def _stand_ins(folder: Path) -> Path:
    folder.mkdir()
    (folder / "sbatch").write_text(REFUSING_SBATCH)
    (folder / "sinfo").write_text('#!/bin/sh\necho "main*"\n')
    for name in OTHERS:
        (folder / name).write_text("#!/bin/sh\n")
    for file in folder.iterdir():
        file.chmod(0o755)
    return folder


def one(calls: dict[str, list[str]], *words: str) -> list[str]:
    """The single call whose comment holds all the words."""
    (comment,) = [comment for comment in calls if all(word in comment for word in words)]
    return calls[comment]


def gpus(call: list[str]) -> list[str]:
    return [option for option in call if "gpu" in option or "gres" in option]


def groups(calls: dict[str, list[str]]) -> list[list[str]]:
    return [call for comment, call in calls.items() if comment.endswith("_agents_serve")]


def parts(calls: dict[str, list[str]]) -> list[list[str]]:
    return [call for comment, call in calls.items() if comment.endswith("_agents_shard_serve")]


def test_one_job_per_model_holds_its_server_its_clients_and_its_gpus_once(
    calls: dict[str, list[str]],
) -> None:
    """Field case 18; a model spread over two GPUs asks for two."""
    assert sorted(gpus(call) for call in groups(calls)) == [["--gpus=1"], ["--gpus=2"]]


def test_a_model_in_parts_has_a_job_with_a_server_and_a_gpu_for_each_part(
    calls: dict[str, list[str]],
) -> None:
    """Field case 17: a part holds the cells of all surfaces."""
    assert [gpus(call) for call in parts(calls)] == [["--gpus=1"]] * 3
    assert {call[call.index("--mem") + 1] for call in parts(calls)} == {"68000"}


def test_a_group_asks_for_the_memory_and_cores_of_all_its_jobs(
    calls: dict[str, list[str]],
) -> None:
    found = {call[call.index("--mem") + 1] for call in groups(calls)}
    assert found == {"68000", "66000"}
    assert all("--cpus-per-task=8" in call for call in groups(calls))
    assert {call[call.index("-t") + 1] for call in groups(calls)} == {"1440"}


def test_controls_and_scores_ask_for_one_core_and_no_gpu(calls: dict[str, list[str]]) -> None:
    for call in (one(calls, "rule_agents", "reader", "memory"), one(calls, "rule_scores")):
        assert gpus(call) == []
        assert "--cpus-per-task=1" in call


def test_no_job_is_requeued_by_slurm_and_memory_is_asked_for_in_one_way(
    calls: dict[str, list[str]],
) -> None:
    """Field case 19."""
    assert len(calls) == 8
    for call in calls.values():
        assert "--no-requeue" in call
        assert call.count("--mem") == 1
        assert "--mem-per-cpu" not in call
        assert "--cpus-per-task=0" not in call


def test_there_is_a_job_per_cell_and_none_per_question(calls: dict[str, list[str]]) -> None:
    """Field case 17."""
    rules = sorted(comment.split("_wildcards")[0] for comment in calls)
    assert [rule for rule in rules if rule.startswith("rule_agents")] == ["rule_agents"]
    assert rules.count("rule_scores") == 1
