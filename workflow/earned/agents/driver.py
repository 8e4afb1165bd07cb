"""Advance all episodes of a cell together, asking the engine once for equal requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Protocol

from earned.agents.store import CompletionStore
from earned.engines.keys import request_key
from earned.engines.protocol import Engine
from earned.engines.window import fits
from earned.records.completion import Completion, Request

Progress = Callable[[int, int], None]


class Episode(Protocol):
    """One trajectory in the making."""

    def pending(self) -> Request | None:
        """Say what is asked next, or None when the trajectory is over."""
        ...

    def feed(self, key: str, completion: Completion) -> None:
        """Take the answer to the pending request."""
        ...

    def overflow(self) -> None:
        """Take note that the pending request does not fit the window."""
        ...


class Driver:
    """Runs episodes on one engine and one store.

    Args:
        engine: what continues prompts.
        store: completions already there; new ones are appended.
        window: context window, tokens.
        progress: told (finished, total) as episodes finish.
    """

    def __init__(
        self, engine: Engine, store: CompletionStore, window: int, progress: Progress
    ) -> None:
        self._engine = engine
        self._store = store
        self._window = window
        self._progress = progress
        self._in_flight: dict[str, asyncio.Future[Completion]] = {}

    async def run_rounds(self, episodes: Sequence[Episode], batch_size: int) -> None:
        """Deterministic mode: all episodes take one step a round.

        A round's batches are cut from the canonical order of its distinct requests before stored
        ones are taken out, and committed whole, so a resumed run forms the same batches.
        """
        while asked := self._asked(episodes):
            self._progress(len(episodes) - len(asked), len(episodes))
            distinct = {key: request for _, key, request in asked}
            for batch in _batches(distinct, batch_size):
                await self._answer_batch(batch)
            for episode, key, _ in asked:
                episode.feed(key, self._store[key])
        self._progress(len(episodes), len(episodes))

    async def run_concurrently(self, episodes: Sequence[Episode], concurrency: int) -> None:
        """Throughput mode: a finished episode leaves, the next in order enters.

        Completions are committed one by one as they arrive.
        """
        queue = iter(episodes)
        finished = 0

        async def work() -> None:
            nonlocal finished
            for episode in queue:
                await self._run_one(episode)
                finished += 1
                self._progress(finished, len(episodes))

        self._progress(0, len(episodes))
        await asyncio.gather(*(work() for _ in range(concurrency)))

    async def _run_one(self, episode: Episode) -> None:
        while (request := self._next(episode)) is not None:
            key = self._key(request)
            episode.feed(key, await self._obtain(key, request))

    async def _obtain(self, key: str, request: Request) -> Completion:
        if (stored := self._store.get(key)) is not None:
            return stored
        if (running := self._in_flight.get(key)) is not None:
            return await running
        future = asyncio.get_running_loop().create_future()
        self._in_flight[key] = future
        answer = (await self._engine.complete([request]))[0]
        self._store.commit([(key, answer)])
        future.set_result(answer)
        return answer

    def _asked(self, episodes: Sequence[Episode]) -> list[tuple[Episode, str, Request]]:
        pending = ((episode, self._next(episode)) for episode in episodes)
        return [(ep, self._key(request), request) for ep, request in pending if request]

    def _next(self, episode: Episode) -> Request | None:
        """Take the pending request that fits the window; the episode is told of others."""
        while (request := episode.pending()) is not None:
            if fits(self._engine, request, self._window):
                return request
            episode.overflow()
        return None

    async def _answer_batch(self, batch: dict[str, Request]) -> None:
        if all(self._store.get(key) is not None for key in batch):
            return
        answers = await self._engine.complete(list(batch.values()))
        entries = list(zip(batch, answers, strict=True))
        self._store.commit(entries)

    def _key(self, request: Request) -> str:
        return request_key(self._engine.identity, request)


def _batches(asked: dict[str, Request], size: int) -> Iterator[dict[str, Request]]:
    rest = iter(asked.items())
    while batch := dict(islice(rest, size)):
        yield batch
