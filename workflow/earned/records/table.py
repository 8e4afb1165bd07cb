"""Record tables as Parquet: the columns are the record's fields, in their order."""

from __future__ import annotations

import io
import types
from collections.abc import Iterable
from decimal import Decimal
from itertools import islice
from pathlib import Path
from typing import Any, Literal, Union, get_args, get_origin

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from pydantic import BaseModel

from earned.errors import UserError
from earned.records.files import write_bytes

BATCH = 4096
"""Rows held as Python objects while a table is written."""

_POLARS: dict[type, type[pl.DataType]] = {
    bool: pl.Boolean, int: pl.Int64, float: pl.Float64, str: pl.String, Decimal: pl.Decimal,
}  # fmt: skip
_ARROW = {
    bool: pa.bool_(), int: pa.int64(), float: pa.float64(), str: pa.string(),
    Decimal: pa.decimal128(38, 12),
}  # fmt: skip


def schema_of(model: type[BaseModel]) -> dict[str, type[pl.DataType]]:
    """Give a record's columns with their types."""
    fields = model.model_fields.items()
    return {name: _POLARS[_inner(field.annotation)[0]] for name, field in fields}


def arrow_schema(model: type[BaseModel]) -> pa.Schema:
    """Give the file's schema: a field that is not optional is not nullable, and says what it is."""
    fields = []
    for name, field in model.model_fields.items():
        kind, optional = _inner(field.annotation)
        note = {"description": field.description} if field.description else None
        fields.append(pa.field(name, _ARROW[kind], nullable=optional, metadata=note))
    return pa.schema(fields)


def write_table(path: Path, rows: Iterable[BaseModel], model: type[BaseModel]) -> None:
    """Write rows as Parquet, atomically; the same rows give the same bytes."""
    schema, waiting = arrow_schema(model), iter(rows)
    batches = []
    while batch := [row.model_dump() for row in islice(waiting, BATCH)]:
        batches.append(pa.RecordBatch.from_pylist(batch, schema=schema))
    table = pa.Table.from_batches(batches, schema=schema).combine_chunks()
    made = io.BytesIO()  # a full disk is then met, and reported, by our own writer
    pq.write_table(table, made, compression="zstd", write_statistics=False)
    write_bytes(path, made.getvalue())


def read_table(path: Path, model: type[BaseModel]) -> pl.DataFrame:
    """Read a table and check its columns.

    Raises:
        UserError: not a Parquet file, or a column missing, unknown or of another type.
    """
    try:
        frame = pl.read_parquet(path, use_pyarrow=False)
    except (pl.exceptions.PolarsError, OSError) as error:
        first = str(error).splitlines()[0]
        raise UserError(
            f"is not a readable table ({first})", where=str(path), remedy="run its stage again"
        ) from None
    expected, found = schema_of(model), dict(frame.schema)
    for name in sorted(expected.keys() | found.keys()):
        if expected.get(name) != found.get(name):
            raise UserError(
                f"column {name}: {found.get(name, 'missing')} instead of "
                f"{expected.get(name, 'no such column')}",
                where=str(path),
                remedy="run its stage again",
            )
    return frame


def _inner(annotation: Any) -> tuple[type, bool]:  # noqa: ANN401
    """Reduce an annotation to its plain type, and whether it is optional."""
    origin = get_origin(annotation)
    if origin is Literal:
        return str, False
    if origin in (Union, types.UnionType):
        (inner,) = [part for part in get_args(annotation) if part is not type(None)]
        return _inner(inner)[0], True
    return annotation, False
