"""The configuration of a study: the single source of the default YAML and the JSON schema."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from pydantic import Field, PositiveInt, model_validator

from earned.audits.acquabench.config import AcquaBenchConfig, AgentConfig, SurfaceName
from earned.config.base import Config
from earned.config.engines import EngineConfig
from earned.config.weights import FileSource, PinnedFile

NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"


class DataConfig(Config):
    """The questions. A file's identity is its SHA-256; where it comes from does not matter."""

    name: str = Field(default="embedded", pattern=NAME, description="short name, for the report")
    path: Path = Field(
        default=Path("resources/embedded/questions.json"),
        description="where the file lies, or is put by the prefetch rule",
    )
    url: str | None = Field(default=None, description="address to fetch it from if it is not there")
    sha256: str | None = Field(
        default=None, pattern="^[0-9a-f]{64}$", description="the file's SHA-256; a must with `url`"
    )
    licence: str = Field(default="CC0-1.0", description="terms of the data, for the release")

    @model_validator(mode="after")
    def _hash_given(self) -> DataConfig:
        if self.url and not self.sha256:
            raise ValueError("a file fetched from `url` needs its `sha256`")
        return self

    def pinned(self) -> PinnedFile:
        """Say what the prefetch rule fetches."""
        return PinnedFile(
            name=self.path.name, sha256=self.sha256, sources=(FileSource(url=self.url),)
        )


class ModelConfig(Config):
    """One agent: a scripted control or a model behind an engine."""

    control: str | None = Field(
        default=None, description="a scripted control: copier, closed_book, reader, suggestible"
    )
    engine: EngineConfig | None = Field(default=None, description="the engine of a real model")
    label: str | None = Field(default=None, description="name in tables; default: the key")
    surfaces: tuple[SurfaceName, ...] | None = Field(
        default=None, description="surfaces it runs on; default: the audit's"
    )
    limit: PositiveInt | dict[SurfaceName, PositiveInt] | None = Field(
        default=None, description="first accepted questions only, by surface if wished"
    )
    agent: AgentConfig | None = Field(
        default=None, description="limits of its own; default: the audit's"
    )

    @model_validator(mode="after")
    def _one_of_two(self) -> ModelConfig:
        if (self.control is None) == (self.engine is None):
            raise ValueError("give exactly one of `control` and `engine`")
        return self


class StudyConfig(Config):
    """A named configuration with a results folder of its own."""

    study: str = Field(default="paper", pattern=NAME, description="name; results/NAME holds it all")
    data: DataConfig = Field(default=DataConfig(), description="the questions")
    models: dict[str, ModelConfig] = Field(default={}, description="alias to agent")
    audits: tuple[Literal["acquabench"], ...] = Field(
        default=("acquabench",), min_length=1, description="audits to run"
    )
    acquabench: AcquaBenchConfig = Field(default=AcquaBenchConfig(), description="its section")

    @model_validator(mode="after")
    def _known_author(self) -> StudyConfig:
        author = self.acquabench.author
        if author.kind == "model" and author.model not in self.models:
            raise ValueError(
                f"acquabench.author.model is {author.model!r}, which is no key of models"
            )
        return self
