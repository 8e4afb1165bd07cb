"""The engines: which kind, with which settings, on which weights."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from earned.config.base import Config, distinct, http_address
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
    prefix_caching: bool = Field(
        default=True,
        description="reuse the work on a shared prefix; in deterministic mode only by "
        "transformers, where it depends on the batch alone",
    )
    dtype: Dtype = Field(default="auto", description="number format of weights and activations")
    gpu_memory: float = Field(default=0.9, gt=0, le=1, description="share of GPU memory to use")
    tensor_parallel: int = Field(default=1, ge=1, description="GPUs one model is spread over")
    cpu_cache_gib: int = Field(
        default=4, ge=1, description="vllm on a CPU: GiB of memory for the key-value cache"
    )
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
    concurrency: int = Field(
        default=8,
        ge=1,
        description="requests under way at once; for transformers, gathered in throughput mode "
        "and sorted by length before batches are cut, one batch at least",
    )
    timeout_s: float = Field(
        default=300, gt=0, le=86_400, description="seconds one attempt may take"
    )
    attempts: int = Field(default=4, ge=1, description="attempts a request gets in all")
    backoff_s: float = Field(
        default=0.5,
        gt=0,
        description="seconds of the first pause between attempts; it doubles, up to a minute",
    )
    model: str | None = Field(default=None, description="openai: name of the model at the endpoint")
    base_url: Annotated[str, AfterValidator(http_address)] | None = Field(
        default=None, description="openai: address ending in /v1"
    )
    api_key_env: str | None = Field(
        default=None,
        pattern="^[A-Z_][A-Z0-9_]*$",  # a key pasted here by mistake would reach files and errors
        description="openai: name of the environment variable that holds the key, in capitals",
    )
    native_tokenize: bool = Field(
        default=False, description="openai: the endpoint has a /tokenize beside its /v1"
    )
    protocol: Literal["completions", "chat"] = Field(
        default="completions",
        description="openai: chat for an endpoint that only takes messages; the transcript so far "
        "then ends the user message",
    )
    system_role: bool = Field(
        default=True,
        description="protocol chat: false puts the system text at the start of the user message",
    )
    max_tokens_field: Literal["max_tokens", "max_completion_tokens"] = Field(
        default="max_tokens", description="protocol chat: name of the limit on new tokens"
    )
    leave_out: Annotated[
        tuple[Literal["temperature", "stop", "seed"], ...], AfterValidator(distinct)
    ] = Field(
        default=(),
        description="openai: fields that the endpoint refuses, never sent; stop is always applied "
        "here too",
    )
    replay: str | None = Field(
        default=None,
        description="replay: results folder of the study whose recorded completions answer; give "
        "its weights too, for their chat template",
    )
    batch_size: int = Field(default=16, ge=1, description="transformers: prompts per batch")
    device: str | None = Field(
        default=None,
        pattern="^(cpu|cuda(:[0-9]+)?)$",
        description="vllm, transformers: cpu, cuda or (transformers) cuda:N; null: cuda for vllm, "
        "cpu for transformers",
    )

    @property
    def mode(self) -> Mode:
        """What is promised of its texts."""
        return self.settings.mode

    @property
    def runs_on(self) -> str:
        """The device, with the default of the kind put in place."""
        return self.device or ("cuda" if self.kind == "vllm" else "cpu")

    @property
    def gpu(self) -> bool:
        """Whether the engine needs a GPU of its own."""
        return self.kind in {"vllm", "transformers"} and self.runs_on.startswith("cuda")

    @property
    def divisible(self) -> bool:
        """Whether a cell may be run in parts: no text hangs on the requests beside it."""
        batches = self.kind == "transformers" and self.mode == "deterministic"
        return self.kind != "replay" and (not batches or self.batch_size == 1)

    @model_validator(mode="after")
    def _complete(self) -> EngineConfig:
        remote = self.kind == "openai"
        if remote and not (self.base_url and self.model):
            raise ValueError("kind openai needs base_url and model")
        if self.protocol == "chat" and not remote:
            raise ValueError("protocol chat goes with kind openai alone")
        changed = not self.system_role or self.max_tokens_field != "max_tokens"
        if changed and self.protocol != "chat":
            raise ValueError("system_role and max_tokens_field go with protocol chat")
        if (self.kind == "replay") != (self.replay is not None):
            raise ValueError("kind replay and the key replay go together")
        if not remote and self.kind != "replay" and self.weights is None:
            raise ValueError(f"kind {self.kind} needs weights")
        if self.kind == "vllm" and self.runs_on not in {"cpu", "cuda"}:
            raise ValueError("kind vllm takes device cpu or cuda; CUDA_VISIBLE_DEVICES picks one")
        return self
