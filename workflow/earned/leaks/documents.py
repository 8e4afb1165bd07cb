"""PDF: document information, XMP, page texts, and every string and stream of every object."""

from __future__ import annotations

import io
import logging
from collections.abc import Iterator

from pypdf import PdfReader
from pypdf.generic import (
    ArrayObject,
    DictionaryObject,
    IndirectObject,
    NameObject,
    StreamObject,
    TextStringObject,
)

from earned.leaks.pieces import Piece, binary_pieces

_FONTS = ("/FontFile", "/FontFile2", "/FontFile3")
_PICTURE = "/Image"


def pdf_pieces(content: bytes) -> Iterator[Piece]:
    """Give all that a PDF says, compressed or not; embedded fonts are their makers' own.

    Raises:
        Exception: pypdf cannot read it, in any of its ways.
    """
    logging.getLogger("pypdf").setLevel(logging.ERROR)
    reader = PdfReader(io.BytesIO(content))
    for name, value in (reader.metadata or {}).items():
        yield Piece(str(value), f"document information {name}")
    for number, page in enumerate(reader.pages, start=1):
        yield Piece(page.extract_text(), f"page {number}")
    yield from _objects(reader)
    yield from binary_pieces(_without_streams(content))


def _objects(reader: PdfReader) -> Iterator[Piece]:
    """Walk the objects that the cross-reference tables list, those in object streams too."""
    listed = {number for table in reader.xref.values() for number in table}
    fonts = set()
    found = {}
    for number in sorted(listed | reader.xref_objStm.keys()):
        found[number] = reader.get_object(IndirectObject(number, 0, reader))
    for value in found.values():
        if isinstance(value, DictionaryObject):
            fonts |= {ref.idnum for key in _FONTS
                      if isinstance(ref := value.raw_get(key) if key in value else None,
                                    IndirectObject)}  # fmt: skip
    for number, value in found.items():
        yield from _strings(value, f"object {number}")
        if isinstance(value, StreamObject) and number not in fonts and _is_text(value):
            yield from (p.inside(f"object {number}") for p in binary_pieces(value.get_data()))


def _is_text(stream: StreamObject) -> bool:
    return stream.get("/Subtype") != _PICTURE


def _strings(value: object, where: str) -> Iterator[Piece]:
    if isinstance(value, DictionaryObject):
        for key in value:
            yield from _strings(value.raw_get(key), f"{where} {key}")
    elif isinstance(value, ArrayObject):
        for inner in value:
            yield from _strings(inner, where)
    elif isinstance(value, TextStringObject | NameObject):
        yield Piece(str(value), where)
    elif isinstance(value, bytes):
        yield from (piece.inside(where) for piece in binary_pieces(value))


def _without_streams(content: bytes) -> bytes:
    """Leave out the streams, which were read; what no table lists any more stays."""
    kept, at = [], 0
    while (start := content.find(b"stream", at)) >= 0:
        end = content.find(b"endstream", start)
        if end < 0:
            break
        kept.append(content[at:start])
        at = end + len(b"endstream")
    return b"\n".join([*kept, content[at:]])
