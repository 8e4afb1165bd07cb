"""Archives: names and times of their members; the members are files of their own."""

from __future__ import annotations

import gzip
import io
import struct
import tarfile
import zipfile
from collections.abc import Iterator

from earned.leaks.pieces import Piece, binary_pieces

GZIP, ZIP = b"\x1f\x8b", b"PK\x03\x04"
LARGEST = 1 << 30
"""Bytes that one member may unpack to."""
_NO_TIME = (1980, 1, 1)
_NAMED = 8

Member = tuple[str, bytes]


def zip_members(content: bytes) -> Iterator[Piece | Member]:
    """Give the members of a zip, and what it says of them.

    Raises:
        zipfile.BadZipFile, OSError, ValueError: it cannot be read.
    """
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        yield from binary_pieces(archive.comment)
        for info in archive.infolist():
            yield Piece(info.filename, "member name")
            yield from (p.inside(info.filename) for p in binary_pieces(info.comment + info.extra))
            if info.date_time[:3] != _NO_TIME:
                yield Piece("{}-{:02}-{:02} {:02}:{:02}:{:02}".format(*info.date_time),
                            f"time of {info.filename}", "timestamp")  # fmt: skip
            _refuse_large(info.file_size)
            if not info.is_dir():
                yield info.filename, archive.read(info)


def gzip_members(content: bytes, name: str) -> Iterator[Piece | Member]:
    """Give what a gzip file holds, its time and its old name."""
    flags, (seconds,) = content[3], struct.unpack("<I", content[4:8])
    if seconds:
        yield Piece(f"{seconds} s", "time of gzip", "timestamp")
    if flags & _NAMED:
        yield from binary_pieces(content[10:].split(b"\0", 1)[0])
    with gzip.open(io.BytesIO(content)) as stream:
        inner = stream.read(LARGEST + 1)
    _refuse_large(len(inner))
    yield name.removesuffix(".gz").removesuffix(".tgz"), inner


def tar_members(content: bytes) -> Iterator[Piece | Member]:
    """Give the members of a tar, their owners and times."""
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        for info in archive:
            yield Piece(f"{info.name}\n{info.linkname}\n{info.uname}\n{info.gname}", "member")
            if info.mtime:
                yield Piece(f"{info.mtime} s", f"time of {info.name}", "timestamp")
            _refuse_large(info.size)
            if info.isfile() and (stream := archive.extractfile(info)):
                yield info.name, stream.read()


def _refuse_large(size: int) -> None:
    if size > LARGEST:
        raise ValueError(f"a member of {size} bytes")
