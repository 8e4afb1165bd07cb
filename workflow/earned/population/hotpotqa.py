"""Read HotpotQA's distractor set in its official JSON and in the Parquet/JSONL shape."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from earned.errors import UserError
from earned.population.fields import (
    Raw,
    optional_text,
    pairs,
    required,
    text_field,
    text_list,
)
from earned.records.base import record_json
from earned.records.evidence import Item, Source
from earned.records.files import parse_json, read_text


def load_items(path: Path) -> list[Item]:
    """Load every item in the file's order.

    Args:
        path: `.json` (official list), `.jsonl` (one item a line) or `.parquet`.

    Raises:
        UserError: a missing, truncated or empty file, an item without a needed field, or an id
            that occurs twice; the sentence names file, item and field.
    """
    places = ((f"{path}, item {n}", raw) for n, raw in enumerate(_raw_items(path), start=1))
    items = [_encodable(_item(raw, where), where) for where, raw in places]
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
        # Only a line feed ends a line: JSON strings may hold U+2028 and other Unicode breaks.
        lines = text.removesuffix("\n").split("\n")
        return [parse_json(line, where=str(path), line=n) for n, line in enumerate(lines, 1)]
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
    qid = text_field(raw, "_id" if "_id" in raw else "id", where)
    where = f"{where} ({qid})"
    sources = _sources(qid, required(raw, "context", where), where)
    titles = _supporting_titles(required(raw, "supporting_facts", where), where)
    ids = {source.title: source.source_id for source in reversed(sources)}
    return Item(
        qid=qid,
        question=text_field(raw, "question", where),
        answer=text_field(raw, "answer", where),
        kind=optional_text(raw, "type", where),
        level=optional_text(raw, "level", where),
        supporting=tuple(dict.fromkeys(ids[title] for title in titles if title in ids)),
        sources=sources,
    )


def _encodable(item: Item, where: str) -> Item:
    """Refuse half of a surrogate pair, which JSON can spell and UTF-8 cannot."""
    try:
        record_json(item).encode()
    except UnicodeEncodeError:
        raise UserError(
            f"({item.qid}) holds half of a surrogate pair", where=where, remedy="correct the item"
        ) from None
    return item


def _sources(qid: str, context: Any, where: str) -> tuple[Source, ...]:  # noqa: ANN401
    try:
        sources = tuple(
            Source(source_id=f"{qid}#{n}", title=title, text=join_sentences(text_list(sentences)))
            for n, (title, sentences) in enumerate(pairs(context, "title", "sentences"))
        )
    except (ValueError, TypeError):
        raise UserError(
            "field context: a paragraph is not [title, [sentence, …]]", where=where,
            remedy="use the official file",
        ) from None  # fmt: skip
    if not sources:
        raise UserError("field context: holds no paragraph", where=where, remedy="drop the item")
    return sources


def join_sentences(sentences: Iterable[str]) -> str:
    """Join with nothing where a sentence carries its leading space, else with one space."""
    text = ""
    for sentence in sentences:
        apart = not text or not sentence or sentence[0].isspace() or text[-1].isspace()
        text += sentence if apart else f" {sentence}"
    return text


def _supporting_titles(facts: Any, where: str) -> list[str]:  # noqa: ANN401
    try:
        return text_list([title for title, _ in pairs(facts, "title", "sent_id")])
    except (TypeError, ValueError):
        raise UserError(
            "field supporting_facts: is not a list of [title, sentence]", where=where,
            remedy="use the official file",
        ) from None  # fmt: skip
