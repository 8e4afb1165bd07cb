"""Read HotpotQA's distractor set in its official JSON and in the Parquet/JSONL shape."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from earned.errors import UserError
from earned.records.evidence import Item, Source
from earned.records.files import parse_json, read_text

Raw = Mapping[str, Any]


def load_items(path: Path) -> list[Item]:
    """Load every item in the file's order.

    Args:
        path: `.json` (official list), `.jsonl` (one item a line) or `.parquet`.

    Raises:
        UserError: a missing, truncated or empty file, an item without a needed field, or an id
            that occurs twice; the sentence names file, item and field.
    """
    items = [_item(raw, f"{path}, item {n}") for n, raw in enumerate(_raw_items(path), start=1)]
    if not items:
        raise UserError("holds no item", where=str(path), remedy="fetch the file again")
    seen: set[str] = set()
    for n, item in enumerate(items, start=1):
        if item.qid in seen:
            raise UserError(
                f"field _id: {item.qid} occurs twice", where=f"{path}, item {n}",
                remedy="remove one of the two",
            )  # fmt: skip
        seen.add(item.qid)
    return items


def _raw_items(path: Path) -> Iterable[Raw]:
    if path.suffix == ".parquet":
        return _parquet(path)
    text = read_text(path)
    if path.suffix == ".jsonl":
        lines = text.splitlines()
        return [parse_json(line, where=f"{path}, line {n}") for n, line in enumerate(lines, 1)]
    value = parse_json(text, where=str(path))
    if not isinstance(value, list):
        raise UserError("is not a list of items", where=str(path), remedy="use the official file")
    return value


def _parquet(path: Path) -> Iterable[Raw]:
    import polars as pl

    try:
        return pl.read_parquet(path).to_dicts()
    except (pl.exceptions.PolarsError, OSError) as error:
        first = str(error).splitlines()[0]
        raise UserError(
            f"is not a readable Parquet file ({first})", where=str(path), remedy="fetch it again"
        ) from None


def _item(raw: Any, where: str) -> Item:  # noqa: ANN401 - any JSON value
    if not isinstance(raw, Mapping):
        raise UserError("is not an object", where=where, remedy="use the official file")
    qid = _text(raw, "_id" if "_id" in raw else "id", where)
    where = f"{where} ({qid})"
    sources = _sources(qid, _field(raw, "context", where), where)
    titles = _supporting_titles(_field(raw, "supporting_facts", where), where)
    ids = {source.title: source.source_id for source in reversed(sources)}
    return Item(
        qid=qid,
        question=_text(raw, "question", where),
        answer=_text(raw, "answer", where),
        kind=str(raw.get("type", "")),
        level=str(raw.get("level", "")),
        supporting=tuple(dict.fromkeys(ids[title] for title in titles if title in ids)),
        sources=sources,
    )


def _sources(qid: str, context: Any, where: str) -> tuple[Source, ...]:  # noqa: ANN401
    if isinstance(context, Mapping):
        pairs = list(zip(context.get("title", ()), context.get("sentences", ()), strict=False))
    else:
        pairs = [tuple(entry) for entry in context] if isinstance(context, list) else []
    if not pairs:
        raise UserError("field context: holds no paragraph", where=where, remedy="drop the item")
    try:
        return tuple(
            Source(source_id=f"{qid}#{n}", title=title, text=join_sentences(sentences))
            for n, (title, sentences) in enumerate(pairs)
        )
    except (ValueError, TypeError, AttributeError):
        raise UserError(
            "field context: a paragraph is not [title, [sentence, …]]", where=where,
            remedy="use the official file",
        ) from None  # fmt: skip


def join_sentences(sentences: Iterable[str]) -> str:
    """Join with nothing where a sentence carries its leading space, else with one space."""
    text = ""
    for sentence in sentences:
        glue = "" if not text or sentence[:1].isspace() or text[-1].isspace() else " "
        text += glue + sentence
    return text


def _supporting_titles(facts: Any, where: str) -> list[str]:  # noqa: ANN401
    if isinstance(facts, Mapping):
        return [str(title) for title in facts.get("title", ())]
    try:
        return [str(fact[0]) for fact in facts]
    except (TypeError, IndexError, KeyError):
        raise UserError(
            "field supporting_facts: is not a list of [title, sentence]", where=where,
            remedy="use the official file",
        ) from None  # fmt: skip


def _field(raw: Raw, name: str, where: str) -> Any:  # noqa: ANN401
    if raw.get(name) is None:
        raise UserError(f"field {name}: is missing", where=where, remedy="fetch the file again")
    return raw[name]


def _text(raw: Raw, name: str, where: str) -> str:
    value = _field(raw, name, where)
    if not isinstance(value, str) or not value.strip():
        raise UserError(f"field {name}: {json.dumps(value)} is not a text", where=where,
                        remedy="correct or drop the item")  # fmt: skip
    return value
