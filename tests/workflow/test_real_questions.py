"""The 197 real HotpotQA items through the whole workflow with the controls, in every regime."""

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
  copier: {control: copier, regimes: [D0, D2]}
  closed_book: {control: closed_book, regimes: [D0]}
  reader: {control: reader, regimes: [D0, D1]}
  suggestible: {control: suggestible}
acquabench:
  surfaces: [retrieval]
  regimes: {D0: {size: 184}, D1: {}, D2: {size: 184, offset: 0}, style: {}}
"""
ELIGIBLE = {
    "D0": {"parent": 184, "templates": 104, "alias_eligible": None, "paired": 104},
    "D1": {"parent": 104, "templates": 104, "alias_eligible": 52, "paired": 36},
    "D2": {"parent": 184, "templates": 103, "alias_eligible": None, "paired": 75},
    "style": {"parent": 104, "templates": 28, "alias_eligible": None, "paired": 28},
}
"""What author `rule` makes of the 184 with an answer other than yes or no."""


def test_controls_pass_on_real_questions(tmp_path: Path) -> None:
    data = shared_dir() / "data" / "hotpotqa_dev_distractor_197.json"
    checkout = Checkout(tmp_path, STUDY.replace("DATA", str(data)))
    done = checkout.snakemake()
    assert done.returncode == 0, done.stderr
    for regime in ELIGIBLE:
        made = checkout.results / "acquabench/artifacts" / regime / "construction.jsonl"
        records = [json.loads(line) for line in made.read_text().splitlines()]
        assert all(record["accepted"] != bool(record["reason"]) for record in records)
    results = json.loads((checkout.results / "acquabench/analysis/frozen_results.json").read_text())
    populations = results["populations"]
    assert {
        regime: {name: populations[regime][name] for name in counts}
        for regime, counts in ELIGIBLE.items()
    } == ELIGIBLE
    assert all(
        sum(found["rejected"].values()) == found["parent"] - found["paired"]
        for found in populations.values()
    )
    auroc = {
        regime: results["analyses"][f"{regime}_suggestible"]["detectors"]["coloc_vs_earned"][
            "auroc"
        ]
        for regime in ("d0", "d2")
    }
    assert auroc["d2"] < auroc["d0"]
    failed = {
        (name, check["name"])
        for name, outcome in results["controls"].items()
        for check in outcome["checks"]
        if not check["passed"]
    }
    assert not failed
    assert checkout.earned("verify", "results/tiny").returncode == 0
