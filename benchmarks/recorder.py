"""An engine that notes what passes through it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from earned.engines.keys import request_key
from earned.engines.protocol import Engine
from earned.records.completion import Completion, Request


@dataclass(frozen=True)
class Call:
    """One request and its answer; times are seconds of the monotonic clock."""

    request: Request
    completion: Completion
    start: float
    end: float


class Recorder:
    """Passes everything on to an engine, and keeps each call in the order asked."""

    def __init__(self, engine: Engine) -> None:
        self.identity = engine.identity
        self.calls: list[Call] = []
        self.peak = 0
        self.counted = 0
        self._engine = engine
        self._under_way = 0

    def probe(self) -> None:
        """Probe the engine."""
        self._engine.probe()

    def count_tokens(self, prompt: str) -> int:
        """Count by the engine."""
        self.counted += 1
        return self._engine.count_tokens(prompt)

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        """Ask the engine."""
        self._under_way += len(requests)
        self.peak = max(self.peak, self._under_way)
        start = time.perf_counter()
        answers = await self._engine.complete(requests)
        end = time.perf_counter()
        self._under_way -= len(requests)
        pairs = zip(requests, answers, strict=True)
        self.calls += [Call(request, answer, start, end) for request, answer in pairs]
        return answers

    @property
    def requests(self) -> list[Request]:
        """Every request, in the order in which they were asked."""
        return [call.request for call in sorted(self.calls, key=lambda call: call.start)]

    @property
    def distinct(self) -> int:
        """How many different request keys were asked."""
        return len({request_key(self.identity, call.request) for call in self.calls})

    @property
    def prompt_tokens(self) -> int:
        """Tokens of all prompts."""
        return sum(call.completion.prompt_tokens for call in self.calls)

    @property
    def generated_tokens(self) -> int:
        """Tokens of all answers."""
        return sum(call.completion.completion_tokens for call in self.calls)

    @property
    def failed(self) -> int:
        """How many calls had no answer."""
        return sum(call.completion.finish_reason == "error" for call in self.calls)
