"""The frame of every stage: hash the inputs, run, check them again, write outputs and lineage.

One folder holds the outputs of one run of one stage, with `lineage.json` beside them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from earned.errors import UserError
from earned.lineage.code import OURS, Package
from earned.lineage.hashing import sha256_file, sha256_json
from earned.lineage.observed import write_run_record
from earned.lineage.outside import portable
from earned.lineage.publishable import publishable
from earned.records.base import Record
from earned.records.files import iter_records, read_records, write_bytes, write_json
from earned.records.lineage import FileDigest, Lineage

R = TypeVar("R", bound=Record)

LINEAGE = "lineage.json"
LOCKS = Path(__file__).resolve().parents[3] / "envs"


@dataclass(frozen=True)
class Output:
    """One output: how to write it, and how many records it holds."""

    write: Callable[[Path], None]
    records: int | None = None

    @classmethod
    def of_text(cls, text: str, records: int | None = None) -> Output:
        """Make an output of a text that is there already."""
        return cls.of_bytes(text.encode(), records)

    @classmethod
    def of_bytes(cls, content: bytes, records: int | None = None) -> Output:
        """Make an output of bytes that are there already."""
        return cls(lambda path: write_bytes(path, content), records)


@dataclass
class Stage:
    """One run of one stage on one results folder."""

    name: str
    audit: str
    root: Path
    parameters: dict[str, Any]
    inputs: dict[Path, int | None] = field(default_factory=dict)
    options: dict[Path, str] = field(default_factory=dict)
    """Input to the option of the command line under which it was given."""
    registrations: tuple[str, ...] = ()
    """SHA-256 of the registrations that the outputs were made under."""
    _before: dict[Path, str] = field(default_factory=dict)
    _started: float = field(default_factory=time.monotonic)

    def reads(self, path: Path, records: int | None = None) -> Path:
        """Declare an input, and hash it now."""
        self._before[path] = sha256_file(path)
        self.inputs[path] = records
        return path

    def records(self, path: Path, model: type[R]) -> list[R]:
        """Read the records of a declared input, and note how many there are."""
        found = read_records(self.reads(path), model)
        self.counted(path, len(found))
        return found

    def stream(self, path: Path, model: type[R]) -> Iterator[R]:
        """Read the records of an input one by one; it counts as declared from the first on."""
        self.reads(path)
        read = 0
        for record in iter_records(path, model):
            read += 1
            yield record
        self.counted(path, read)

    def counted(self, path: Path, records: int) -> None:
        """Note how many records a declared input held."""
        assert path in self._before, f"{path} is no declared input"
        self.inputs[path] = records

    def publish(self, outputs: Mapping[Path, Output], kept: Iterable[Path] = ()) -> None:
        """Write the outputs and the lineage record, unless an input changed meanwhile.

        Args:
            outputs: path to output; all lie in one folder.
            kept: files of that folder which the stage itself grew (the completion store).
        """
        self._check_inputs()
        for path, output in outputs.items():
            output.write(path)
        written = [self._digest(path, output.records) for path, output in outputs.items()]
        written += [self._digest(path, None) for path in kept if path.exists()]
        folder = next(iter(outputs)).parent
        write_json(folder / LINEAGE, self._lineage(written).model_dump(mode="json"))
        write_run_record(self.root, folder, self.name, time.monotonic() - self._started)

    def _check_inputs(self) -> None:
        for path, before in self._before.items():
            if sha256_file(path) != before:
                raise UserError(
                    f"changed while stage {self.name} was reading it",
                    where=str(path),
                    remedy="nothing was written, run the stage again",
                )

    def _lineage(self, written: list[FileDigest]) -> Lineage:
        return Lineage(
            stage=self.name,
            audit=self.audit,
            parameters=publishable(self.parameters),
            code_sha256=stage_code_digest(self.name, self.audit),
            environment_sha256=environment_digest(),
            inputs=tuple(self._digest(path, count) for path, count in sorted(self.inputs.items())),
            outputs=tuple(sorted(written, key=lambda digest: digest.path)),
            registrations=self.registrations,
        )

    def _digest(self, path: Path, records: int | None) -> FileDigest:
        beside = path.parent / LINEAGE
        is_input = path in self._before
        return FileDigest(
            path=portable(path, self.root),
            sha256=self._before[path] if is_input else sha256_file(path),
            size=path.stat().st_size,
            records=records,
            lineage=sha256_file(beside) if is_input and beside.is_file() else None,
            option=self.options.get(path, "") if is_input else "",
        )


def stage_code_digest(stage: str, audit: str, package: Package = OURS) -> str:
    """Hash the code of a stage as an audit runs it, in this package or in another copy of it."""
    return package.digest([f"earned.{stage}.__main__", f"earned.audits.{audit}.{stage}"])


def environment_digest() -> str:
    """Hash the lock files, the declared environment."""
    locks = sorted(LOCKS.glob("*.lock")) if LOCKS.is_dir() else []
    return sha256_json({lock.name: sha256_file(lock) for lock in locks})
