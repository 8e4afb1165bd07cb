"""The configuration of a study: the single source of the default YAML and the JSON schema."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, PositiveInt, model_validator

from earned.audits.acquabench.config import (
    AcquaBenchConfig,
    AgentConfig,
    ControlName,
    Regimes,
    Scope,
    Surfaces,
)
from earned.config.base import Config, distinct, plain_path
from earned.config.engines import EngineConfig
from earned.config.price import PriceConfig
from earned.config.weights import FileSource, PinnedFile

NAME = r"^[A-Za-z0-9][A-Za-z0-9._-]*$"
Alias = Annotated[str, Field(pattern=NAME, max_length=64)]


class DataConfig(Config):
    """The questions. A file's identity is its SHA-256; where it comes from does not matter."""

    name: str = Field(default="embedded", pattern=NAME, description="short name, for the report")
    path: Annotated[Path, AfterValidator(plain_path)] = Field(
        default=Path("resources/embedded/questions.json"),
        description="where the file lies, or is put by the prefetch rule",
    )
    url: str | None = Field(default=None, description="address to fetch it from if it is not there")
    sha256: str | None = Field(
        default=None, pattern="^[0-9a-f]{64}$", description="the file's SHA-256; a must with `url`"
    )
    licence: str = Field(default="CC0-1.0", description="terms of the data, for the release")
    redistribute: bool = Field(
        default=True,
        description="whether a release may hold the data's text; false: it stands as hash and "
        "length",
    )

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

    control: ControlName | None = Field(default=None, description="a scripted control")
    engine: EngineConfig | None = Field(default=None, description="the engine of a real model")
    label: str | None = Field(
        default=None, pattern=r"\S", description="name in tables; default: the key"
    )
    surfaces: Surfaces | None = Field(
        default=None, description="surfaces it runs on; default: the audit's"
    )
    regimes: Regimes | None = Field(
        default=None, description="regimes it runs in; default: the audit's"
    )
    limit: PositiveInt | dict[Scope, PositiveInt] | None = Field(
        default=None,
        description="first accepted questions only, by surface or regime if wished; of two the "
        "smaller counts",
    )
    family: str | None = Field(
        default=None, pattern=r"\S", description="models of one family are compared with each other"
    )
    development: bool = Field(
        default=False, description="a trial run: kept and shown, and in no headline claim"
    )
    agent: AgentConfig | None = Field(
        default=None, description="limits of its own; default: the audit's"
    )
    shards: int = Field(
        default=1,
        ge=1,
        le=1000,
        description="parts by question that each of its cells is run in, each part with a server, "
        "a GPU and a store of its own; no byte of the cell hangs on it in mode deterministic",
    )
    price: PriceConfig | None = Field(default=None, description="what its tokens cost")

    @model_validator(mode="after")
    def _one_of_two(self) -> ModelConfig:
        if (self.control is None) == (self.engine is None):
            raise ValueError("give exactly one of `control` and `engine`")
        if self.shards > 1 and self.engine and not self.engine.divisible:
            raise ValueError(
                "shards: a replayed model needs none, and those of transformers in "
                "mode deterministic would change its batches, so batch_size is 1"
            )
        return self


class StudyConfig(Config):
    """A named configuration with a results folder of its own."""

    study: str = Field(default="paper", pattern=NAME, description="name; results/NAME holds it all")
    data: DataConfig = Field(default=DataConfig(), description="the questions")
    models: dict[Alias, ModelConfig] = Field(default={}, description="alias to agent")
    audits: Annotated[tuple[Literal["acquabench"], ...], AfterValidator(distinct)] = Field(
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
        if author.kind == "model" and not self.models[str(author.model)].engine:
            raise ValueError(f"acquabench.author.model is {author.model!r}, which has no engine")
        return self

    @model_validator(mode="after")
    def _one_currency(self) -> StudyConfig:
        priced = {a: m.price.currency for a, m in self.models.items() if m.price}
        first = next(iter(priced), "")
        for alias, currency in priced.items():
            if currency != priced[first]:
                raise ValueError(
                    f"models: {first} is priced in {priced[first]} and {alias} in {currency}, "
                    "and a study has one currency"
                )
        return self

    @model_validator(mode="after")
    def _labels_differ(self) -> StudyConfig:
        try:
            distinct(tuple(model.label or alias for alias, model in self.models.items()))
        except ValueError as error:
            raise ValueError(f"models: the label {error}") from None
        return self
