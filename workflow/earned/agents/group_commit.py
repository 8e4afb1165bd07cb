"""Commits of many coroutines to one store, without one wait for the disk each."""

from __future__ import annotations

import asyncio

from earned.agents.store import CompletionStore
from earned.records.completion import Completion


class GroupCommit:
    """Completions that arrive while a line is being written go out together in the next one.

    The writing is done in a thread, so nobody else waits for the disk.
    """

    def __init__(self, store: CompletionStore) -> None:
        self._store = store
        self._gathered: dict[str, Completion] = {}
        self._writing = asyncio.Lock()

    async def add(self, key: str, completion: Completion) -> None:
        """Return once the completion is on the disk, in a line of its own or of a group.

        Raises:
            UserError: the store cannot be written; whoever waits for it is told.
        """
        self._gathered[key] = completion
        async with self._writing:
            if self._store.get(key) is None:  # nobody has written it for us
                group = [*self._gathered.items()]
                await asyncio.to_thread(self._store.commit, group)
                for written, _ in group:
                    del self._gathered[written]
