"""A cell in parts by question, each a job with a store of its own, and the parts put together.

A part is run like the cell, on every n-th question, and leaves its completions; units that share a
question share prompts, and so stay together. The cell itself then runs on what the parts were
answered, on no engine, so that its records, its store and its lineage are those of a cell that was
never split.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pydantic import Field

from earned.agents.cell import Cell
from earned.agents.driver import Episode
from earned.agents.store import (
    STORE,
    Block,
    last_identity,
    outcomes,
    read_blocks,
    whole_lines,
)
from earned.engines.keys import RequestKeys
from earned.engines.protocol import Engine
from earned.errors import UserError
from earned.records.base import Record
from earned.records.completion import Completion, EngineIdentity, Request
from earned.records.files import read_record

SHARD = "shard.json"
OVER = 2**62
_PART = re.compile(r"([1-9]\d*)of([1-9]\d*)")


class Shard(Record):
    """What a part of a cell leaves beside its store."""

    units: int = Field(description="of the cell's units, those of this part")
    sha256: str = Field(description="of the completion store beside it")
    overflows: tuple[str, ...] = Field(description="SHA-256 of prompts that did not fit the window")


def part_of(cell: Cell, part: str) -> Cell:
    """Take the units of every n-th question of a cell.

    Args:
        cell: the whole.
        part: `KofN`, from `1ofN`.

    Raises:
        UserError: it is no such part.
    """
    found = _PART.fullmatch(part)
    if not found or int(found[1]) > int(found[2]):
        raise UserError(f"{part} is no part of a cell", where="--part", remedy="name it as 2of8")
    number, parts = int(found[1]), int(found[2])
    questions = list(dict.fromkeys(item.question for item, _ in cell.units))
    mine = set(questions[number - 1 :: parts])
    return replace(cell, units=[unit for unit in cell.units if unit[0].question in mine])


class Watched:
    """An episode that notes its prompts which did not fit the window."""

    def __init__(self, episode: Episode, overflows: set[str]) -> None:
        self._episode, self._overflows = episode, overflows

    def pending(self) -> Request | None:
        """Say what is asked next."""
        return self._episode.pending()

    def feed(self, key: str, completion: Completion) -> None:
        """Take the answer."""
        self._episode.feed(key, completion)

    def overflow(self) -> None:
        """Note the prompt, and go on."""
        if (request := self._episode.pending()) is not None:
            self._overflows.add(_digest(request.prompt))
        self._episode.overflow()


class KnowingEngine:
    """An engine that is not asked for what it answered in an earlier run of the whole cell."""

    def __init__(self, engine: Engine, known: Mapping[str, Completion]) -> None:
        self.identity = engine.identity
        self.probe, self.count_tokens = engine.probe, engine.count_tokens
        self._engine, self._known = engine, known
        self._key = RequestKeys(engine.identity)

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        """Continue each prompt that is not known."""
        keys = [self._key(request) for request in requests]
        asked = [r for key, r in zip(keys, requests, strict=True) if key not in self._known]
        answers = iter(await self._engine.complete(asked) if asked else ())
        return [self._known[key] if key in self._known else next(answers) for key in keys]


class MergedEngine:
    """What the parts of a cell were answered; asked for anything else, the run ends.

    Args:
        folders: of the parts.

    Raises:
        UserError: a part is not whole, or two ran on different engines.
    """

    def __init__(self, folders: Sequence[Path]) -> None:
        self._folder = folders[0].parent
        parts = [_blocks(folder) for folder in folders]
        self.identity = _identity(parts, self._folder)
        good, failed = outcomes([block for blocks in parts for block in blocks])
        self._known = {**failed, **good}
        self._key = RequestKeys(self.identity)
        shards = (read_record(folder / SHARD, Shard) for folder in folders)
        self._overflows = {digest for shard in shards for digest in shard.overflows}

    def probe(self) -> None:
        """Always ready."""

    def count_tokens(self, prompt: str) -> int:
        """Say of a prompt that did not fit that it does not."""
        return OVER if _digest(prompt) in self._overflows else 0

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        """Look each request up."""
        return [self._find(self._key(request)) for request in requests]

    def _find(self, key: str) -> Completion:
        if key not in self._known:
            raise UserError(f"no part of the cell holds an answer to {key}",
                            where=str(self._folder),
                            remedy="delete this folder and run snakemake again")  # fmt: skip
        return self._known[key]


def stored_answers(store: Path) -> dict[str, Completion]:
    """Read what a cell's store holds, without failures; nothing where there is none."""
    content = store.read_bytes() if store.exists() else b""
    return outcomes(read_blocks(whole_lines(content), str(store)))[0]


def answers_beside(folder: Path) -> dict[str, Completion]:
    """Read what the other parts of a cell hold, those of another number of parts, too."""
    found = dict[str, Completion]()
    for store in sorted(folder.parent.glob(f"*/{STORE}")):
        if store.parent != folder:
            found = stored_answers(store) | found
    return found


def _blocks(folder: Path) -> list[Block]:
    store, shard = folder / STORE, read_record(folder / SHARD, Shard)
    content = store.read_bytes() if store.exists() else b""
    if hashlib.sha256(content).hexdigest() != shard.sha256:
        raise UserError("is not the store that its part of the cell left", where=str(store),
                        remedy=f"delete {SHARD} beside it and run snakemake again")  # fmt: skip
    return read_blocks(content, str(store))


def _identity(parts: Sequence[Sequence[Block]], folder: Path) -> EngineIdentity:
    """The engine that all parts ran on."""
    first, *others = map(last_identity, parts)
    if first is None or any(other != first for other in others):
        raise UserError("the parts of the cell ran on different engines", where=str(folder),
                        remedy=f"delete every {SHARD} in it and run snakemake again on one engine",
                        )  # fmt: skip
    return first


def _digest(prompt: str) -> str:
    return hashlib.sha256(prompt.encode()).hexdigest()
