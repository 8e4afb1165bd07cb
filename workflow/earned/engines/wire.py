"""How a request is put to an OpenAI-compatible endpoint: as a prompt, or as chat messages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import openai

from earned.engines.answers import read_answer
from earned.engines.keys import request_seed
from earned.engines.messages import split_messages
from earned.records.completion import Completion, Request


@dataclass(frozen=True)
class Wire:
    """What an endpoint wants its requests to look like.

    Attributes:
        protocol: /completions, or /chat/completions.
        max_tokens_field: what it calls the limit on new tokens.
        leave_out: fields that it refuses, of temperature, stop and seed.
        extra_body: what it understands beyond the OpenAI fields.
    """

    protocol: Literal["completions", "chat"] = "completions"
    max_tokens_field: str = "max_tokens"
    leave_out: tuple[str, ...] = ()
    extra_body: Mapping[str, Any] = field(default_factory=dict)

    @property
    def chat(self) -> bool:
        """Whether it only takes messages."""
        return self.protocol == "chat"

    def endpoint(self, client: openai.AsyncOpenAI | openai.OpenAI) -> Any:  # noqa: ANN401
        """The part of a client whose `create` takes `fields`."""
        return client.chat.completions if self.chat else client.completions

    def fields(self, model: str, request: Request, exact: str | list[int]) -> dict[str, Any]:
        """The body of a request. No streaming: an answer is whole, or it is none.

        Args:
            model: the endpoint's name for its model.
            request: what is asked.
            exact: its prompt as text, or as token ids, which a chat endpoint cannot take.
        """
        decoding = {
            "temperature": request.temperature,
            "stop": list(request.stop) or openai.omit,
            "seed": request_seed(request) if request.temperature else openai.omit,
        }
        return {
            "model": model,
            **({"messages": split_messages(request.prompt)} if self.chat else {"prompt": exact}),
            self.max_tokens_field: request.max_tokens,
            **{name: value for name, value in decoding.items() if name not in self.leave_out},
            "extra_body": dict(self.extra_body) or None,
        }

    def read(self, answer: object, request: Request) -> Completion:
        """Read what came back; see `read_answer`."""
        return read_answer(answer, request, chat=self.chat)
