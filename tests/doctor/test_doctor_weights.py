from __future__ import annotations

from pathlib import Path

import pytest

from earned.agents.runner import Running
from earned.config.engines import EngineConfig
from earned.doctor.weights import check_fit, check_weights, judge_fit, read_manifest
from earned.doctor.workload import Workload
from earned.errors import UserError
from earned.records.model import ModelFile
from toy_agents import BatchEngine, ask
from toy_tokens import MANIFEST

CONFIG = EngineConfig.model_validate(
    {"kind": "transformers", "weights": "toy", "settings": {"window": 64}}
)


def test_a_model_that_was_never_fetched_is_named_with_its_remedy(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"run `earned fetch toy`, or `snakemake prefetch`"):
        read_manifest(tmp_path / "toy" / "manifest.json")


def test_files_are_held_against_the_manifest(tmp_path: Path) -> None:
    file = ModelFile(name="weights", size=3, sha256="0" * 64)
    made = MANIFEST.model_copy(update={"files": (file,)})
    (tmp_path / "weights").write_bytes(b"abc")
    assert check_weights(made, tmp_path, CONFIG).figures["bytes"] == 3
    (tmp_path / "weights").write_bytes(b"ab")
    with pytest.raises(UserError, match="is not the file of the manifest"):
        check_weights(made, tmp_path, CONFIG)


@pytest.mark.parametrize(
    ("longest", "observed", "verdict", "room"),
    [(20, 30, "ok", 12), (20, 60, "note", 12), (32, 0, "ok", 0), (33, 0, "FAIL", -1)],
)
def test_an_opening_prompt_and_its_answer_must_fit(
    longest: int, observed: int, verdict: str, room: int
) -> None:
    check = judge_fit(longest, [ask("p")], observed, window=40)  # answers of 8 tokens
    assert (check.verdict, check.figures["room"]) == (verdict, room)


def test_the_longest_prompt_counts_and_one_uncounted_makes_it_unknown() -> None:
    work = Workload((ask("one two three"), ask("one")), ask("x"), 3, 9, 8, 0)
    running = Running("throughput", 1, 1, 40)
    assert check_fit(BatchEngine(), work, running).figures["longest_prompt"] == 3
    unknown = Workload((ask("one"), ask("")), ask("x"), 3, 9, 8, 0)
    assert check_fit(BatchEngine(), unknown, running).verdict == "note"
