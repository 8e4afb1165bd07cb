"""Whether a file that a release redacted is its original but for the texts that were taken out."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

import pyarrow.parquet as pq

from earned.records.files import parse_json
from earned.records.release import GONE
from earned.release.texts import marked


def other_than_redacted(name: str, original: bytes, here: bytes) -> str:
    """Say where a redacted file differs from its original in more than redacted texts.

    Args:
        name: its path, whose ending says how it is read.
        original: its bytes, made again.
        here: its bytes in the release.

    Returns:
        JSON pointer to the first such place; empty where there is none.
    """
    return next(_differences(_read(name, original), _read(name, here), "#"), "")


def _read(name: str, content: bytes) -> Any:  # noqa: ANN401 - any JSON value
    ending = PurePath(name).suffix
    if ending == ".parquet":
        table = pq.read_table(io.BytesIO(content))
        return {"columns": table.column_names, "rows": table.to_pylist()}
    if ending == ".jsonl":
        return [parse_json(line, where=name) for line in content.decode().splitlines()]
    return parse_json(content.decode(), where=name)


def _differences(original: Any, here: Any, at: str) -> Iterator[str]:  # noqa: ANN401
    if type(original) is not type(here):
        yield at
    elif isinstance(original, dict):
        if original.keys() != here.keys():
            yield at
        for key in sorted(original.keys() & here.keys()):
            yield from _differences(original[key], here[key], f"{at}/{key}")
    elif isinstance(original, list):
        if len(original) != len(here):
            yield at
        for number, (one, other) in enumerate(zip(original, here, strict=False)):
            yield from _differences(one, other, f"{at}/{number}")
    elif original != here and not (isinstance(original, str) and _stands_for(here, original)):
        yield at


def _stands_for(here: str, original: str) -> bool:
    """Whether a text is the mark of another, or the other with pieces taken out."""
    if here == marked(original):
        return True
    first, *others = here.split(GONE)
    if not others or not original.startswith(first):
        return False
    at = len(first)
    for kept in others[:-1]:
        if (found := original.find(kept, at)) < 0:
            return False
        at = found + len(kept)
    return original[at:].endswith(others[-1])
