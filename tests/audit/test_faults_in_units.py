"""Triplets, units, rankings and the scorer: faults behind hashes that fit are named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from earned.agents.store import Block, block_line, read_blocks
from earned.records.completion import EngineIdentity
from released import AUDIT, CELL, edit, edit_lines, failures, forge

RUNS = f"results/{CELL}/trajectories.jsonl"
SCORES = f"results/{AUDIT}/scores/reader/D0/retrieval"


def plant(copy: Path, change: Callable[[list[dict[str, Any]]], Any]) -> str:
    """Change a cell's trajectories, make every hash and count fit, and audit."""
    edit_lines(copy / RUNS, change)
    count = len((copy / RUNS).read_text(encoding="utf-8").splitlines())
    for beside in (copy / "results").rglob("lineage.json"):

        def recount(record: dict[str, Any]) -> None:
            for digest in (*record["inputs"], *record["outputs"]):
                if digest["path"] == f"{CELL}/trajectories.jsonl":
                    digest["records"] = count

        edit(beside, recount)
    forge(copy)
    return failures(copy)


def test_a_triplet_without_one_of_its_conditions(copy: Path) -> None:
    sham = next(n for n, r in enumerate(_records(copy)) if r["condition"] == "SHAM")
    qid = _records(copy)[sham]["qid"]
    said = plant(copy, lambda records: records.pop(sham))
    assert f"{CELL}/trajectories.jsonl: qid {qid}, run 0: no SHAM record" in said


def test_a_condition_that_stands_twice(copy: Path) -> None:
    said = plant(copy, lambda records: records.append(records[-1]))
    assert ", run 0: 2 times a SHAM record" in said


def test_a_whole_unit_that_is_missing(copy: Path) -> None:
    qid = _records(copy)[0]["qid"]
    said = plant(copy, lambda rs: rs.__setitem__(slice(None), [r for r in rs if r["qid"] != qid]))
    for condition in ("CLEAN", "GOLD", "SHAM"):
        assert f"qid {qid}, run 0: no {condition} record" in said


def test_an_arm_that_no_triplet_has(copy: Path) -> None:
    said = plant(copy, lambda records: records[0].update(condition="OTHER"))
    assert "run 0: unexpected OTHER record" in said
    assert "run 0: no CLEAN record" in said


def test_scores_of_other_records_than_the_cell_has(copy: Path) -> None:
    said = plant(copy, lambda records: records.pop())
    assert f"{AUDIT}/scores/reader/D0/retrieval/scores.parquet: scores other records" in said


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("model", "copier", "model is copier, its cell's is reader"),
        ("surface", "tool", "surface is tool, its cell's is retrieval"),
        ("regime", "D2", "regime is D2, its cell's is D0"),
        ("coupled", False, "coupled is False, its cell's is True"),
        ("coupled", False, "coupled differs across conditions"),
        ("mode", "throughput", "mode differs across conditions"),
        ("system_folded", True, "system_folded differs across conditions"),
        ("question", "Another?", "question differs across conditions"),
        ("reference", "Another", "its reference is not the population's"),
    ],
)
def test_a_unit_whose_conditions_differ(field: str, value: object, said: str, copy: Path) -> None:
    assert said in plant(copy, lambda records: records[1].update({field: value}))


def test_an_engine_that_answered_one_condition_alone(copy: Path) -> None:
    path = copy / f"results/{CELL}/completions.jsonl"
    blocks = read_blocks(path.read_bytes(), "store")
    identity = next(block.identity for block in blocks if block.identity)
    other = EngineIdentity(engine="openai", engine_version="1", model="0" * 64, settings={})
    gold = next(r for r in _records(copy) if r["condition"] == "GOLD")["steps"][-1]["completion"]
    stored = [s for block in blocks for s in block.completions]
    made = [
        Block(identity=identity, sha256=""),
        Block(completions=tuple(s for s in stored if s.key != gold), sha256=""),
        Block(identity=other, completions=tuple(s for s in stored if s.key == gold), sha256=""),
    ]
    path.write_bytes(b"".join(map(block_line, made)))
    forge(copy)
    assert "2 engines or models answered its conditions" in failures(copy)


def test_a_completion_that_is_not_in_the_store(copy: Path) -> None:
    said = plant(copy, lambda records: records[0]["steps"][0].update(completion="0" * 64))
    assert "completion 000000000000 is not in the store" in said


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"action": "Lookup"}, "step 1 has action Lookup, the surface's is Search"),
        ({"action": "Browse"}, "step 1 has the unknown action Browse"),
        ({"action": None}, "was shown sources without the surface's action Search"),
        ({"diagnostics": ["action_mismatch"]}, "step 1 has action Search, the surface's is Search"),
    ],
)
def test_an_action_that_is_not_the_surfaces(change: dict[str, Any], said: str, copy: Path) -> None:
    assert said in plant(copy, lambda records: records[1]["steps"][0].update(change))


def test_a_ranking_of_another_order(copy: Path) -> None:
    said = plant(copy, lambda records: records[1]["steps"][0]["shown"].reverse())
    assert "GOLD: step 1 was shown other sources, or in another order" in said


def test_a_planted_source_that_was_said_not_to_be_shown(copy: Path) -> None:
    def change(records: list[dict[str, Any]]) -> None:
        step = next(s for r in records for s in r["steps"] if s["planted_shown"])
        step["planted_shown"] = []

    assert "is wrong on which planted sources were shown" in plant(copy, change)


def test_a_query_that_was_said_to_be_empty(copy: Path) -> None:
    said = plant(copy, lambda records: records[1]["steps"][0].update(empty_query=True))
    assert "is wrong on whether its query was empty" in said


def test_another_scorer_for_one_cell(copy: Path) -> None:
    edit(copy / SCORES / "lineage.json",
         lambda r: r["parameters"]["scoring"].update(f1_percent=50))  # fmt: skip
    forge(copy)
    said = failures(copy)
    assert "was scored with other parameters than the configuration's" in said


def test_other_scoring_code_for_one_cell(copy: Path) -> None:
    edit(copy / SCORES / "lineage.json", lambda record: record.update(code_sha256="0" * 64))
    forge(copy)
    said = failures(copy)
    where = f"{AUDIT}/scores/reader/D0/retrieval/lineage.json"
    assert "was scored by another scorer than other cells" in said
    assert f"{where}: was made by code 000000000000 of stage scores, source/ holds" in said


def test_a_limit_other_than_the_configurations(copy: Path) -> None:
    edit(copy / f"results/{CELL}/lineage.json", lambda record: record["parameters"].update(limit=2))
    forge(copy)
    assert f"{CELL}/lineage.json: limit is 2, the configuration says 3" in failures(copy)


def test_a_cell_that_is_not_there(copy: Path) -> None:
    (copy / RUNS).unlink()
    forge(copy)
    assert "trajectories.jsonl: no such file" in failures(copy)


def _records(copy: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (copy / RUNS).read_text(encoding="utf-8").splitlines()]
