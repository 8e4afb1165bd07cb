"""Toy engines and episodes, whose behaviour is known, for the tests of the agent core."""

from __future__ import annotations

import asyncio
import hashlib
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from earned.agents.driver import Driver, Episode
from earned.agents.episode import Observation
from earned.agents.parser import ParsedStep
from earned.agents.store import CompletionStore
from earned.records.completion import Completion, EngineIdentity, Request

IDENTITY = EngineIdentity(engine="scripted", engine_version="1", model="toy", settings={})


def ask(prompt: str, repeat: int = 0) -> Request:
    return Request(prompt=prompt, max_tokens=8, temperature=0, stop=(), repeat=repeat)


def said(text: str, *, reason: str = "stop", error: str = "") -> Completion:
    return Completion(
        text=text, finish_reason=reason, prompt_tokens=1, completion_tokens=1, error=error
    )


def digest(*texts: str) -> str:
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:8]


class BatchEngine:
    """Its replies depend on the whole batch: another composition of a batch gives other text."""

    def __init__(self, reply: Callable[[str, str], str] = lambda _, batch: batch) -> None:
        self.identity = IDENTITY
        self.batches: list[list[str]] = []
        self._reply = reply

    def probe(self) -> None:
        """Always ready."""

    def count_tokens(self, prompt: str) -> int:
        return len(prompt.split())

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        prompts = [request.prompt for request in requests]
        self.batches.append(prompts)
        return [said(self._reply(prompt, digest(*prompts))) for prompt in prompts]


class SlowEngine(BatchEngine):
    """Answers after a delay of its own, with another text every time it is asked."""

    def __init__(
        self, seed: int, reply: Callable[[str, str], str] = lambda _, noise: noise
    ) -> None:
        super().__init__(reply)
        self._random = random.Random(seed)

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        self.batches.append([request.prompt for request in requests])
        noise = f"{self._random.getrandbits(32):08x}"
        await asyncio.sleep(self._random.random() / 500)
        return [said(self._reply(request.prompt, noise)) for request in requests]


@dataclass
class ToyEpisode:
    """Asks `steps` times; its prompt grows by what was answered, and by `differs` after a step."""

    name: str
    steps: int
    differs: tuple[int, str] = (0, "")
    repeat: int = 0
    answers: list[tuple[str, str]] = field(default_factory=list)
    overflowed: bool = False

    def pending(self) -> Request | None:
        if self.overflowed or len(self.answers) == self.steps:
            return None
        after, text = self.differs
        seen = text if len(self.answers) >= after else ""
        return ask(" ".join([self.name, seen, *(t for _, t in self.answers)]), self.repeat)

    def feed(self, key: str, completion: Completion) -> None:
        self.answers.append((key, completion.text))

    def overflow(self) -> None:
        self.overflowed = True


def drive(
    engine: BatchEngine,
    store: Path,
    episodes: Sequence[Episode],
    *,
    batch_size: int = 3,
    concurrency: int | None = None,
    batched: bool = False,
    window: int = 10_000,
) -> list[tuple[int, int]]:
    """Run episodes; with a `concurrency`, in throughput mode. Gives the progress reported.

    `batched`: for an engine that batches itself.
    """
    progress: list[tuple[int, int]] = []
    with CompletionStore(store, engine.identity) as completions:
        driver = Driver(engine, completions, window, lambda *state: progress.append(state))
        if concurrency is None:
            asyncio.run(driver.run_rounds(episodes, batch_size))
        elif batched:
            asyncio.run(driver.run_batches(episodes, batch_size, concurrency))
        else:
            asyncio.run(driver.run_concurrently(episodes, concurrency))
    return progress


class Killed(BaseException):
    """Stands for SIGKILL: nothing in the product catches it."""


def kill_at(commits: int) -> Callable[..., None]:
    """A commit that ends the run at the n-th, before anything of it is written."""
    done = 0
    commit = CompletionStore.commit

    def counting(self: CompletionStore, entries: Sequence[tuple[str, Completion]]) -> None:
        nonlocal done
        if done == commits:
            raise Killed
        done += 1
        commit(self, entries)

    return counting


class World:
    """A world in which nothing is found."""

    action = "Search"
    known_actions = ("Search",)
    omitted = ""
    forced_request = "Answer now."

    def act(self, argument: str) -> Observation:
        return Observation(text=f"nothing on {argument}")

    def complain(self, parsed: ParsedStep, step: int) -> str:
        return f"not understood: {parsed.action} {step}"
