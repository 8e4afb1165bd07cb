"""Parquet: what wrote it, the metadata of its schema, and every column that can hold a text."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pyarrow as pa
import pyarrow.parquet as pq

from earned.leaks.pieces import Piece, binary_pieces
from earned.records.base import canonical_json


def parquet_pieces(content: bytes) -> Iterator[Piece]:
    """Give the texts of a table.

    Raises:
        pyarrow.ArrowException, OSError: it is no readable table.
    """
    file = pq.ParquetFile(io.BytesIO(content))
    yield Piece(str(file.metadata.created_by), "created_by")
    yield from _metadata(file.metadata.metadata, "metadata")
    table = file.read()
    yield from _metadata(table.schema.metadata, "schema metadata")
    for field in table.schema:
        yield Piece(field.name, "column name")
        yield from _metadata(field.metadata, f"metadata of column {field.name}")
        yield from _column(table.column(field.name), f"column {field.name}")


def _metadata(entries: dict[bytes, bytes] | None, where: str) -> Iterator[Piece]:
    for key, value in (entries or {}).items():
        if key != b"ARROW:schema":  # the schema again, in Arrow's own form
            yield from (piece.inside(where) for piece in binary_pieces(key + b"\n" + value))


def _column(column: pa.ChunkedArray, where: str) -> Iterator[Piece]:
    kind = column.type
    if pa.types.is_timestamp(kind):
        yield Piece(f"a column of type {kind}", where, "timestamp")
    elif _is_text(kind):
        for value in column.unique().to_pylist():
            if value is not None:
                yield Piece(value, where)
    elif pa.types.is_nested(kind) or pa.types.is_dictionary(kind):
        yield Piece(canonical_json(column.to_pylist()), where)
    elif _is_bytes(kind):
        for value in column.unique().to_pylist():
            yield from (piece.inside(where) for piece in binary_pieces(value or b""))


def _is_text(kind: pa.DataType) -> bool:
    found = (pa.types.is_string, pa.types.is_large_string, pa.types.is_string_view)
    return any(is_kind(kind) for is_kind in found)


def _is_bytes(kind: pa.DataType) -> bool:
    found = (pa.types.is_binary, pa.types.is_large_binary, pa.types.is_binary_view,
             pa.types.is_fixed_size_binary)  # fmt: skip
    return any(is_kind(kind) for is_kind in found)
