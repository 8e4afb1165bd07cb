"""The 197 real HotpotQA items through the whole workflow with the controls."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from checkout import Checkout
from support import shared_dir

pytestmark = pytest.mark.slow

STUDY = """
study: tiny
data: {name: hotpot197, path: DATA, licence: CC-BY-SA-4.0}
models:
  copier: {control: copier}
  closed_book: {control: closed_book}
  reader: {control: reader}
  suggestible: {control: suggestible}
acquabench:
  surfaces: [retrieval, memory]
  regimes: {D0: {size: 184}}
"""


def test_controls_pass_on_real_questions(tmp_path: Path) -> None:
    data = shared_dir() / "data" / "hotpotqa_dev_distractor_197.json"
    checkout = Checkout(tmp_path, STUDY.replace("DATA", str(data)))
    done = checkout.snakemake()
    assert done.returncode == 0, done.stderr
    constructions = (checkout.results / "acquabench/artifacts/D0/construction.jsonl").read_text()
    records = [json.loads(line) for line in constructions.splitlines()]
    assert len(records) == 184
    assert sum(record["accepted"] for record in records) >= 30
    assert all(record["accepted"] != bool(record["reason"]) for record in records)
    results = json.loads((checkout.results / "acquabench/analysis/frozen_results.json").read_text())
    failed = {
        (name, check["name"])
        for name, outcome in results["controls"].items()
        for check in outcome["checks"]
        if not check["passed"]
    }
    assert not failed
    assert checkout.earned("verify", "results/tiny").returncode == 0
