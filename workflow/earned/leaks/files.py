"""Find leaks in files of any type, and in folders of them."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import accumulate
from pathlib import Path, PurePosixPath

from earned.leaks.archives import GZIP, ZIP, Member, gzip_members, tar_members, zip_members
from earned.leaks.documents import pdf_pieces
from earned.leaks.images import PNG, other_image_pieces, png_pieces
from earned.leaks.kinds import ALL, Kind, Leak, shortened
from earned.leaks.machine import Machine
from earned.leaks.pieces import Piece, binary_pieces, json_pieces, text_pieces
from earned.leaks.scan import find_hits
from earned.leaks.tables import parquet_pieces

DEEPEST = 4
"""Files within files."""
_PICTURES = (b"\xff\xd8\xff", b"GIF8", b"II*\0", b"MM\0*", b"RIFF")
_PACKED = (*(b"BZh%d1AY&SY" % n for n in range(1, 10)), b"\xfd7zXZ\0", b"\x28\xb5\x2f\xfd",
           b"7z\xbc\xaf\x27\x1c", b"Rar!\x1a")  # fmt: skip
"""Beginnings of what holds other files and is not unpacked here: bzip2, xz, zstd, 7z, rar."""
_WIDE_TEXT = (b"\xff\xfe", b"\xfe\xff")
_FOUND: dict[tuple[object, ...], tuple[list[Leak], int]] = {}
"""The same bytes hold the same leaks, so one look a process is enough."""
_BETWEEN = "\n\n"
_TAR_AT = slice(257, 262)


@dataclass
class Scanner:
    """Looks through files.

    Attributes:
        machine: names, folders and secrets to look for besides the patterns.
        kinds: what to look for.
        quoted: matches that stand in the benchmark's own data, and are its, not ours.
        of_data: how many of those were met.
    """

    machine: Machine
    kinds: frozenset[Kind] = ALL
    quoted: frozenset[str] = frozenset()
    of_data: int = field(default=0, init=False)

    def text(self, text: str, where: str = "") -> list[Leak]:
        """Look through a text."""
        return list(self._texts({text: where}))

    def content(self, content: bytes, name: str, depth: int = 0) -> Iterator[Leak]:
        """Look through a file's bytes; what cannot be read is a leak, for who could tell."""
        texts: dict[str, str] = {}
        try:
            for piece in pieces(content, name):
                if not isinstance(piece, Piece):
                    yield from self._member(piece, depth + 1)
                elif piece.kind is None:
                    texts.setdefault(piece.text, piece.where)
                elif piece.kind in self.kinds and piece.text not in self.quoted:
                    yield Leak(piece.kind, shortened(piece.kind, piece.text), 0, piece.where)
        except Exception as error:  # parsers of others fail in ways of their own
            what = f"{type(error).__name__}: {error}"
            yield Leak("unreadable", shortened("unreadable", what), 0)
        yield from self._texts(texts)

    def file(self, path: Path) -> list[Leak]:
        """Look through a file of any type."""
        if path.is_symlink():
            return [Leak("unreadable", "a symbolic link", 0)]
        content = path.read_bytes()
        key = (sha256(content).digest(), path.suffix, self.machine, self.kinds, self.quoted)
        if key not in _FOUND:
            before = self.of_data
            leaks = _unique(self.content(content, path.name))
            _FOUND[key] = leaks, self.of_data - before
            return leaks
        leaks, of_data = _FOUND[key]
        self.of_data += of_data
        return leaks

    def folder(self, root: Path) -> dict[str, list[Leak]]:
        """Look through every file of a folder, and its name: path to what was found in it."""
        found = {}
        for path in sorted(root.rglob("*")):
            if path.is_symlink() or not path.is_dir():
                name = path.relative_to(root).as_posix()
                leaks = [*self.text(name, "file name"), *self.file(path)]
                if leaks:
                    found[name] = leaks
        return found

    def _texts(self, texts: Mapping[str, str]) -> Iterator[Leak]:
        """Look through many texts at once: text to its place."""
        joined, places = _BETWEEN.join(texts), list(texts.values())
        starts = list(accumulate((len(text) + len(_BETWEEN) for text in texts), initial=0))
        for hit in find_hits(joined, self.machine, self.kinds):
            found = joined[hit.start : hit.end]
            if found in self.quoted:
                self.of_data += 1
                continue
            at = bisect_right(starts, hit.start) - 1
            where = places[at]
            line = 0 if where else joined.count("\n", starts[at], hit.start) + 1
            yield Leak(hit.kind, shortened(hit.kind, found), line, where)

    def _member(self, member: Member | bytes, depth: int) -> Iterator[Leak]:
        name, content = member if isinstance(member, tuple) else ("embedded file", member)
        if depth > DEEPEST:
            yield Leak("unreadable", "files in files in files", 0, name)
            return
        for leak in self.content(content, name, depth):
            yield leak._replace(where=f"{name}: {leak.where}" if leak.where else name)


def scan_file(path: Path, machine: Machine | None = None) -> list[Leak]:
    """Find leaks in a file of any type; `machine` is this one where none is given."""
    return Scanner(machine or Machine.here()).file(path)


def scan_folder(root: Path, machine: Machine | None = None) -> dict[str, list[Leak]]:
    """Find leaks in every file of a folder: path to what was found, if anything."""
    return Scanner(machine or Machine.here()).folder(root)


def pieces(content: bytes, name: str) -> Iterator[Piece | Member | bytes]:
    """Take a file apart by what its first bytes say it is, whatever its name."""
    suffix = PurePosixPath(name).suffix.lower()
    for begins, reader in _READERS:
        if content.startswith(begins):
            yield from reader(content)
            return
    if content.startswith(GZIP):
        yield from gzip_members(content, name)
    elif content[_TAR_AT] == b"ustar":
        yield from tar_members(content)
    elif content.startswith(_PACKED):
        yield Piece("an archive of a kind that is not looked into", kind="unreadable")
    elif content.startswith(_WIDE_TEXT):
        yield from _text(content.decode("utf-16"), suffix)
    else:
        yield from _text_or_binary(content, suffix)


def _text_or_binary(content: bytes, suffix: str) -> Iterator[Piece | bytes]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        yield from binary_pieces(content)
    else:
        yield from _text(text, suffix)
        if b"\0" in content:  # wide characters without a mark at the front
            yield Piece(text.replace("\0", ""), "without zeros")


def _text(text: str, suffix: str) -> Iterator[Piece | bytes]:
    if suffix in (".json", ".jsonl", ".ipynb"):
        yield from json_pieces(text, suffix)
    else:
        yield from text_pieces(text, suffix)


_READERS: tuple[tuple[bytes | tuple[bytes, ...], Callable[[bytes], Iterator[Piece | Member]]], ...]
_READERS = (
    (b"%PDF-", pdf_pieces),
    (PNG, png_pieces),
    (_PICTURES, other_image_pieces),
    (b"PAR1", parquet_pieces),
    (ZIP, zip_members),
)


def _unique(leaks: Iterator[Leak]) -> list[Leak]:
    """Tell a leak once, however many readings of a file show it."""
    return list({(leak.kind, leak.text): leak for leak in reversed(list(leaks))}.values())[::-1]
