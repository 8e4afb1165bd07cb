"""`python -m earned.population`: what it writes, and one sentence for each bad input."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from earned.population.__main__ import main
from earned.records.files import read_record, read_records
from earned.records.lineage import Lineage
from earned.records.population import Member
from support import ROOT

EMBEDDED = ROOT / "resources" / "embedded" / "questions.json"
RAW: list[dict[str, Any]] = json.loads(EMBEDDED.read_text(encoding="utf-8"))
QID = RAW[2]["_id"]
Change = Callable[[list[dict[str, Any]]], Any]


def arguments(root: Path, data: Path, **given: Any) -> list[str]:
    parameters = json.dumps({"regimes": {"D0": {}}, **given})
    out = root / "acquabench" / "population"
    common = ["--root", str(root), "--audit", "acquabench", "--params", parameters]
    return [*common, "--out", str(out), "--data", str(data)]


def with_item(**update: Any) -> Change:
    """Change fields of the third item; None removes one."""

    def change(items: list[dict[str, Any]]) -> Any:
        items[2] = {k: v for k, v in {**items[2], **update}.items() if v is not None}
        return items

    return change


def only_yes(items: list[dict[str, Any]]) -> Any:
    return [{**item, "answer": "yes"} for item in items]


def only_articles(items: list[dict[str, Any]]) -> Any:
    return [{**item, "answer": "the"} for item in items]


ITEM = f"item 3 ({QID}): "
BAD_ITEMS: list[tuple[str, Change, str]] = [
    ("no context", with_item(context=None), ITEM + "field context: is missing; "),
    ("no paragraph", with_item(context=[]), ITEM + "field context: holds no paragraph; "),
    ("a number", with_item(context=5), ITEM + "field context: a paragraph is not "),
    ("numbers", with_item(context=[5]), ITEM + "field context: a paragraph is not "),
    ("three parts", with_item(context=[["T", ["S."], 1]]), ITEM + "field context: a paragraph"),
    ("a text for sentences", with_item(context=[["T", "Text."]]), ITEM + "field context: a parag"),
    ("no title", with_item(context=[[None, ["S."]]]), ITEM + "field context: a paragraph"),
    ("columns of two lengths", with_item(context={"title": ["T"], "sentences": []}),
     ITEM + "field context: a paragraph"),
    ("one column", with_item(context={"title": ["T"]}), ITEM + "field context: a paragraph"),
    ("no facts", with_item(supporting_facts=None), ITEM + "field supporting_facts: is missing; "),
    ("a text for facts", with_item(supporting_facts="Ann"), ITEM + "field supporting_facts: is no"),
    ("facts without titles", with_item(supporting_facts={"sent_id": [0]}),
     ITEM + "field supporting_facts: is not"),
    ("no answer", with_item(answer=None), ITEM + "field answer: is missing; "),
    ("a blank answer", with_item(answer=" "), ITEM + 'field answer: " " is not a text; '),
    ("a number for an answer", with_item(answer=7), ITEM + "field answer: 7 is not a text; "),
    ("a long list for an answer", with_item(answer=["word"] * 999), " …"),
    ("a number for a type", with_item(type=7), ITEM + "field type: 7 is not a text; "),
    ("a list for a level", with_item(level=["hard"]), ITEM + 'field level: ["hard"] is not'),
    ("no id", with_item(_id=None), "item 3: field id: is missing; "),
    ("half a surrogate pair", with_item(question="Who is \ud800?"), "half of a surrogate pair; "),
    ("a repeated id", with_item(_id=RAW[0]["_id"]),
     f"item 3: field _id: {RAW[0]['_id']} occurs twice; remove"),
    ("no object", lambda items: [*items[:2], 5], "item 3: is not an object; "),
    ("no list", lambda items: {"data": items}, ": is not a list of items; "),
    ("no item", lambda _: [], ": holds no item; "),
    ("only yes", only_yes,
     f"acquabench.regimes.D0: regime D0 draws no question: {len(RAW)} items, 0 of"),
    ("only articles", only_articles, f": none of {len(RAW)} drawn items is eligible; "),
]  # fmt: skip


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A results folder with a good population."""
    root = tmp_path_factory.mktemp("results")
    assert main(arguments(root, EMBEDDED)) == 0
    return root


def contents(root: Path) -> dict[str, bytes]:
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in root.rglob("*") if p.is_file()}


def refused(root: Path, data: Path, capsys: pytest.CaptureFixture[str], **given: Any) -> str:
    """Run on bad input: exit code 2, one sentence that names the file, nothing touched."""
    before = contents(root)
    assert main(arguments(root, data, **given)) == 2
    assert contents(root) == before
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith(f"error: {data}")
    assert said.err.endswith(".\n")
    assert said.err.count("\n") == 1
    assert "; " in said.err, "a remedy follows the fault"
    return said.err


def test_it_writes_population_and_lineage(good: Path) -> None:
    folder = good / "acquabench" / "population"
    members = read_records(folder / "items.jsonl", Member)
    record = read_record(folder / "lineage.json", Lineage)
    (data,), (made,) = record.inputs, record.outputs
    assert (data.path.rsplit("/", 1)[-1], data.records) == ("questions.json", len(RAW))
    assert (made.path, made.records) == ("acquabench/population/items.jsonl", len(members))
    assert made.sha256 == sha256((folder / "items.jsonl").read_bytes()).hexdigest()


@pytest.mark.parametrize(
    ("change", "named"), [b[1:] for b in BAD_ITEMS], ids=[b[0] for b in BAD_ITEMS]
)
def test_a_bad_item_is_named_in_one_sentence(
    good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], change: Change, named: str
) -> None:
    data = tmp_path / "bad.json"
    data.write_text(json.dumps(change(json.loads(json.dumps(RAW)))), encoding="utf-8")
    assert named in refused(good, data, capsys)


def test_a_missing_file(good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("none.json", "none.parquet"):
        assert "no such file; " in refused(good, tmp_path / name, capsys)


def test_a_truncated_file_is_named_with_its_line(
    good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = EMBEDDED.read_bytes()
    for share in (1, len(whole) // 2, len(whole) - 2):
        cut = tmp_path / "cut.json"
        cut.write_bytes(whole[:share])
        assert "is not complete JSON" in refused(good, cut, capsys)
    lines = tmp_path / "cut.jsonl"
    lines.write_text(f"{json.dumps(RAW[0])}\n{json.dumps(RAW[1])[:-9]}", encoding="utf-8")
    assert f"{lines}, line 2: is not complete JSON" in refused(good, lines, capsys)


def test_a_truncated_parquet_file(
    good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pl.DataFrame({"id": ["a"] * 500}).write_parquet(tmp_path / "whole.parquet")
    whole = (tmp_path / "whole.parquet").read_bytes()
    for size in (0, 3, len(whole) // 2, len(whole) - 1):
        cut = tmp_path / "cut.parquet"
        cut.write_bytes(whole[:size])
        assert "is not a readable Parquet file" in refused(good, cut, capsys)


def test_a_file_of_another_kind(
    good: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = tmp_path / "picture.json"
    data.write_bytes(b"\x89PNG\r\n")
    assert "byte 0 is not UTF-8" in refused(good, data, capsys)
    assert "cannot be read" in refused(good, tmp_path, capsys)


def test_a_wrong_pin_names_both_hashes(good: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Field case 40."""
    found = sha256(EMBEDDED.read_bytes()).hexdigest()
    said = refused(good, EMBEDDED, capsys, sha256="0" * 64)
    assert f"its SHA-256 is {found}, data.sha256 is {'0' * 64}; " in said


def test_the_right_pin_passes(tmp_path: Path) -> None:
    """Field case 40."""
    found = sha256(EMBEDDED.read_bytes()).hexdigest()
    assert main(arguments(tmp_path, EMBEDDED, sha256=found)) == 0


def test_the_command_ends_with_a_sentence_and_no_traceback(good: Path, tmp_path: Path) -> None:
    data = tmp_path / "cut.json"
    data.write_bytes(EMBEDDED.read_bytes()[:-2])
    before = contents(good)
    done = subprocess.run(
        [sys.executable, "-m", "earned.population", *arguments(good, data)],
        env={**os.environ, "PYTHONPATH": str(ROOT / "workflow")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.startswith(f"error: {data}, line ")
    assert done.stderr.count("\n") == 1
    assert contents(good) == before
