"""Any OpenAI-compatible server, local or remote, through its completions endpoint."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

import openai
from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt
from tenacity.wait import wait_random_exponential

from earned.engines.faults import UnreadableAnswerError, describe, is_retried
from earned.engines.keys import request_seed
from earned.engines.outcomes import failed
from earned.engines.probe import probe_server
from earned.engines.stops import cut_at_stop
from earned.engines.tokenize import adds_special_tokens, tokenize
from earned.errors import UserError
from earned.records.completion import Completion, EngineIdentity, FinishReason, Request

LONGEST_WAIT_S = 60.0


class OpenAIEngine:
    """Prompts go out as text, already rendered; the server adds no token of its own.

    Args:
        base_url: ends in /v1.
        model: the server's name for its model.
        identity: part of every request key.
        concurrency: requests under way at once, over all calls.
        timeout_s: seconds one attempt may take in all.
        attempts: attempts a request gets in all.
        api_key: sent with each request, kept nowhere else.
        native_tokenize: the server has a /tokenize beside /v1 (llama.cpp, vLLM).
        extra_body: what this server understands beyond the OpenAI fields.
        backoff_s: the first pause between attempts; it doubles up to a minute.
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
        api_key: str = "none",
        native_tokenize: bool = False,
        extra_body: Mapping[str, Any] | None = None,
        backoff_s: float = 0.5,
    ) -> None:
        self.identity = identity
        self._base_url, self._model, self._api_key = base_url, model, api_key
        self._concurrency, self._timeout_s, self._attempts = concurrency, timeout_s, attempts
        self._native_tokenize = native_tokenize
        self._extra_body = dict(extra_body or {})
        self._backoff = wait_random_exponential(multiplier=backoff_s, max=LONGEST_WAIT_S)
        self._bound: tuple[asyncio.AbstractEventLoop, openai.AsyncOpenAI, asyncio.Semaphore]

    def probe(self) -> None:
        """Ask for the model and for one token; a dead server or wrong model is a `UserError`."""
        probe_server(self._base_url, self._model, self._api_key, self._timeout_s)
        _ = self._adds_special

    def count_tokens(self, prompt: str) -> int:
        """Ask the server's tokenizer; 0 where it has none to offer."""
        return len(self._tokenize(prompt)) if self._native_tokenize else 0

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        """Continue each prompt, a bounded number at once, and answer in the order asked."""
        return list(await asyncio.gather(*(self._complete(request) for request in requests)))

    async def _complete(self, request: Request) -> Completion:
        client, slots = self._client()
        retrying = AsyncRetrying(
            stop=stop_after_attempt(self._attempts),
            wait=self._wait,
            retry=retry_if_exception(is_retried),
            reraise=True,
        )
        async with slots:
            try:
                return await retrying(self._attempt, client, request)
            except (openai.OpenAIError, UnreadableAnswerError, TimeoutError) as error:
                tried = self._attempts if is_retried(error) else 1
                return failed(describe(error, tried))

    async def _attempt(self, client: openai.AsyncOpenAI, request: Request) -> Completion:
        body = dict(self._extra_body)
        seed = request_seed(request) if request.temperature else openai.omit
        try:
            async with asyncio.timeout(self._timeout_s):
                answer = await client.completions.create(
                    model=self._model,
                    prompt=self._exact(request.prompt),
                    max_tokens=request.max_tokens,
                    temperature=request.temperature,
                    stop=list(request.stop) or openai.omit,
                    seed=seed,
                    extra_body=body or None,
                )
        except (ValueError, UserError) as error:  # a body that is no JSON, no token ids
            raise UnreadableAnswerError from error
        return read_answer(answer, request.stop)

    def _exact(self, prompt: str) -> str | list[int]:
        """The prompt as text, or as token ids for a server that would put a BOS before text."""
        return self._tokenize(prompt) if self._adds_special else prompt

    @cached_property
    def _adds_special(self) -> bool:
        return self._native_tokenize and adds_special_tokens(self._base_url, self._model)

    def _tokenize(self, prompt: str) -> list[int]:
        return tokenize(self._base_url, self._model, prompt)

    def _wait(self, state: RetryCallState) -> float:
        """The pause a server asks for, at most a minute, else an exponential one."""
        error = state.outcome.exception() if state.outcome else None
        headers = error.response.headers if isinstance(error, openai.APIStatusError) else {}
        asked = str(headers.get("retry-after", ""))
        return min(float(asked), LONGEST_WAIT_S) if asked.isdigit() else self._backoff(state)

    def _client(self) -> tuple[openai.AsyncOpenAI, asyncio.Semaphore]:
        """The client of the running loop: connections cannot pass from one loop to another."""
        loop = asyncio.get_running_loop()
        if getattr(self, "_bound", (None,))[0] is not loop:
            client = openai.AsyncOpenAI(
                base_url=self._base_url,
                api_key=self._api_key,
                timeout=self._timeout_s,
                max_retries=0,
            )
            self._bound = (loop, client, asyncio.Semaphore(self._concurrency))
        return self._bound[1], self._bound[2]


def read_answer(answer: object, stop: Sequence[str]) -> Completion:
    """Take text, finish reason and usage out of whatever a server sent.

    Raises:
        UnreadableAnswerError: it holds no completion.
    """
    choices = getattr(answer, "choices", None)
    text = getattr(choices[0], "text", None) if isinstance(choices, list) and choices else None
    reason = getattr(choices[0], "finish_reason", None) if choices else None
    if not isinstance(text, str) or reason not in {"stop", "length"}:
        raise UnreadableAnswerError
    text, was_cut = cut_at_stop(text, stop)
    finish: FinishReason = "stop" if was_cut or reason == "stop" else "length"
    usage = getattr(answer, "usage", None)
    return Completion(
        text=text,
        finish_reason=finish,
        prompt_tokens=_count(usage, "prompt_tokens"),
        completion_tokens=_count(usage, "completion_tokens"),
    )


def _count(usage: object, field: str) -> int:
    count = getattr(usage, field, 0)
    return count if isinstance(count, int) and count >= 0 else 0
