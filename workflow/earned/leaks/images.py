"""PNG and other images: text chunks, EXIF, times, and what follows the image."""

from __future__ import annotations

import io
import struct
from collections.abc import Iterator

from PIL import ExifTags, Image

from earned.leaks.pieces import Piece, binary_pieces

PNG = b"\x89PNG\r\n\x1a\n"
_PIXELS = frozenset((b"IHDR", b"PLTE", b"IDAT", b"IEND", b"tRNS", b"gAMA", b"cHRM", b"sBIT",
                     b"bKGD", b"pHYs", b"hIST"))  # fmt: skip
_HEAD, _CRC = 8, 4


def png_pieces(content: bytes) -> Iterator[Piece]:
    """Give all of a PNG but its pixels.

    Raises:
        OSError, ValueError, SyntaxError: it cannot be read.
    """
    yield from image_pieces(content)
    at = len(PNG)
    while at + _HEAD <= len(content):
        length, kind = struct.unpack(">I4s", content[at : at + _HEAD])
        body, at = content[at + _HEAD : at + _HEAD + length], at + _HEAD + length + _CRC
        if kind == b"tIME":
            year, *rest = struct.unpack(">HBBBBB", body)
            yield Piece("{}-{:02}-{:02} {:02}:{:02}:{:02}".format(year, *rest), "chunk tIME",
                        "timestamp")  # fmt: skip
        elif kind not in _PIXELS:
            yield from (p.inside(f"chunk {kind.decode('latin-1')}") for p in binary_pieces(body))
        if kind == b"IEND":
            break
    if content[at:]:
        yield from (piece.inside("after the image") for piece in binary_pieces(content[at:]))


def other_image_pieces(content: bytes) -> Iterator[Piece]:
    """Give the text of an image whose parts are not told apart, with what follows its pixels.

    Raises:
        OSError, ValueError, SyntaxError: it cannot be read.
    """
    yield from image_pieces(content)
    yield from binary_pieces(content)


def image_pieces(content: bytes) -> Iterator[Piece]:
    """Give an image's text and EXIF, as Pillow reads them."""
    with Image.open(io.BytesIO(content)) as image:
        image.load()
        for name, value in image.info.items():
            yield from _value(value, f"image text {name}")
        exif = image.getexif()
        groups = {"EXIF": exif, **{d.name: exif.get_ifd(d) for d in ExifTags.IFD}}
        for group, tags in groups.items():
            for number, value in tags.items():
                name = ExifTags.TAGS.get(number, str(number))
                yield from _value(value, f"{group} {name}")


def _value(value: object, where: str) -> Iterator[Piece]:
    if isinstance(value, bytes):
        yield from (piece.inside(where) for piece in binary_pieces(value))
    elif isinstance(value, str | tuple | list | dict):
        yield Piece(str(value), where)
