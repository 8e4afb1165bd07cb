"""Commits of many coroutines: one line for all that came while the last one was written."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from earned.agents.group_commit import GroupCommit
from earned.agents.store import CompletionStore, read_blocks
from earned.errors import UserError
from earned.records.completion import Completion
from toy_agents import IDENTITY, said


def groups(path: Path) -> list[list[str]]:
    """The keys of each line, the identity's left out."""
    blocks = read_blocks(path.read_bytes(), "store")
    return [[stored.key for stored in block.completions] for block in blocks][1:]


def held(gate: threading.Event) -> Callable[..., None]:
    """A commit that waits for the gate, as for a slow disk."""
    commit = CompletionStore.commit

    def waiting(self: CompletionStore, entries: Sequence[tuple[str, Completion]]) -> None:
        assert gate.wait(timeout=10), "the loop is blocked"
        commit(self, entries)

    return waiting


def test_what_comes_while_a_line_is_written_goes_out_in_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    monkeypatch.setattr(CompletionStore, "commit", held(gate))

    async def run(store: CompletionStore) -> None:
        commits = GroupCommit(store)
        adding = [asyncio.create_task(commits.add(key, said(key))) for key in "abcde"]
        await asyncio.sleep(0.05)
        assert not any(task.done() for task in adding)  # nobody goes on before the disk has it
        gate.set()
        await asyncio.gather(*adding)

    with CompletionStore(tmp_path / "s", IDENTITY) as store:
        asyncio.run(run(store))
        assert [store[key].text for key in "abcde"] == list("abcde")
    assert groups(tmp_path / "s") == [["a"], ["b", "c", "d", "e"]] or groups(tmp_path / "s") == [
        ["a", "b", "c", "d", "e"]
    ]


def test_others_go_on_while_a_line_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = threading.Event()
    monkeypatch.setattr(CompletionStore, "commit", held(gate))

    async def run(store: CompletionStore) -> None:
        adding = asyncio.create_task(GroupCommit(store).add("a", said("1")))
        await asyncio.sleep(0.01)
        gate.set()  # only a loop that is free gets here
        await adding

    with CompletionStore(tmp_path / "s", IDENTITY) as store:
        asyncio.run(asyncio.wait_for(run(store), timeout=30))


def test_a_disk_that_is_full_is_told_to_all_who_wait(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(self: CompletionStore, **block: object) -> None:
        raise UserError("could not be written", where="s")

    async def run(store: CompletionStore) -> list[object]:
        commits = GroupCommit(store)
        adding = (commits.add(key, said(key)) for key in "abc")
        return list(await asyncio.gather(*adding, return_exceptions=True))

    with CompletionStore(tmp_path / "s", IDENTITY) as store:
        monkeypatch.setattr(CompletionStore, "_append", full)
        assert [type(one) for one in asyncio.run(run(store))] == [UserError] * 3
        assert [store.get(key) for key in "abc"] == [None] * 3
