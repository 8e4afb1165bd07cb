"""transformers in process, on CPU or GPU: left-padded batches, greedy at temperature 0."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from earned.engines.batches import plan_batches
from earned.engines.keys import request_seed
from earned.engines.outcomes import CONTEXT_OVERFLOW, failed
from earned.engines.stops import cut_at_stop
from earned.engines.transformers_load import load, quiet_defaults
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
    ) -> None:
        self.identity = identity
        self._batch_size, self._window = batch_size, window
        self._tokenizer, self._model = load(folder, device, dtype, threads, trust_remote_code)
        self._ends = quiet_defaults(self._model, self._tokenizer)
        self._one_at_a_time = threading.Lock()

    def probe(self) -> None:
        """Nothing to ask: the model is loaded."""

    def count_tokens(self, prompt: str) -> int:
        """Tokenize; the rendered template carries its special tokens, none is added."""
        return len(self._tokenizer(prompt, add_special_tokens=False)["input_ids"])

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        """Continue each prompt, in batches of like requests sorted by length."""
        return await asyncio.to_thread(self._complete_all, requests)

    def _complete_all(self, requests: Sequence[Request]) -> list[Completion]:
        lengths = [self.count_tokens(request.prompt) for request in requests]
        answers: dict[int, Completion] = {}
        with self._one_at_a_time:
            for batch in plan_batches(requests, lengths, self._batch_size):
                fitting = [n for n in batch if self._fits(requests[n], lengths[n])]
                done = self._generate([requests[n] for n in fitting]) if fitting else []
                answers |= dict(zip(fitting, done, strict=True))
        refusal = failed(f"{CONTEXT_OVERFLOW}: the prompt leaves no room in {self._window} tokens")
        return [answers.get(n, refusal) for n in range(len(requests))]

    def _fits(self, request: Request, length: int) -> bool:
        return 0 < length <= self._window - request.max_tokens

    def _generate(self, batch: list[Request]) -> list[Completion]:
        import torch

        prompts = [request.prompt for request in batch]
        inputs = self._tokenizer(
            prompts, add_special_tokens=False, padding=True, return_tensors="pt"
        ).to(self._model.device)
        torch.manual_seed(sum(request_seed(request) for request in batch) & 0x7FFFFFFF)
        with torch.inference_mode():
            tokens = self._model.generate(**inputs, **self._options(batch[0]))
        width = inputs["input_ids"].shape[1]
        sizes = inputs["attention_mask"].sum(dim=1).tolist()
        rows = tokens[:, width:].tolist()
        return [self._read(*row) for row in zip(batch, rows, sizes, strict=True)]

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
