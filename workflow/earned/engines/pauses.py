"""How long to wait before another attempt."""

from __future__ import annotations

import math
import time
from email.utils import parsedate_to_datetime

import openai
from tenacity import RetryCallState
from tenacity.wait import wait_random_exponential

LONGEST_WAIT_S = 60.0


class Pause:
    """What the server asks for in Retry-After, else an exponential pause; a minute at most."""

    def __init__(self, backoff_s: float) -> None:
        self._backoff = wait_random_exponential(multiplier=backoff_s, max=LONGEST_WAIT_S)

    def __call__(self, state: RetryCallState) -> float:
        """Seconds to wait after a failed attempt."""
        error = state.outcome.exception() if state.outcome else None
        headers = error.response.headers if isinstance(error, openai.APIStatusError) else {}
        asked = asked_pause(str(headers.get("retry-after", "")), time.time())
        return self._backoff(state) if asked is None else min(asked, LONGEST_WAIT_S)


def asked_pause(retry_after: str, now: float) -> float | None:
    """Seconds that a Retry-After header asks for; None where it is missing or says nothing.

    Args:
        retry_after: seconds, or an HTTP date (RFC 9110, 10.2.3).
        now: seconds since the epoch.
    """
    try:
        seconds = float(retry_after)
    except ValueError:
        try:
            seconds = parsedate_to_datetime(retry_after).timestamp() - now
        except (ValueError, TypeError, IndexError, OverflowError):
            return None
    return None if math.isnan(seconds) else max(0.0, seconds)
