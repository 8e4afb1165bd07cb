"""What is asked of an engine, and what it answers."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from earned.records.base import Record

FinishReason = Literal["stop", "length", "error"]


class Request(Record):
    """One continuation asked of an engine. Every field is part of the request key."""

    prompt: str = Field(description="the rendered prompt, special tokens included")
    max_tokens: int = Field(gt=0, description="new tokens at most")
    temperature: float = Field(ge=0)
    stop: tuple[str, ...] = Field(description="the text ends before the first of these")
    repeat: int = Field(ge=0, description="repeat index; equal requests of one index are one")


class Completion(Record):
    """An engine's answer to one request."""

    text: str = Field(description="cut at the first stop string")
    finish_reason: FinishReason
    prompt_tokens: int = Field(ge=0, description="0 where the engine does not count")
    completion_tokens: int = Field(ge=0)
    error: str = Field(default="", description="the engine's fault when finish_reason is error")


class EngineIdentity(Record):
    """What answers: part of every request key, so no engine's answer passes for another's."""

    engine: str = Field(description="openai, llamacpp, vllm, transformers, scripted or replay")
    engine_version: str
    model: str = Field(description="SHA-256 of the weights' manifest, or the policy's code digest")
    settings: dict[str, str | int | float | bool] = Field(
        description="every engine setting that can change a text: dtype, quantization, mode, "
        "prefix caching, slots, tensor parallel size, window"
    )
