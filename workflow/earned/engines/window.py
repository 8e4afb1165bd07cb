"""Finding out before a call whether a prompt fits the context window."""

from __future__ import annotations

from earned.engines.protocol import Engine
from earned.records.completion import Request


def surely_fits(request: Request, window: int) -> bool:
    """Whether a prompt is so short in bytes that nothing needs counting: no token has less."""
    return len(request.prompt.encode()) <= window - request.max_tokens


def fits(engine: Engine, request: Request, window: int) -> bool:
    """Whether prompt and answer fit a window of `window` tokens.

    A prompt that surely fits is never tokenized. An engine that cannot count answers 0 and is
    taken at its own word when it refuses.
    """
    if surely_fits(request, window):
        return True
    return engine.count_tokens(request.prompt) <= window - request.max_tokens
