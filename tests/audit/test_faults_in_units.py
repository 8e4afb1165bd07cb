"""Triplets, units, rankings and the scorer: a fault behind hashes that fit is named."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from earned.agents.store import Block, block_line, read_blocks
from earned.audit.report import AuditReport
from earned.audits.acquabench.release_checks import check
from earned.records.completion import EngineIdentity
from released import AUDIT, CELL, edit, edit_lines, failures, forge

RUNS = f"{CELL}/trajectories.jsonl"
SCORES = f"{AUDIT}/scores/reader/D0/retrieval"
Records = list[dict[str, Any]]
Change = Callable[[Records], Any]


@pytest.fixture
def results(copy: Path) -> Path:
    return copy / "results"


def checked(results: Path) -> str:
    """What the audit's own checks say, one failure a line."""
    report = AuditReport()
    check(results, report)
    return "\n".join(report.failures)


def planted(results: Path, change: Change) -> str:
    """Change a cell's trajectories, and check."""
    edit_lines(results / RUNS, change)
    return checked(results)


def records(results: Path) -> Records:
    return [json.loads(line) for line in (results / RUNS).read_text("utf-8").splitlines()]


def recount(results: Path, count: int) -> None:
    """Make every lineage record say how many trajectories there are now."""

    def change(record: dict[str, Any]) -> None:
        for digest in (*record["inputs"], *record["outputs"]):
            if digest["path"] == RUNS:
                digest["records"] = count

    for beside in results.rglob("lineage.json"):
        edit(beside, change)


def test_the_faults_of_the_specification_behind_hashes_that_fit(copy: Path) -> None:
    """Each in a unit of its own; the whole audit names every one."""
    results = copy / "results"
    runs = records(results)
    assert [run["condition"] for run in runs] == ["CLEAN", "GOLD", "SHAM"] * 3
    first, second, third = (runs[at]["qid"] for at in (0, 3, 6))

    def change(found: Records) -> None:
        found[8]["steps"][0]["shown"].reverse()
        found[4]["model"] = "copier"
        found[5]["steps"][0]["action"] = "Lookup"
        found.pop(2)

    edit_lines(results / RUNS, change)
    recount(results, 8)
    edit(results / SCORES / "lineage.json",
         lambda record: record["parameters"]["scoring"].update(f1_percent=50))  # fmt: skip
    forge(copy)
    said = failures(copy)
    assert f"{RUNS}: qid {first}, run 0: no SHAM record" in said
    assert f"{RUNS}: qid {second}, run 0, GOLD: model is copier, its cell's is reader" in said
    assert f"{RUNS}: qid {second}, run 0, SHAM: step 1 has action Lookup" in said
    assert f"{RUNS}: qid {third}, run 0, SHAM: step 1 was shown other sources, or in ano" in said
    assert f"{SCORES}/lineage.json: was scored with other parameters" in said


def test_a_condition_that_stands_twice(results: Path) -> None:
    said = planted(results, lambda found: found.append(found[-1]))
    assert ", run 0: 2 times a SHAM record" in said
    assert f"{SCORES}/scores.parquet: scores other records than the cell has" in said


def test_a_whole_unit_that_is_missing(results: Path) -> None:
    qid = records(results)[0]["qid"]
    said = planted(results, lambda found: found.__delitem__(slice(0, 3)))
    for condition in ("CLEAN", "GOLD", "SHAM"):
        assert f"qid {qid}, run 0: no {condition} record" in said


def test_a_cell_without_records(results: Path) -> None:
    assert "no CLEAN record" in planted(results, lambda found: found.clear())


def test_an_arm_that_no_triplet_has(results: Path) -> None:
    said = planted(results, lambda found: found[0].update(condition="OTHER"))
    assert "run 0: unexpected OTHER record" in said
    assert "run 0: no CLEAN record" in said


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
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
def test_a_unit_whose_conditions_differ(
    field: str, value: object, said: str, results: Path
) -> None:
    assert said in planted(results, lambda found: found[1].update({field: value}))


def test_an_engine_that_answered_one_condition_alone(results: Path) -> None:
    path = results / CELL / "completions.jsonl"
    blocks = read_blocks(path.read_bytes(), "store")
    identity = next(block.identity for block in blocks if block.identity)
    other = EngineIdentity(engine="openai", engine_version="1", model="0" * 64, settings={})
    gold = records(results)[1]["steps"][-1]["completion"]
    stored = [one for block in blocks for one in block.completions]
    made = [
        Block(identity=identity, sha256=""),
        Block(completions=tuple(s for s in stored if s.key != gold), sha256=""),
        Block(identity=other, completions=tuple(s for s in stored if s.key == gold), sha256=""),
    ]
    path.write_bytes(b"".join(map(block_line, made)))
    assert "2 engines or models answered its conditions" in checked(results)


def test_a_completion_that_is_not_in_the_store(results: Path) -> None:
    said = planted(results, lambda found: found[0]["steps"][0].update(completion="0" * 64))
    assert "completion 000000000000 is not in the store" in said


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"action": "Browse"}, "step 1 has the unknown action Browse"),
        ({"action": None}, "was shown sources without the surface's action Search"),
        ({"diagnostics": ["action_mismatch"]}, "step 1 has action Search, the surface's is Search"),
    ],
)
def test_an_action_that_is_not_the_surfaces(
    change: dict[str, Any], said: str, results: Path
) -> None:
    assert said in planted(results, lambda found: found[1]["steps"][0].update(change))


def test_a_mismatch_that_was_counted_is_none(results: Path) -> None:
    crossed = {"action": "Lookup", "diagnostics": ["action_mismatch"], "shown": [],
               "planted_shown": []}  # fmt: skip
    edit_lines(results / RUNS, lambda found: found[1]["steps"][0].update(crossed))
    report = AuditReport()
    check(results, report)
    assert report.failures == []
    assert report.checked["steps that named another surface's action, counted as such"] == 1


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"planted_shown": []}, "is wrong on which planted sources were shown"),
        ({"empty_query": True}, "is wrong on whether its query was empty"),
        ({"argument": "another query"}, "was shown other sources"),
    ],
)
def test_a_search_that_is_told_otherwise(change: dict[str, Any], said: str, results: Path) -> None:
    def plant(found: Records) -> None:
        next(s for r in found for s in r["steps"] if s["planted_shown"]).update(change)

    assert said in planted(results, plant)


def test_other_scoring_code_for_one_cell(results: Path) -> None:
    edit(results / SCORES / "lineage.json", lambda record: record.update(code_sha256="0" * 64))
    assert "was scored by another scorer than other cells (2 in all)" in checked(results)


@pytest.mark.parametrize(("key", "value"), [("limit", 2), ("repeats", 2), ("surface", "tool")])
def test_a_cell_that_was_given_other_than_the_configuration_says(
    key: str, value: object, results: Path
) -> None:
    edit(results / CELL / "lineage.json", lambda record: record["parameters"].update({key: value}))
    assert f"{CELL}/lineage.json: {key} is {value}, the configuration says" in checked(results)


def test_an_agent_with_other_limits(results: Path) -> None:
    edit(results / CELL / "lineage.json",
         lambda record: record["parameters"]["agent"].update(steps=3))  # fmt: skip
    assert "the agent's limits are not those of the configuration" in checked(results)


@pytest.mark.parametrize("name", [RUNS, f"{CELL}/completions.jsonl", f"{CELL}/lineage.json",
                                  f"{SCORES}/scores.parquet", f"{SCORES}/lineage.json",
                                  f"{AUDIT}/population/items.jsonl", "ledger/claims.json",
                                  f"{AUDIT}/artifacts/D0/artifacts.jsonl"])  # fmt: skip
def test_a_file_that_is_not_there_or_unreadable_is_a_failure(name: str, results: Path) -> None:
    (results / name).write_bytes(b"\x00{")
    assert checked(results)
    (results / name).unlink()
    assert checked(results)
