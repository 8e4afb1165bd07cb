"""transformers in process, on CPU or GPU: left-padded batches, greedy at temperature 0."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from earned.engines.batches import pad_after, plan_batches
from earned.engines.keys import request_seed
from earned.engines.outcomes import CONTEXT_OVERFLOW, failed
from earned.engines.prefixes import Prefixes, cache_argument, shared_blocks
from earned.engines.stops import cut_at_stop
from earned.engines.tokenizers import LoadedTokens
from earned.engines.transformers_load import enough_memory, load, quiet_defaults
from earned.records.completion import Completion, EngineIdentity, FinishReason, Request


class TransformersEngine:
    """The same call gives the same texts: batches are planned from the requests alone.

    Args:
        folder: a plain model folder.
        identity: part of every request key.
        device: cpu, cuda or cuda:N.
        dtype: float32, float16, bfloat16, or auto for the weights' own.
        batch_size: prompts per batch at most.
        window: tokens of prompt and answer at most.
        threads: CPU threads; 0 leaves it to torch.
        trust_remote_code: run code that comes with the weights.
        prefix_caching: compute what all prompts of a batch begin with once; without effect for a
            model whose cache cannot be shared.

    Raises:
        UserError: the folder is no model, or it does not fit the device.
    """

    def __init__(
        self,
        folder: Path,
        identity: EngineIdentity,
        *,
        device: str = "cpu",
        dtype: str = "auto",
        batch_size: int = 16,
        window: int = 8192,
        threads: int = 0,
        trust_remote_code: bool = False,
        prefix_caching: bool = False,
    ) -> None:
        self.identity = identity
        self._batch_size, self._window = batch_size, window
        self._tokenizer, self._model = load(folder, device, dtype, threads, trust_remote_code)
        self._ends = quiet_defaults(self._model, self._tokenizer)
        self._one_at_a_time = threading.Lock()
        argument = cache_argument(self._model) if prefix_caching else None
        self._prefixes = Prefixes(self._model, argument) if argument else None

    def probe(self) -> None:
        """Nothing to ask: the model is loaded."""

    @property
    def tokens(self) -> LoadedTokens:
        """Its tokenizer."""
        return LoadedTokens(self._tokenizer)

    def count_tokens(self, prompt: str) -> int:
        """Tokenize; the rendered template carries its special tokens, none is added."""
        return len(self.tokens.ids(prompt))

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        """Continue each prompt, in batches of like requests sorted by length."""
        return await asyncio.to_thread(self._complete_all, requests)

    def _complete_all(self, requests: Sequence[Request]) -> list[Completion]:
        prompts = [self.tokens.ids(request.prompt) for request in requests]
        lengths = [len(prompt) for prompt in prompts]
        answers: dict[int, Completion] = {}
        with self._one_at_a_time:
            for batch in plan_batches(requests, lengths, self._batch_size):
                fitting = [n for n in batch if self._fits(requests[n], lengths[n])]
                if fitting:
                    done = self._generate(
                        [requests[n] for n in fitting], [prompts[n] for n in fitting]
                    )
                    answers |= dict(zip(fitting, done, strict=True))
        refusal = failed(f"{CONTEXT_OVERFLOW}: the prompt leaves no room in {self._window} tokens")
        return [answers.get(n, refusal) for n in range(len(requests))]

    def _fits(self, request: Request, length: int) -> bool:
        return 0 < length <= self._window - request.max_tokens

    def _generate(self, batch: list[Request], prompts: list[list[int]]) -> list[Completion]:
        import torch

        with torch.inference_mode(), enough_memory(self._model.device, "lower batch_size"):
            inputs = self._inputs(prompts)
            torch.manual_seed(sum(request_seed(request) for request in batch) & 0x7FFFFFFF)
            tokens = self._model.generate(**inputs, **self._options(batch[0]))
        rows = tokens[:, inputs["input_ids"].shape[1] :].tolist()
        return [self._read(*row) for row in zip(batch, rows, map(len, prompts), strict=True)]

    def _inputs(self, prompts: list[list[int]]) -> dict[str, Any]:
        """Pad to one width: left of each prompt, or between a shared prefix and what follows."""
        import torch

        shared = shared_blocks(prompts) if self._prefixes else 0
        padded = pad_after(shared, prompts, self._tokenizer.pad_token_id)
        inputs: dict[str, Any] = {
            "input_ids": torch.tensor(padded.ids, device=self._model.device),
            "attention_mask": torch.tensor(padded.mask, device=self._model.device),
        }
        if self._prefixes and shared:
            inputs |= self._prefixes.before(prompts[0][:shared], len(prompts))
        return inputs

    def _options(self, request: Request) -> dict[str, Any]:
        """How to decode; a batch holds requests of one kind."""
        options: dict[str, Any] = {"max_new_tokens": request.max_tokens, "do_sample": False}
        if request.temperature > 0:
            options |= {"do_sample": True, "temperature": request.temperature, "top_k": 0}
        if any(request.stop):
            stops = [stop for stop in request.stop if stop]
            options |= {"stop_strings": stops, "tokenizer": self._tokenizer}
        return options

    def _read(self, request: Request, row: list[int], prompt_tokens: int) -> Completion:
        end = next((n for n, token in enumerate(row) if token in self._ends), len(row))
        text = self._tokenizer.decode(row[:end], skip_special_tokens=True)
        text, was_cut = cut_at_stop(text, request.stop)
        full = end == request.max_tokens and not was_cut
        finish: FinishReason = "length" if full else "stop"
        return Completion(
            text=text,
            finish_reason=finish,
            prompt_tokens=prompt_tokens,
            completion_tokens=end,
        )
