"""The form of the rules: thin, logged, and cheap to start by the thousand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from support import ROOT

FILES = sorted((ROOT / "rules").glob("*.smk"))
_RULE = re.compile(r"^\s*rule\b")
_DIRECTIVE = re.compile(r"^\s+(\w+):")
TARGETS = {"rule prefetch:"}  # collects files, runs nothing


def rules(path: Path) -> dict[str, set[str]]:
    """The directives of each rule of a file, by the rule's first line."""
    found: dict[str, set[str]] = {}
    head = ""
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
        if _RULE.match(line):
            head = line.strip() if line.strip() != "rule:" else f"rule of line {number}"
            found[head] = set()
        elif head and (directive := _DIRECTIVE.match(line)):
            found[head].add(directive[1])
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_rule_calls_a_shell_command_and_none_runs_python_of_its_own(path: Path) -> None:
    """Field case 17: a job of a `run:` rule starts Snakemake a second time."""
    for name, directives in rules(path).items():
        assert not {"run", "script", "notebook"} & directives, name
        if name not in TARGETS:
            assert {"shell", "log", "benchmark"} <= directives, name


def test_rule_files_are_short() -> None:
    assert sum(len(rules(path)) for path in FILES) >= 10
    assert {path.name: n for path in FILES
            if (n := len(path.read_text(encoding="utf-8").splitlines())) > 200} == {}  # fmt: skip
