"""What went wrong with a request, in words that hold no address, path or key."""

from __future__ import annotations

import re

import openai

from earned.engines.outcomes import CONTEXT_OVERFLOW, WITHHELD

_OVERFLOW = re.compile(
    r"context.{0,20}(length|size|window)|exceed_context|maximum context|prompt is too long", re.I
)
_QUOTA = frozenset({"insufficient_quota", "billing_hard_limit_reached"})


class UnreadableAnswerError(Exception):
    """The server answered with something that is no completion."""


class WithheldAnswerError(Exception):
    """A content filter withheld the answer."""


RETRIED = (
    openai.APITimeoutError,
    openai.APIConnectionError,
    openai.ConflictError,
    openai.RateLimitError,
    openai.InternalServerError,
    TimeoutError,
    UnreadableAnswerError,
)


def is_retried(error: BaseException) -> bool:
    """Whether another attempt may help: 408, 409, 429, 5xx, time-outs, unreadable answers.

    A 429 that means an empty account is none of them: no pause fills it.
    """
    if isinstance(error, openai.APIStatusError) and error.status_code == 408:
        return True
    return isinstance(error, RETRIED) and not is_out_of_quota(error)


def is_outage(error: BaseException) -> bool:
    """Whether a fault looks like a server that is away or has no room, whatever was asked."""
    if isinstance(error, openai.APIStatusError):
        return error.status_code in {429, 502, 503, 504} and not is_out_of_quota(error)
    is_timeout = isinstance(error, openai.APITimeoutError)
    return isinstance(error, openai.APIConnectionError) and not is_timeout


def describe(error: Exception, attempts: int) -> str:
    """Name a fault and how often it was tried."""
    tried = f"after {attempts} attempt" + ("" if attempts == 1 else "s")
    if isinstance(error, (openai.APITimeoutError, TimeoutError)):
        return f"timed out {tried}"
    if isinstance(error, openai.APIConnectionError):
        return f"the connection failed {tried}"
    if isinstance(error, WithheldAnswerError) or getattr(error, "code", "") == "content_filter":
        return f"{WITHHELD} {tried}"
    if isinstance(error, openai.APIStatusError):
        return _describe_status(error, tried)
    return f"the answer could not be read {tried}"


def _describe_status(error: openai.APIStatusError, tried: str) -> str:
    if error.status_code == 400 and _OVERFLOW.search(f"{error.message} {error.body}"):
        return f"{CONTEXT_OVERFLOW}: the server refused the prompt as too long"
    quota = ", the quota is used up" if is_out_of_quota(error) else ""
    return f"HTTP status {error.status_code} {tried}{quota}"


def is_out_of_quota(error: BaseException) -> bool:
    """Whether the account behind the key is empty."""
    return isinstance(error, openai.APIError) and bool(_QUOTA & {error.code, error.type})
