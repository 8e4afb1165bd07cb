"""Replace texts inside JSON, JSON lines and Parquet, and say where it was done."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import PurePath
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from earned.records.base import canonical_json
from earned.records.files import json_text, parse_json
from earned.render.pointer import lookup

Change = Callable[[str, str], str]
"""From a field's name and its text to the text that takes its place."""
READABLE = (".json", ".jsonl", ".parquet")


@dataclass
class Redacted:
    """A file after its texts were replaced.

    Attributes:
        content: its bytes.
        fields: name of each field in which something was replaced, to the records concerned.
    """

    content: bytes
    fields: Counter[str] = field(default_factory=Counter)


def redact(name: str, content: bytes, change: Change, at: str = "") -> Redacted:
    """Replace texts in a file of records; one in which nothing is replaced keeps its bytes.

    Args:
        name: the file's name, whose ending says how it is read.
        content: its bytes.
        change: what to put in place of a text.
        at: JSON pointer to the part of a JSON document that is looked at.
    """
    ending = PurePath(name).suffix
    if ending == ".json":
        made = _document(name, content, change, at)
    elif ending == ".jsonl":
        made = _lines(name, content, change)
    else:
        made = _table(content, change)
    return made if made.fields else Redacted(content)


def replaced(value: Any, change: Change, met: set[str], key: str = "") -> Any:  # noqa: ANN401
    """Replace the texts of a JSON value; `met` takes the fields in which one was."""
    if isinstance(value, dict):
        return {name: replaced(inner, change, met, name) for name, inner in value.items()}
    if isinstance(value, list):
        return [replaced(inner, change, met, key) for inner in value]
    if not isinstance(value, str) or (made := change(key, value)) == value:
        return value
    met.add(key)
    return made


def _document(name: str, content: bytes, change: Change, at: str) -> Redacted:
    document, met = parse_json(content.decode(), where=name), set[str]()
    parent, _, last = at.rpartition("/")
    if not at:
        document = replaced(document, change, met)
    elif last in (holder := lookup(document, parent)):
        holder[last] = replaced(holder[last], change, met)
    return Redacted(json_text(document).encode(), Counter(met))


def _lines(name: str, content: bytes, change: Change) -> Redacted:
    made, fields = [], Counter[str]()
    for number, line in enumerate(content.decode().removesuffix("\n").split("\n"), start=1):
        met: set[str] = set()
        record = replaced(parse_json(line, where=name, line=number), change, met)
        made.append(canonical_json(record) + "\n" if met else line + "\n")
        fields.update(met)
    return Redacted("".join(made).encode(), fields)


def _table(content: bytes, change: Change) -> Redacted:
    table, fields = pq.read_table(io.BytesIO(content)), Counter[str]()
    for number, column in enumerate(table.schema):
        if pa.types.is_string(column.type):
            before = table.column(number).to_pylist()
            after = [text if text is None else change(column.name, text) for text in before]
            fields[column.name] += sum(a != b for a, b in zip(after, before, strict=True))
            table = table.set_column(number, column, pa.array(after, column.type))
    made = io.BytesIO()
    pq.write_table(table, made, compression="zstd", write_statistics=False)
    return Redacted(made.getvalue(), +fields)
