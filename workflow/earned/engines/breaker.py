"""Telling a request that fails from a server that is gone."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from tenacity import AsyncRetrying, Retrying, retry_if_exception_type, stop_after_attempt
from tenacity.wait import wait_exponential

from earned.engines.away import RESUMES, ServerAwayError
from earned.engines.outcomes import is_overflow
from earned.engines.pauses import LONGEST_WAIT_S
from earned.errors import UserError
from earned.records.completion import Completion


class Breaker:
    """Says what a request's failure means; a fault of the server that lasts ends the run.

    A server that answers a probe is up, and the fault was the request's own. One that is away is
    probed as often as a request is tried. If it stays away, every later request would fail alike.

    Args:
        probe: blocks; raises a `ServerAwayError`, or another `UserError` that no pause mends.
        attempts: probes before the server is taken for dead.
        backoff_s: the first pause between probes; it doubles up to a minute.
    """

    def __init__(self, probe: Callable[[], None], attempts: int, backoff_s: float) -> None:
        self._probe = probe
        self._patience: dict[str, Any] = {
            "stop": stop_after_attempt(attempts),
            "wait": wait_exponential(multiplier=backoff_s, max=LONGEST_WAIT_S),
            "retry": retry_if_exception_type(ServerAwayError),
            "reraise": True,
        }
        self._look: asyncio.Task[bool] | None = None

    def at_start(self) -> None:
        """Probe before the first request; a server that is just starting is waited for."""
        Retrying(**self._patience)(self._probe)

    async def answer(self, ask: Callable[[int], Awaitable[tuple[Completion, bool]]]) -> Completion:
        """Have a request answered, or a fault of its own recorded.

        Args:
            ask: uses up the request's attempts, the first time with 1; its completion, and whether
                it failed as requests fail where the server is away. Then it is asked with 2.

        Raises:
            UserError: the fault is the server's, and lasts.
        """
        for times in (1, 2):
            answer, outage = await ask(times)
            if answer.finish_reason != "error" or is_overflow(answer):
                return answer
            if not (await self._was_away() or outage):
                break
        return answer

    async def _was_away(self) -> bool:
        """Whether the server was away for a while and is back; requests share one look."""
        if self._look is None or self._look.done():
            self._look = asyncio.create_task(self._probe_patiently())
        return await asyncio.shield(self._look)

    async def _probe_patiently(self) -> bool:
        looks = AsyncRetrying(**self._patience)
        try:
            await looks(asyncio.to_thread, self._probe)
        except UserError as error:
            raise UserError(
                f"in the middle of the run, {error.what}",
                where=error.where,
                remedy=RESUMES + "run again when that is mended",
            ) from None
        return bool(looks.statistics["attempt_number"] > 1)
