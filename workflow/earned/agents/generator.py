"""Write an episode as a generator that yields requests and is sent completions."""

from __future__ import annotations

from collections.abc import Generator
from typing import Generic, TypeVar

from earned.engines.outcomes import CONTEXT_OVERFLOW, failed
from earned.records.completion import Completion, Request

T = TypeVar("T")


class GeneratorEpisode(Generic[T]):
    """Drives `run` until it returns; its value is then in `result`.

    A request that does not fit the window is answered with an engine error that says so.
    """

    result: T

    def __init__(self, run: Generator[Request, Completion, T]) -> None:
        self._run = run
        self._request: Request | None = None
        self._advance(None)

    def pending(self) -> Request | None:
        """Give the request that was yielded last."""
        return self._request

    def feed(self, key: str, completion: Completion) -> None:  # noqa: ARG002 - the driver's call
        """Send a completion in."""
        self._advance(completion)

    def overflow(self) -> None:
        """Send in that the prompt does not fit."""
        self._advance(failed(f"{CONTEXT_OVERFLOW}: the prompt does not fit the window"))

    def _advance(self, completion: Completion | None) -> None:
        try:
            self._request = next(self._run) if completion is None else self._run.send(completion)
        except StopIteration as stop:
            self._request, self.result = None, stop.value
