"""Reading HotpotQA: three shapes of one set, and the joining of sentences."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.population.hotpotqa import join_sentences, load_items
from support import ROOT, shared_dir

EMBEDDED = ROOT / "resources" / "embedded" / "questions.json"
Raw = dict[str, Any]


def columns(raw: Raw) -> Raw:
    """One official item in the shape of the Parquet and JSONL files."""
    rest = {name: raw[name] for name in ("question", "answer", "type", "level")}
    titles, sentences = zip(*raw["context"], strict=True)
    facts = zip(*raw["supporting_facts"], strict=True)
    return {
        "id": raw["_id"],
        **rest,
        "supporting_facts": dict(zip(("title", "sent_id"), map(list, facts), strict=True)),
        "context": {"title": list(titles), "sentences": list(sentences)},
    }


def as_parquet(items: list[Raw], folder: Path) -> Path:
    path = folder / "set.parquet"
    pl.DataFrame([columns(raw) for raw in items]).write_parquet(path)
    return path


def as_lines(items: list[Raw], folder: Path) -> Path:
    path = folder / "set.jsonl"
    lines = (json.dumps(columns(raw), ensure_ascii=False) + "\n" for raw in items)
    path.write_text("".join(lines), encoding="utf-8")
    return path


def as_official_lines(items: list[Raw], folder: Path) -> Path:
    path = folder / "set.jsonl"
    path.write_text("\n".join(json.dumps(raw) for raw in items), encoding="utf-8")
    return path


@pytest.mark.parametrize("write", [as_parquet, as_lines, as_official_lines])
def test_all_shapes_give_the_same_items(
    write: Callable[[list[Raw], Path], Path], tmp_path: Path
) -> None:
    """Field case 40."""
    official = json.loads(EMBEDDED.read_text(encoding="utf-8"))
    assert load_items(write(official, tmp_path)) == load_items(EMBEDDED)


def test_an_item_carries_what_the_file_says() -> None:
    raw = json.loads(EMBEDDED.read_text(encoding="utf-8"))[0]
    item = load_items(EMBEDDED)[0]
    assert (item.qid, item.question, item.answer) == (raw["_id"], raw["question"], raw["answer"])
    assert (item.kind, item.level) == (raw["type"], raw["level"])
    assert [s.title for s in item.sources] == [title for title, _ in raw["context"]]
    assert [s.source_id for s in item.sources] == [f"{item.qid}#{n}" for n in range(10)]
    titles = {source.source_id: source.title for source in item.sources}
    assert [titles[i] for i in item.supporting] == [title for title, _ in raw["supporting_facts"]]


def test_real_items_load() -> None:
    """Field case 40."""
    items = load_items(shared_dir() / "data" / "hotpotqa_dev_distractor_197.json")
    assert len(items) == 197
    assert all(len(item.supporting) == 2 for item in items)


def test_a_line_break_of_unicode_inside_a_text_ends_no_line(tmp_path: Path) -> None:
    raw = json.loads(EMBEDDED.read_text(encoding="utf-8"))[0]
    raw["question"] = "Who\u2028directed\u0085it?"
    (item,) = load_items(as_lines([raw], tmp_path))
    assert item.question == raw["question"]


@pytest.mark.parametrize(
    ("sentences", "text"),
    [
        (["A.", " B."], "A. B."),
        (["A.", "B."], "A. B."),
        (["A. ", "B."], "A. B."),
        (["A.", "", " B."], "A. B."),
        (["A.", "", "B."], "A. B."),
        (["", "A."], "A."),
        (["A.", "\u00a0B."], "A.\u00a0B."),
        ([], ""),
    ],
)
def test_sentences_are_joined_with_one_space_at_most(sentences: list[str], text: str) -> None:
    assert join_sentences(sentences) == text


@given(st.lists(st.text(alphabet="ab. ", max_size=5)))
def test_joining_loses_no_character(sentences: list[str]) -> None:
    bare = "".join(sentences).replace(" ", "")
    joined = join_sentences(sentences)
    assert joined.replace(" ", "") == bare
    assert len(joined) <= sum(map(len, sentences)) + max(0, len(sentences) - 1)
