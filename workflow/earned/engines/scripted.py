"""An engine that follows a policy: a function from prompt text to reply, seeing nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from earned.engines.stops import cut_at_stop
from earned.records.completion import Completion, EngineIdentity, Request

_WORD = re.compile(r"\S+")


class ScriptedEngine:
    """Answers by `policy`; limits are in words, which are no tokens: none are counted as used."""

    def __init__(self, policy: Callable[[str], str], identity: EngineIdentity) -> None:
        self.identity = identity
        self._policy = policy

    def probe(self) -> None:
        """Always ready."""

    def count_tokens(self, prompt: str) -> int:
        """Count words."""
        return len(_WORD.findall(prompt))

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        """Ask the policy for each prompt; stop strings and token limit are kept to."""
        return [self._complete(request) for request in requests]

    def _complete(self, request: Request) -> Completion:
        text, _ = cut_at_stop(self._policy(request.prompt), request.stop)
        words = list(_WORD.finditer(text))
        over = len(words) > request.max_tokens
        return Completion(
            text=text[: words[request.max_tokens - 1].end()] if over else text,
            finish_reason="length" if over else "stop",
            prompt_tokens=0,
            completion_tokens=0,
        )
