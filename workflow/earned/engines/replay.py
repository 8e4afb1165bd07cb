"""Recorded completions, played back: no model runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from earned.engines.keys import request_key
from earned.engines.outcomes import failed
from earned.records.completion import Completion, EngineIdentity, Request


class ReplayEngine:
    """Answers a request with the completion recorded under its key.

    Args:
        completions: request key to completion.
        identity: the recorded engine's, since it is part of every key.
    """

    def __init__(self, completions: Mapping[str, Completion], identity: EngineIdentity) -> None:
        self.identity = identity
        self._completions = completions

    def probe(self) -> None:
        """Always ready."""

    def count_tokens(self, prompt: str) -> int:
        """Nothing counts here: what did not fit was found when it was recorded."""
        del prompt
        return 0

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        """Look each request up; one that was never recorded fails and says so."""
        return [self._find(request) for request in requests]

    def _find(self, request: Request) -> Completion:
        key = request_key(self.identity, request)
        return self._completions.get(key) or failed(f"no completion is recorded for {key}")
