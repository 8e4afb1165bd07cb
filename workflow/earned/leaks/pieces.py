"""A file as the texts it holds, each with its place: what is looked through for leaks."""

from __future__ import annotations

import base64
import binascii
import html
import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from earned.leaks.kinds import Kind
from earned.leaks.secrets import is_named_secret

SHORTEST_RUN = 4
_RUNS = re.compile(rb"[\x20-\x7e\t\r\n]{%d,}" % SHORTEST_RUN)
_WIDE = re.compile(rb"(?:[\x20-\x7e]\x00){%d,}|(?:\x00[\x20-\x7e]){%d,}" % ((SHORTEST_RUN,) * 2))
_TEX_ESCAPE = re.compile(r"\\([_&%$#{}~^-])")
_TEX_SLASH = re.compile(r"\\(?:slash|allowbreak|textbackslash|textasciitilde|string)\b ?(?:\{\})?")
_DATA_URL = re.compile(r"data:[\w/+.;=-]*;base64,([A-Za-z0-9+/=\s]+)")
_PERCENT = re.compile(r"%[0-9A-Fa-f]{2}")
_TIME_KEY = re.compile(
    r"(?:^|_)(?:m|c|a)?time(?:s|stamp)?(?:$|_)|timestamp|(?:^|_)(?:date|created|modified|updated|"
    r"started|finished)(?:$|_)",
    re.IGNORECASE,
)
_EPOCH_SECONDS = (1_000_000_000, 4_000_000_000)


@dataclass(frozen=True)
class Piece:
    """A text of a file, or something in it that is a leak by itself.

    Attributes:
        text: to be looked through, or what to say of the leak.
        where: its place in the file; empty for the file's own text.
        kind: what it is, where the place says so already.
    """

    text: str
    where: str = ""
    kind: Kind | None = None

    def inside(self, outer: str) -> Piece:
        """Say that it was found within something."""
        return Piece(self.text, f"{outer}: {self.where}" if self.where else outer, self.kind)


def text_pieces(text: str, suffix: str) -> Iterator[Piece | bytes]:
    """Give a text, and what a reader of its form would make of it.

    Escapes hide nothing: entities, percent signs, TeX escapes and embedded images are decoded.
    Bytes are a file of their own.
    """
    yield Piece(text)
    if suffix in (".tex", ".aux", ".log", ".toc", ".out", ".md", ".bib"):
        plain = _TEX_SLASH.sub("/", _TEX_ESCAPE.sub(r"\1", text))
        if plain != text:
            yield Piece(plain, "without escapes")
    if suffix in (".html", ".htm", ".svg", ".xml", ".xhtml", ".md") and "&" in text:
        yield Piece(html.unescape(text), "entities decoded")
    if _PERCENT.search(text):
        yield Piece(_decoded_percent(text), "percent signs decoded")
    for match in _DATA_URL.finditer(text):
        try:
            yield base64.b64decode(match[1])
        except (binascii.Error, ValueError):
            yield Piece("an embedded file that is no base64", kind="unreadable")


def json_pieces(text: str, suffix: str) -> Iterator[Piece]:
    """Give the decoded keys and strings of a JSON document, or of one a line.

    Raises:
        ValueError: it is no JSON.
    """
    seen: set[str] = set()
    if suffix == ".jsonl":
        for number, line in enumerate(text.split("\n"), start=1):
            if line.strip():
                yield from _document(line, f"line {number}: ", seen)
    else:
        yield from _document(text, "", seen)


def binary_pieces(content: bytes) -> Iterator[Piece]:
    """Give the printable runs of bytes, narrow and wide."""
    narrow = (match[0].decode("ascii") for match in _RUNS.finditer(content))
    yield Piece("\n".join(narrow), "printable bytes")
    wide = (match[0].replace(b"\x00", b"").decode("ascii") for match in _WIDE.finditer(content))
    if text := "\n".join(wide):
        yield Piece(text, "printable wide bytes")


def _decoded_percent(text: str) -> str:
    return _PERCENT.sub(lambda match: chr(int(match[0][1:], 16)), text)


def _document(text: str, at: str, seen: set[str]) -> Iterator[Piece]:
    """Walk a document; pairs, not dictionaries, so that a key given twice hides nothing.

    Args:
        text: the document.
        at: its place in the file.
        seen: texts that were given already, which one look is enough for.
    """
    yield from _walk(json.loads(text, object_pairs_hook=_Pairs), at, seen)


class _Pairs(list[tuple[str, Any]]):
    """An object as its pairs, in order."""


def _walk(value: Any, at: str, seen: set[str]) -> Iterator[Piece]:  # noqa: ANN401 - any JSON value
    if isinstance(value, _Pairs):
        for key, inner in value:
            yield from _once(key, f"{at} (a key)", seen)
            yield from _by_key(key, inner, f"{at}/{key}")
            yield from _walk(inner, f"{at}/{key}", seen)
    elif isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _walk(inner, f"{at}/{number}", seen)
    elif isinstance(value, str):
        yield from _once(value, at, seen)


def _once(text: str, at: str, seen: set[str]) -> Iterator[Piece]:
    """Give a text, and the JSON inside it, in which escapes are written twice."""
    if text in seen:
        return
    seen.add(text)
    yield Piece(text, at)
    if "\\" in text and text.lstrip()[:1] in ("{", "[", '"'):
        with suppress(ValueError, RecursionError):  # no JSON: the text itself was given
            yield from _document(text, f"{at}, JSON in it: ", seen)


def _by_key(key: str, value: Any, at: str) -> Iterator[Piece]:  # noqa: ANN401
    """Find what only its key makes a leak."""
    if isinstance(value, str) and is_named_secret(key, value):
        yield Piece(value, at, "secret")
    elif _TIME_KEY.search(key) and _is_epoch(value):
        yield Piece(str(value), at, "timestamp")


def _is_epoch(value: object) -> bool:
    """Whether a number counts from 1970, in seconds or finer, to a time of ours."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    low, high = _EPOCH_SECONDS
    return any(low < value / scale < high for scale in (1, 1e3, 1e6, 1e9))
