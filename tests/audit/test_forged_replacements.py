"""What a release says it replaced is no cover for other numbers, nor for files left away."""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

from earned.lineage.stage import Stage
from earned.records.files import read_record
from earned.records.lineage import Lineage
from earned.records.release import RELEASE, RESULTS, Release, Replacement
from earned.verify.redacted import other_than_redacted
from earned.verify.remake import given_options
from released import AUDIT, CELL, edit, edit_lines, failures, relist, write_list

FROZEN = f"{AUDIT}/analysis/frozen_results.json"


def replace(release: Path, *names: str, **changes: Any) -> None:
    """Say of files that they were replaced, and let the list and descriptions fit."""
    records = (release / RESULTS).rglob("lineage.json")
    made = {d.path: d for path in records for d in read_record(path, Lineage).outputs}
    given = {"kind": "redacted", "why": "removed what names a machine", **changes}
    added = [
        Replacement(path=n, sha256=made[n].sha256, size=made[n].size, records=made[n].records,
                    **given)
        for n in names
    ]  # fmt: skip
    before = read_record(release / RELEASE, Release).replaced
    both = tuple(sorted((*before, *added), key=lambda one: one.path))
    write_list(release, replaced=both)
    relist(release)


def again(release: Path, stage: str, folder: str, scratch: Path) -> list[str]:
    """Make a stage's outputs of the files as they are; name those that changed."""
    root, changed = release / RESULTS, []
    module = importlib.import_module(f"earned.{stage}.__main__")
    record = read_record(root / folder / "lineage.json", Lineage)
    options = given_options(module.OPTIONS, record, root, scratch)
    made = Stage(stage, record.audit, root, dict(record.parameters))
    for path, output in module.build(made, options).items():
        output.write(path)
        if path.read_bytes() != (root / folder / path.name).read_bytes():
            (root / folder / path.name).write_bytes(path.read_bytes())
            changed.append(f"{folder}/{path.name}")
    return changed


def test_a_number_changed_as_a_redaction_is_found(copy: Path, tmp_path: Path) -> None:
    def worse(results: Any) -> None:
        success = results["analyses"]["d0_copier"]["arms"]["GOLD"]["success"]
        success["numerator"], success["value"] = 2, 2 / 3

    edit(copy / RESULTS / FROZEN, worse)
    tables = again(copy, "tables", f"{AUDIT}/tables", tmp_path)
    ledger = again(copy, "ledger", "ledger", tmp_path)
    replace(copy, FROZEN)
    replace(copy, *tables, *ledger, remade=True)
    assert f"{RESULTS}/{FROZEN}: differs from its original in more than redacted" in failures(copy)


def test_a_file_withheld_without_terms_is_found(copy: Path) -> None:
    name = f"{CELL}/completions.jsonl"
    (copy / RESULTS / name).unlink()
    replace(copy, name, kind="withheld")
    assert f"{RESULTS}/{name}: is withheld, and the terms" in failures(copy)


def test_evidence_said_to_be_made_again_is_found(copy: Path) -> None:
    name = f"{CELL}/trajectories.jsonl"

    def gone(records: list[dict[str, Any]]) -> None:
        records[0]["steps"][0]["thought"] = "[redacted]"

    edit_lines(copy / RESULTS / name, gone)
    replace(copy, name, remade=True)
    assert f"{RESULTS}/{name}: is said to be made again" in failures(copy)


@pytest.mark.parametrize(
    ("here", "at"),
    [
        ({"a": "in [redacted] it is", "n": 1}, ""),
        ({"a": "[redacted]", "n": 1}, ""),
        ({"a": "in /home/x it is", "n": 2}, "#/n"),
        ({"a": "in /home/x it is", "n": 1.0}, "#/n"),
        ({"a": "out [redacted] it is", "n": 1}, "#/a"),
        ({"a": "in [redacted] it was", "n": 1}, "#/a"),
        ({"a": "another text", "n": 1}, "#/a"),
        ({"a": "[withheld: 16 characters, SHA-256 00]", "n": 1}, "#/a"),
        ({"a": "in /home/x it is"}, "#"),
        ({"a": None, "n": 1}, "#/a"),
    ],
)
def test_only_texts_may_be_taken_out(here: Any, at: str) -> None:
    original = json.dumps({"a": "in /home/x it is", "n": 1}).encode()
    assert other_than_redacted("x.json", original, json.dumps(here).encode()) == at
