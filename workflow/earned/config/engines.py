"""The engines: which kind, with which settings, on which weights."""

from __future__ import annotations

from typing import Literal

from pydantic import Field, model_validator

from earned.config.base import Config
from earned.config.weights import WeightsConfig

__all__ = ["EngineConfig", "EngineKind", "Mode", "ServeSettings", "WeightsConfig"]

EngineKind = Literal["llamacpp", "vllm", "openai", "transformers", "replay"]
Mode = Literal["deterministic", "throughput"]
Dtype = Literal["auto", "float32", "float16", "bfloat16"]


class ServeSettings(Config):
    """Settings of an engine that may change a text. All are part of every request key."""

    mode: Mode = Field(
        default="throughput",
        description="deterministic: one slot and no prompt cache, so a text depends on its prompt "
        "alone; throughput: continuous batching and prefix caching as set",
    )
    slots: int = Field(default=4, ge=1, description="requests worked on at once")
    window: int = Field(default=8192, ge=64, description="context window in tokens, per request")
    threads: int = Field(default=0, ge=0, description="CPU threads; 0 leaves it to the engine")
    prefix_caching: bool = Field(default=True, description="reuse the work on a shared prefix")
    dtype: Dtype = Field(default="auto", description="number format of weights and activations")
    gpu_memory: float = Field(default=0.9, gt=0, le=1, description="share of GPU memory to use")
    tensor_parallel: int = Field(default=1, ge=1, description="GPUs one model is spread over")
    eager: bool = Field(default=False, description="vllm: run without captured graphs")
    trust_remote_code: bool = Field(
        default=False, description="run code that comes with the weights; off unless you read it"
    )

    def resolved(self) -> ServeSettings:
        """The settings with what the deterministic mode demands put in place."""
        if self.mode == "throughput":
            return self
        return self.model_copy(update={"slots": 1, "prefix_caching": False})


class EngineConfig(Config):
    """One engine and the weights it runs."""

    kind: EngineKind = Field(
        description="llamacpp, vllm: a local server; openai: a remote one; transformers: in "
        "process; replay: recorded completions, no model"
    )
    weights: str | WeightsConfig | None = Field(
        default=None,
        description="name of a file in config/models, or the weights themselves; null for openai",
    )
    settings: ServeSettings = Field(default=ServeSettings(), description="settings of the engine")
    concurrency: int = Field(default=8, ge=1, description="requests under way at once")
    timeout_s: float = Field(default=300, gt=0, description="seconds one attempt may take")
    attempts: int = Field(default=4, ge=1, description="attempts a request gets in all")
    model: str | None = Field(default=None, description="openai: name of the model at the endpoint")
    base_url: str | None = Field(
        default=None, pattern="^https?://[^/]", description="openai: address ending in /v1"
    )
    api_key_env: str | None = Field(
        default=None, description="openai: name of the environment variable that holds the key"
    )
    native_tokenize: bool = Field(
        default=False, description="openai: the endpoint has a /tokenize beside its /v1"
    )
    replay: str | None = Field(
        default=None,
        description="replay: results folder of the study whose recorded completions answer; give "
        "its weights too, for their chat template",
    )
    batch_size: int = Field(default=16, ge=1, description="transformers: prompts per batch")
    device: str = Field(default="cpu", description="transformers: cpu, cuda or cuda:N")

    @property
    def mode(self) -> Mode:
        """What is promised of its texts."""
        return self.settings.mode

    @property
    def gpu(self) -> bool:
        """Whether the engine needs a GPU of its own."""
        return self.kind == "vllm" or self.device.startswith("cuda")

    @model_validator(mode="after")
    def _complete(self) -> EngineConfig:
        remote = self.kind == "openai"
        if remote and not (self.base_url and self.model):
            raise ValueError("kind openai needs base_url and model")
        if (self.kind == "replay") != (self.replay is not None):
            raise ValueError("kind replay and the key replay go together")
        if not remote and self.kind != "replay" and self.weights is None:
            raise ValueError(f"kind {self.kind} needs weights")
        return self
