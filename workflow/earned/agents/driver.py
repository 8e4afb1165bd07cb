"""Advance all episodes of a cell together, asking the engine once for equal requests."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple, Protocol, TypeVar

from earned.agents.failures import IN_A_ROW, FailuresInARow
from earned.agents.group_commit import GroupCommit
from earned.agents.store import CompletionStore
from earned.engines.keys import RequestKeys
from earned.engines.protocol import Engine
from earned.engines.window import fits, surely_fits
from earned.records.completion import Completion, Request

WAVE = 1536
"""Episodes that take their steps together: what they read stays at hand, however large the cell."""
Progress = Callable[[int, int], None]
T = TypeVar("T")


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


class Asked(NamedTuple):
    """A request that waits for a batch, and the episodes that ask it."""

    request: Request
    episodes: list[Episode]


Room = dict[str, Asked]
"""What waits, by request key, in order of arrival."""


class Driver:
    """Runs episodes on one engine and one store.

    Args:
        engine: what continues prompts.
        store: completions already there; new ones are appended.
        window: context window, tokens.
        progress: told (finished, total) as episodes finish.
        most_failures: failed requests in a row that end the run; None: as many as there are.
    """

    def __init__(
        self,
        engine: Engine,
        store: CompletionStore,
        window: int,
        progress: Progress,
        most_failures: int | None = IN_A_ROW,
    ) -> None:
        self._engine = engine
        self._store = store
        self._window = window
        self._progress = progress
        self._key = RequestKeys(engine.identity)
        self._commits = GroupCommit(store)
        self._failures = FailuresInARow(store.failed, most_failures)
        self._in_flight: dict[str, asyncio.Task[Completion]] = {}
        # an agent may have a smaller window than its engine, and that one is in no key
        self._window_in_key = engine.identity.settings.get("window") == window

    async def run_rounds(self, episodes: Sequence[Episode], batch_size: int) -> None:
        """Deterministic mode: all episodes of a wave take one step a round, wave after wave.

        A round's batches are cut from the canonical order of its distinct requests before stored
        ones are taken out, and committed whole, so a resumed run forms the same batches. Requests
        are made again for their batch, as all prompts of a round may be too much to hold.
        """
        for start in range(0, len(episodes), WAVE):
            wave = episodes[start : start + WAVE]
            while asked := self._asked(wave):
                self._progress(start + len(wave) - len(asked), len(episodes))
                await self._run_round(asked, batch_size)
        self._progress(len(episodes), len(episodes))

    async def _run_round(self, asked: Sequence[tuple[Episode, str]], batch_size: int) -> None:
        distinct = {key: episode for episode, key in asked}
        for batch in _batches(distinct.items(), batch_size):
            if any(self._store.get(key) is None for key in batch):
                await self._answer_batch({key: _pending(ep) for key, ep in batch.items()})
        for episode, key in asked:
            episode.feed(key, self._store[key])

    async def run_concurrently(self, episodes: Sequence[Episode], concurrency: int) -> None:
        """Throughput mode: a finished episode leaves, the next in order enters.

        An episode goes on once its completion is on the disk; nobody waits for another's.
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
        await asyncio.gather(*(work() for _ in range(min(concurrency, len(episodes)))))

    async def run_batches(
        self, episodes: Sequence[Episode], batch_size: int, concurrency: int
    ) -> None:
        """Throughput mode of an engine that batches: batches are full while there is work.

        `concurrency` distinct requests, or one batch of them, are gathered and sorted by length
        before batches are cut; episodes enter until there are so many.
        """
        size = max(concurrency // batch_size, 1) * batch_size
        queue = iter(episodes)
        room: Room = {}
        finished = self._enter(queue, room, size)
        while room:
            self._progress(finished, len(episodes))
            gathered = sorted(
                islice(room.items(), size), key=lambda one: len(one[1].request.prompt)
            )
            for batch in _batches(gathered, batch_size):
                await self._answer_batch({key: asked.request for key, asked in batch.items()})
                for key in batch:
                    finished += sum(self._advance(ep, room) for ep in room.pop(key).episodes)
            finished += self._enter(queue, room, size)
        self._progress(len(episodes), len(episodes))

    def _enter(self, queue: Iterator[Episode], room: Room, size: int) -> int:
        """Let episodes in until enough requests wait; gives how many were over at once."""
        finished = 0
        while len(room) < size and (episode := next(queue, None)) is not None:
            finished += self._advance(episode, room)
        return finished

    def _advance(self, episode: Episode, room: Room) -> bool:
        """Feed an episode what is stored; then it waits for an answer, or is over: True."""
        while (asked := self._next(episode)) is not None:
            key, request = asked
            if (stored := self._store.get(key)) is None:
                room.setdefault(key, Asked(request, [])).episodes.append(episode)
                return False
            episode.feed(key, stored)
        return True

    async def _run_one(self, episode: Episode) -> None:
        while (request := episode.pending()) is not None:
            key = self._key(request)
            if await self._may_ask(key, request):
                episode.feed(key, await self._obtain(key, request))
            else:
                episode.overflow()

    async def _may_ask(self, key: str, request: Request) -> bool:
        """Whether a request fits; tokenizes in a thread, as the server may be asked for it."""
        if self._known_to_fit(key) or surely_fits(request, self._window):
            return True
        return await asyncio.to_thread(fits, self._engine, request, self._window)

    async def _obtain(self, key: str, request: Request) -> Completion:
        if (stored := self._store.get(key)) is not None:
            return stored
        if key not in self._in_flight:
            self._in_flight[key] = asyncio.create_task(self._ask(key, request))
        return await self._in_flight[key]

    async def _ask(self, key: str, request: Request) -> Completion:
        """A task of its own, so that whatever is raised reaches all who wait for the answer."""
        try:
            answer = (await self._engine.complete([request]))[0]
            await self._commits.add(key, answer)
            self._failures.note(key, answer)
        finally:
            del self._in_flight[key]
        return answer

    def _asked(self, episodes: Sequence[Episode]) -> list[tuple[Episode, str]]:
        pending = ((episode, self._next(episode)) for episode in episodes)
        return [(episode, asked[0]) for episode, asked in pending if asked]

    def _next(self, episode: Episode) -> tuple[str, Request] | None:
        """Take the pending request that fits the window; the episode is told of others."""
        while (request := episode.pending()) is not None:
            key = self._key(request)
            if self._known_to_fit(key) or fits(self._engine, request, self._window):
                return key, request
            episode.overflow()
        return None

    def _known_to_fit(self, key: str) -> bool:
        """Whether a request was answered under this very window."""
        return self._window_in_key and self._store.get(key) is not None

    async def _answer_batch(self, batch: dict[str, Request]) -> None:
        answers = await self._engine.complete(list(batch.values()))
        self._store.commit(list(zip(batch, answers, strict=True)))
        for key, answer in zip(batch, answers, strict=True):
            self._failures.note(key, answer)


def _pending(episode: Episode) -> Request:
    request = episode.pending()
    assert request is not None
    return request


def _batches(asked: Iterable[tuple[str, T]], size: int) -> Iterator[dict[str, T]]:
    rest = iter(asked)
    while batch := dict(islice(rest, size)):
        yield batch
