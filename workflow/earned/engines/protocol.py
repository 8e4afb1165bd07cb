"""What the agent loop asks of an engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from earned.records.completion import Completion, EngineIdentity, Request


class Engine(Protocol):
    """Anything that continues prompts.

    `identity` never changes during a run. `complete` answers in the order asked; a request that
    fails for good comes back as a completion with finish_reason `error`. An engine that is gone
    raises a `UserError`, which ends the run.
    """

    identity: EngineIdentity

    def probe(self) -> None:
        """Fail with a `UserError` if the engine cannot serve its model."""
        ...

    def count_tokens(self, prompt: str) -> int:
        """Count the tokens of a rendered prompt, special tokens included."""
        ...

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        """Continue each prompt; one batch."""
        ...
