"""The files behind a number: read where they are, named where they are not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import polars as pl

from earned.errors import UserError
from earned.lineage.hashing import sha256_file
from earned.lineage.outside import OUTSIDE
from earned.lineage.stage import LINEAGE
from earned.records.base import Record
from earned.records.files import parse_json, read_record, read_text
from earned.records.lineage import FileDigest, Lineage
from earned.records.release import RELEASE, RESULTS, Release, Replacement
from earned.records.table import read_table


@dataclass
class Evidence:
    """A results folder, whole or as a release holds it.

    Attributes:
        root: the results folder.
        absent: kind of evidence to how many of its files are not in the folder.
        remarks: what else a reader must know of the files.
    """

    root: Path
    absent: dict[str, int] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)
    _lineages: dict[str, tuple[Lineage, str]] = field(default_factory=dict)
    _checked: set[str] = field(default_factory=set)

    @cached_property
    def replaced(self) -> dict[str, Replacement]:
        """Files that a release does not hold as they were, by path."""
        path = self.root.resolve().parent / RELEASE
        if self.root.resolve().name != RESULTS or not path.is_file():
            return {}
        return {one.path: one for one in read_record(path, Release).replaced}

    def lineage(self, folder: str) -> tuple[Lineage, str] | None:
        """Read what made a folder's files, and the hash of that record; None where withheld.

        Raises:
            UserError: it is missing or damaged.
        """
        name = f"{folder}/{LINEAGE}"
        if folder not in self._lineages:
            path = self.root / name
            if not path.is_file() and name in self.replaced:
                self._note(name, "lineage records")
                return None
            self._lineages[folder] = read_record(path, Lineage), sha256_file(path)
        return self._lineages[folder]

    def same(self, name: str, sha256: str) -> None:
        """Compare a file with a hash that was recorded of it.

        Raises:
            UserError: it is missing, or its bytes are others and no release says so.
        """
        path = self.root / name
        if name in self.replaced:
            self._say_redacted(name)
        elif sha256_file(path) != sha256:
            raise UserError("differs from what was recorded of it", where=str(path),
                            remedy="run earned verify, and restore the file")  # fmt: skip

    def present(self, name: str, kind: str) -> Path | None:
        """Find a file of the folder, unchanged; None, with a note, where it is not there.

        Raises:
            UserError: its bytes are not those that the stage wrote.
        """
        path = self.root / name
        if not path.is_file():
            self._note(name, kind)
            return None
        if name not in self._checked:
            self._checked.add(name)
            self._compare(name)
        return path

    def scores(self, name: str, row: type[Record]) -> pl.DataFrame | None:
        """Read a score table."""
        path = self.present(name, "score tables")
        return read_table(path, row) if path else None

    def lines(self, name: str, kind: str) -> Iterator[tuple[int, str]]:
        """Go through the lines of a record file with their numbers."""
        path = self.present(name, kind)
        return enumerate(read_text(path).split("\n")[:-1], 1) if path else iter(())

    def parsed(self, name: str, number: int, line: str) -> dict[str, object]:
        """Parse one line of a record file."""
        value = parse_json(line, where=str(self.root / name), line=number)
        if not isinstance(value, dict):
            raise UserError("is no record", where=f"{self.root / name}, line {number}",
                            remedy="make the file again")  # fmt: skip
        return value

    def said(self) -> tuple[str, ...]:
        """Say what is missing, and the rest."""
        missing = (
            f"{kind} are not in this folder ({n} file{'s' if n > 1 else ''})"
            for kind, n in sorted(self.absent.items())
        )
        return (*missing, *dict.fromkeys(self.remarks))

    def _note(self, name: str, kind: str) -> None:
        if name not in self._checked:
            self._checked.add(name)
            self.absent[kind] = self.absent.get(kind, 0) + 1
        if name in self.replaced:
            self.remarks.append(f"withheld from this release: {self.replaced[name].why}")

    def _compare(self, name: str) -> None:
        made = self.lineage(name.rpartition("/")[0])
        recorded = {one.path: one.sha256 for one in made[0].outputs} if made else {}
        if name in recorded:
            self.same(name, recorded[name])

    def _say_redacted(self, name: str) -> None:
        self.remarks.append(f"redacted in this release: {self.replaced[name].why}")


def producer(digest: FileDigest) -> str:
    """Name the folder of the stage that made an input; empty where it lies outside."""
    if digest.path.startswith(OUTSIDE) or digest.lineage is None:
        return ""
    return digest.path.rpartition("/")[0]
