"""Finding out before a call whether a prompt fits the context window."""

from __future__ import annotations

from earned.engines.protocol import Engine
from earned.records.completion import Request


def fits(engine: Engine, request: Request, window: int) -> bool:
    """Whether prompt and answer fit a window of `window` tokens.

    A token is at least one byte, so a prompt short enough in bytes is never tokenized. An engine
    that cannot count answers 0 and is taken at its own word when it refuses.
    """
    room = window - request.max_tokens
    if len(request.prompt.encode()) <= room:
        return True
    return engine.count_tokens(request.prompt) <= room
