"""The chain as a tree: whole, each stage once, on any terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from earned.explain.build import explain
from earned.explain.record import Explanation
from earned.explain.tree import tree_lines
from explained import READING, SURFACES


@pytest.fixture(scope="module")
def headline(study: Path) -> Explanation:
    return explain(study, f"acquabench/d0_main/d0_{READING}/G-S/value")


def named(lines: list[str], folder: str) -> list[str]:
    return [line for line in lines if re.search(rf"  {re.escape(folder)}(,|  )", line)]


def test_every_stage_is_named_once_with_its_code_and_then_referred_to(
    headline: Explanation,
) -> None:
    lines = tree_lines(headline)
    for node in headline.chain:
        first, *again = named(lines, node.folder)
        assert f"{node.stage}  {node.folder}  code {node.code_sha256[:12]}" in first
        assert all(line.endswith(f"{node.folder}, named above") for line in again)
    assert len(named(lines, "acquabench/population")) > 2


def test_every_input_behind_the_number_stands_below_its_stage(headline: Explanation) -> None:
    text = "\n".join(tree_lines(headline))
    for surface in SURFACES:
        path = f"acquabench/agents/{READING}/D0/{surface}/trajectories.jsonl"
        assert re.search(rf"{re.escape(path)}  sha256 [0-9a-f]{{12}}  \d+ records", text)
    assert "//resources/embedded/questions.json  sha256 " in text
    assert "configuration  study/config.json  sha256 " in text
    assert re.search(r"\d+ other inputs, which this number was not made from", text)


def test_a_terminal_with_ascii_alone_gets_it_too(headline: Explanation) -> None:
    lines = tree_lines(headline, plain=True)
    assert all(line.isascii() for line in lines)
    assert len(lines) == len(tree_lines(headline))
    assert any(line.startswith("+-- ") for line in lines)


def test_there_is_no_colour_whatever_the_environment_wants(
    headline: Explanation, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tree_lines(headline)
    for name in ("FORCE_COLOR", "CLICOLOR_FORCE"):
        monkeypatch.setenv(name, "1")
    monkeypatch.setenv("COLUMNS", "20")
    assert tree_lines(headline) == before
    assert "\x1b" not in "".join(before)


def test_what_moves_a_cursor_is_shown_as_a_space(headline: Explanation) -> None:
    claim = headline.claim.model_copy(update={"display": "1\x1b[2J\n[red]2[/red]"})
    first = tree_lines(headline.model_copy(update={"claim": claim}))[0]
    assert first.endswith("= 1 [2J [red]2[/red]")
