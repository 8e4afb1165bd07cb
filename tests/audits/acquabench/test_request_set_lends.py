"""The candidates of decoys are the request set before eligibility."""

from __future__ import annotations

from pathlib import Path

from authoring import member, no_engine
from earned.audits.acquabench.artifacts import run


def test_an_ineligible_item_lends_its_answer(tmp_path: Path) -> None:
    """Field case 4: a decoy does not hang on which items were found eligible."""
    asked = member("q1", "Sele Harbour")
    out = member("q2", "Port Vane", eligible=False, reason="out")
    given = {"regime": "D0", "author": {"kind": "rule"}}
    artifacts, _ = run([asked, out], [], given, no_engine(tmp_path))
    assert [artifact.arms["SHAM"].value for artifact in artifacts] == ["Port Vane"]
