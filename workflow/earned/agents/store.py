"""The completion store of one cell: content-addressed, append-only, one writer.

One line is one committed batch, with a checksum; a line cut short by a crash never happened and is
removed on opening. A stored completion is never replaced; one that records an engine's failure is
asked anew by the next run.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO

from pydantic import Field

from earned.errors import UserError
from earned.records.base import Record, canonical_json
from earned.records.completion import Completion, EngineIdentity
from earned.records.files import parse_json, validate

STORE = "completions.jsonl"
"""Name of the store in the folder of a cell, or of what else asks an engine."""


class Stored(Record):
    """One completion under its request key."""

    key: str
    completion: Completion


class Block(Record):
    """One line of the store: an engine's identity, or a batch committed whole."""

    identity: EngineIdentity | None = None
    completions: tuple[Stored, ...] = ()
    sha256: str = Field(description="of the canonical JSON of the rest of the line")


class CompletionStore:
    """Completions by request key, over one JSONL file.

    `failed` holds the keys of requests at which the engine failed in earlier runs.
    """

    def __init__(self, path: Path, identity: EngineIdentity) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._completions: dict[str, Completion] = {}
        self.failed: set[str] = set()
        self._stream = _lock(path)
        self._identity: EngineIdentity | None = None
        self._failure: UserError | None = None
        self._size = 0
        self._load()
        if self._identity != identity:
            self._append(identity=identity)

    def __enter__(self) -> CompletionStore:
        """Enter the block that holds the lock."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Release the lock; what a full disk kept from being written was reported by `commit`."""
        with suppress(OSError):
            self._stream.close()

    def get(self, key: str) -> Completion | None:
        """Look a completion up."""
        return self._completions.get(key)

    def __getitem__(self, key: str) -> Completion:
        """Give a completion that is known to be there."""
        return self._completions[key]

    def prefer(self, answers: Mapping[str, Completion]) -> None:
        """Answer as another store does where both hold an answer; the file stays as it is."""
        both = answers.keys() & self._completions.keys()
        self._completions.update({key: answers[key] for key in both})

    def commit(self, entries: Sequence[tuple[str, Completion]]) -> None:
        """Append a batch as one line; keys already stored keep their first completion."""
        new: dict[str, Completion] = {}
        for key, answer in entries:
            if key not in self._completions:
                new.setdefault(key, answer)
        if new:
            self._append(completions=tuple(Stored(key=k, completion=c) for k, c in new.items()))
            self._completions.update(new)

    def _append(
        self,
        identity: EngineIdentity | None = None,
        completions: tuple[Stored, ...] = (),
    ) -> None:
        if self._failure:  # a line after a torn one would make that one part of the store
            raise self._failure
        line = block_line(Block(identity=identity, completions=completions, sha256=""))
        try:
            if os.fstat(self._stream.fileno()).st_size != self._size:
                self._failure = _not_alone(self.path)
                raise self._failure
            self._stream.write(line)
            self._stream.flush()
            os.fsync(self._stream.fileno())
        except OSError as error:
            self._failure = UserError(
                f"could not be written ({error.strerror})",
                where=str(self.path),
                remedy="what is stored stays; free the disk and run again",
            )
            raise self._failure from error
        self._size += len(line)

    def _load(self) -> None:
        content = self.path.read_bytes()
        whole = whole_lines(content)
        if len(whole) < len(content):
            self._stream.truncate(len(whole))
        self._size = len(whole)
        blocks = read_blocks(whole, str(self.path))
        self._identity = last_identity(blocks)
        self._completions, failed = outcomes(blocks)
        self.failed = set(failed)


def whole_lines(content: bytes) -> bytes:
    """Leave out a last line that was cut short: it never happened."""
    return content[: content.rfind(b"\n") + 1]


def last_identity(blocks: Sequence[Block]) -> EngineIdentity | None:
    """The engine that a store was written by in the end; None where it names none."""
    return next((block.identity for block in reversed(blocks) if block.identity), None)


def outcomes(blocks: Sequence[Block]) -> tuple[dict[str, Completion], dict[str, Completion]]:
    """Give request key to its first answer, and to its last failure where the engine failed."""
    good, failed = dict[str, Completion](), dict[str, Completion]()
    for key, completion in ((s.key, s.completion) for block in blocks for s in block.completions):
        if completion.finish_reason == "error":
            failed[key] = completion
        else:
            good.setdefault(key, completion)
    return good, failed


def read_blocks(content: bytes, where: str) -> list[Block]:
    """Parse the whole lines of a store; a damaged one is a `UserError` that names it."""
    blocks = []
    for n, line in enumerate(content.decode(errors="replace").split("\n")[:-1], start=1):
        at = f"{where}, line {n}"
        block = validate(Block, parse_json(line, where=where, line=n), where=at)
        if block.sha256 != checksum(block):
            raise UserError("the checksum differs", where=at, remedy="restore the file")
        blocks.append(block)
    return blocks


def checksum(block: Block) -> str:
    """Hash a block without its own checksum."""
    return hashlib.sha256(_unsigned(block)).hexdigest()


def block_line(block: Block) -> bytes:
    """Write a block as its line: the canonical JSON, in which the checksum comes last."""
    text = _unsigned(block)
    return text[:-1] + f',"sha256":"{hashlib.sha256(text).hexdigest()}"}}\n'.encode()


def _unsigned(block: Block) -> bytes:
    return canonical_json(block.model_dump(mode="json", exclude={"sha256"})).encode()


def _lock(path: Path) -> IO[bytes]:
    stream = path.open("ab")  # appending, whatever another machine that holds no lock writes
    try:
        fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        stream.close()
        if error.errno in (errno.EWOULDBLOCK, errno.EACCES):
            raise _not_alone(path) from None
        raise UserError(
            f"cannot be locked ({error.strerror})", where=str(path),
            remedy="keep the results on a file system with locks, or have them switched on",
        ) from None  # fmt: skip
    return stream


def _not_alone(path: Path) -> UserError:
    return UserError("another process is writing this store", where=str(path),
                     remedy="wait for it, or stop it")  # fmt: skip
