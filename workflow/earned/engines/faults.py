"""What went wrong with a request, in words that hold no address, path or key."""

from __future__ import annotations

import re

import openai

from earned.engines.outcomes import CONTEXT_OVERFLOW

_OVERFLOW = re.compile(r"context.{0,20}(length|size|window)|exceed_context|maximum context", re.I)


class UnreadableAnswerError(Exception):
    """The server answered with something that is no completion."""


RETRIED = (
    openai.APITimeoutError,
    openai.APIConnectionError,
    openai.RateLimitError,
    openai.InternalServerError,
    TimeoutError,
    UnreadableAnswerError,
)


def is_retried(error: BaseException) -> bool:
    """Whether another attempt may help: 408, 429, 5xx, time-outs, broken or unreadable answers."""
    if isinstance(error, openai.APIStatusError) and error.status_code == 408:
        return True
    return isinstance(error, RETRIED)


def describe(error: Exception, attempts: int) -> str:
    """Name a fault and how often it was tried."""
    tried = f"after {attempts} attempt" + ("" if attempts == 1 else "s")
    if isinstance(error, (openai.APITimeoutError, TimeoutError)):
        return f"timed out {tried}"
    if isinstance(error, openai.APIConnectionError):
        return f"the connection failed {tried}"
    if isinstance(error, openai.APIStatusError):
        if error.status_code == 400 and _OVERFLOW.search(error.message):
            return f"{CONTEXT_OVERFLOW}: the server refused the prompt as too long"
        return f"HTTP status {error.status_code} {tried}"
    return f"the answer could not be read {tried}"
