"""Any OpenAI-compatible server, local or remote."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from functools import cached_property

import openai
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt

from earned.engines.api_key import NO_KEY, scrubbed
from earned.engines.breaker import Breaker
from earned.engines.faults import (
    UnreadableAnswerError,
    WithheldAnswerError,
    describe,
    is_outage,
    is_retried,
)
from earned.engines.outcomes import failed
from earned.engines.pauses import Pause
from earned.engines.probe import probe_server
from earned.engines.tokenizers import ServerTokens
from earned.engines.wire import Wire
from earned.errors import UserError
from earned.records.completion import Completion, EngineIdentity, Request

FAULTS = (openai.OpenAIError, UnreadableAnswerError, WithheldAnswerError, TimeoutError)


class OpenAIEngine:
    """Prompts go out as text, already rendered; a completions server adds no token of its own.

    Args:
        base_url: ends in /v1.
        model: the server's name for its model.
        identity: part of every request key.
        concurrency: requests under way at once, over all calls.
        timeout_s: seconds one attempt may take in all.
        attempts: attempts a request gets in all.
        api_key: sent with each request, kept nowhere else.
        native_tokenize: the server has a /tokenize beside /v1 (llama.cpp, vLLM).
        wire: what the server wants its requests to look like.
        backoff_s: the first pause between attempts; it doubles up to a minute.
        served: raises a `UserError` once the process that serves is known to be gone.
    """

    def __init__(
        self,
        base_url: str,
        model: str,
        identity: EngineIdentity,
        *,
        concurrency: int = 8,
        timeout_s: float = 300,
        attempts: int = 4,
        api_key: str = NO_KEY,
        native_tokenize: bool = False,
        wire: Wire | None = None,
        backoff_s: float = 0.5,
        served: Callable[[], None] = lambda: None,
    ) -> None:
        self.identity = identity
        self._base_url, self._model, self._api_key = base_url, model, api_key
        self._concurrency, self._timeout_s, self._attempts = concurrency, timeout_s, attempts
        self._wire, self._pause = wire or Wire(), Pause(backoff_s)
        self._server_tokens = ServerTokens(base_url, model) if native_tokenize else None
        self._served = served
        self._breaker = Breaker(self._look, attempts, backoff_s)
        self._bound: tuple[asyncio.AbstractEventLoop, openai.AsyncOpenAI, asyncio.Semaphore]

    def probe(self) -> None:
        """Ask for the model and for one token; a dead server or wrong model is a `UserError`."""
        self._breaker.at_start()
        _ = self._adds_special

    def _look(self) -> None:
        self._served()
        probe_server(self._base_url, self._model, self._api_key, self._timeout_s, self._wire)

    def count_tokens(self, prompt: str) -> int:
        """Ask the server's tokenizer; 0 where it has none to offer."""
        return len(self._server_tokens.ids(prompt)) if self._server_tokens else 0

    @property
    def tokens(self) -> ServerTokens | None:
        """The tokenizer that cuts its prompts; None where it is not known."""
        return None if self._wire.chat else self._server_tokens  # messages are no prompt yet

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        """Continue each prompt, a bounded number at once, and answer in the order asked."""
        return list(await asyncio.gather(*(self._complete(request) for request in requests)))

    async def _complete(self, request: Request) -> Completion:
        client, slots = self._client()
        async with slots:
            return await self._breaker.answer(lambda times: self._try(client, request, times))

    async def _try(
        self, client: openai.AsyncOpenAI, request: Request, times: int
    ) -> tuple[Completion, bool]:
        """Use up the attempts; the answer, and whether any failed as in a server's absence."""
        absences: list[RetryCallState] = []
        retrying = AsyncRetrying(
            stop=stop_after_attempt(self._attempts),
            wait=self._pause,
            retry=retry_if_exception(is_retried),
            after=lambda state: absences.append(state) if _met_outage(state) else None,
            reraise=True,
        )
        try:
            return await retrying(self._attempt, client, request), False
        except FAULTS as error:
            tried = self._attempts * times if is_retried(error) else 1
            return failed(describe(error, tried)), bool(absences)

    async def _attempt(self, client: openai.AsyncOpenAI, request: Request) -> Completion:
        try:
            exact = await self._exact(request.prompt)
            fields = self._wire.fields(self._model, request, exact)
            async with asyncio.timeout(self._timeout_s):
                answer = await self._wire.endpoint(client).create(**fields)
        except openai.APIConnectionError:
            self._served()
            raise
        except (ValueError, RecursionError, UserError) as error:  # no JSON, no token ids
            raise UnreadableAnswerError from error
        completion = self._wire.read(answer, request)
        text = scrubbed(completion.text, self._api_key)
        return completion.model_copy(update={"text": text})

    async def _exact(self, prompt: str) -> str | list[int]:
        """The prompt as text, or as token ids for a server that would put a BOS before text."""
        if self.tokens and self._adds_special:
            return await asyncio.to_thread(self.tokens.ids, prompt)
        return prompt

    @cached_property
    def _adds_special(self) -> bool:
        return bool(self.tokens and self.tokens.own())

    def _client(self) -> tuple[openai.AsyncOpenAI, asyncio.Semaphore]:
        """The client of the running loop: connections cannot pass from one loop to another."""
        loop = asyncio.get_running_loop()
        if getattr(self, "_bound", (None,))[0] is not loop:
            client = openai.AsyncOpenAI(
                base_url=self._base_url,
                api_key=self._api_key,
                timeout=self._timeout_s,
                max_retries=0,
                # the client that openai makes itself closes in whatever loop collects it
                http_client=openai.DefaultAsyncHttpxClient(
                    timeout=self._timeout_s, follow_redirects=False
                ),
            )
            self._bound = (loop, client, asyncio.Semaphore(self._concurrency))
        return self._bound[1], self._bound[2]


def _met_outage(state: RetryCallState) -> bool:
    """Whether an attempt failed as attempts fail while the server is away."""
    error = state.outcome.exception() if state.outcome else None
    return error is not None and is_outage(error)
