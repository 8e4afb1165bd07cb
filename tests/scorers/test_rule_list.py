"""The rules in docs/decisions/scorers.md are those of the code, and scorers know no audit."""

from __future__ import annotations

import re

import pytest

from earned.lineage.code import OURS
from earned.scorers.shipped import SHIPPED
from support import ROOT

PAGE = ROOT / "docs" / "decisions" / "scorers.md"


@pytest.mark.parametrize("name", SHIPPED)
def test_the_page_lists_every_rule_with_its_sentence_and_example(name: str) -> None:
    text = PAGE.read_text(encoding="utf-8")
    section = text.split(f"## `{name}`\n")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `([\w-]+)` \| (.*) \| (.*) \|$", section, re.MULTILINE)
    assert rows == [
        (rule.name, rule.says, " = ".join(f"`{text}`" for text in rule.example))
        for rule in SHIPPED[name].RULES
    ]


@pytest.mark.parametrize("name", SHIPPED)
def test_no_audit_stands_behind_a_scorer(name: str) -> None:
    modules = OURS.closure((SHIPPED[name].__name__,))
    assert "earned.scores.hotpot" in modules
    assert [module for module in modules if module.startswith("earned.audits")] == []
