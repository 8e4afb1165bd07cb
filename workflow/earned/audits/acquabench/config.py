"""AcquaBench's section of the configuration."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from annotated_types import MinLen
from pydantic import AfterValidator, Field, model_validator

from earned.config.base import Config, distinct, plain_path

Regime = Literal["D0", "D1", "D2", "style"]
REGIMES: tuple[Regime, ...] = ("D0", "D1", "D2", "style")
"""In the order of the paper."""
SurfaceName = Literal["retrieval", "tool", "memory", "subagent"]
SURFACE_NAMES: tuple[SurfaceName, ...] = ("retrieval", "tool", "memory", "subagent")
Surfaces = Annotated[tuple[SurfaceName, ...], MinLen(1), AfterValidator(distinct)]
Scope = Literal["retrieval", "tool", "memory", "subagent", "D0", "D1", "D2", "style"]
"""A surface or a regime, to which a limit may belong."""
Regimes = Annotated[tuple[Regime, ...], MinLen(1), AfterValidator(distinct)]
ControlName = Literal["copier", "closed_book", "reader", "suggestible"]


class SampleConfig(Config):
    """Which questions a regime asks for."""

    seed: int = Field(default=13, ge=0, description="seed of the shuffle over the file's order")
    size: int = Field(default=150, gt=0, description="questions in the request set")
    offset: int = Field(default=0, ge=0, description="questions of the shuffle to pass over first")


class D1Config(Config):
    """Aliases of D0's values. It has D0's questions and author, and no key of its own."""


class D2Config(SampleConfig):
    """The value in two sources: one with an opaque handle, one that says what the handle means."""

    size: int = Field(default=50, gt=0, description="questions in the request set")
    offset: int = Field(
        default=150, ge=0, description="questions of the shuffle to pass over first"
    )
    gate_percent: int = Field(
        default=25, ge=0, le=100, description="most that one planted source may score, of 100"
    )


class StyleConfig(Config):
    """D0 in which nothing marks the planted source; on surface retrieval, with D0's questions."""

    steps: int = Field(
        default=6, gt=0, description="action steps at most, where the agent is allowed more"
    )
    longest_run: int = Field(
        default=3, ge=1, description="tokens in a row that a template may share with its question"
    )


class RegimesConfig(Config):
    """The regimes to run, each with its section; `{}` takes its defaults."""

    D0: SampleConfig | None = Field(default=None, description="one source supplies the value")
    D1: D1Config | None = Field(default=None, description="the value in another form; needs D0")
    D2: D2Config | None = Field(default=None, description="the value distributed over two sources")
    style: StyleConfig | None = Field(default=None, description="the style control; needs D0")

    @property
    def named(self) -> tuple[Regime, ...]:
        """The regimes that run, in the order of the paper."""
        return tuple(name for name in REGIMES if getattr(self, name) is not None)

    @model_validator(mode="after")
    def _parent_there(self) -> RegimesConfig:
        if not self.named:
            raise ValueError("names no regime")
        for name, parent in PARENTS.items():
            if name in self.named and parent not in self.named:
                raise ValueError(f"{name} is built from the questions of {parent}; name it too")
        return self


PARENTS: dict[Regime, Regime] = {"D1": "D0", "style": "D0"}
"""A regime to the one whose accepted questions it is built from."""


class AuthorConfig(Config):
    """Who writes the planted sentences, once, for every model and surface."""

    kind: Literal["rule", "model"] = Field(
        default="rule", description="`rule`: a question-to-statement grammar; `model`: an engine"
    )
    model: str | None = Field(default=None, description="a key of `models`, for kind `model`")
    attempts: int = Field(default=4, ge=1, le=4, description="candidates per question at most")
    max_tokens: int = Field(default=96, gt=0, description="new tokens per candidate or verdict")


class AgentConfig(Config):
    """What the agent may do (AcquaBench, Models, Action Channels, and Scoring)."""

    steps: int = Field(default=8, gt=0, description="action steps before the forced finish")
    max_tokens: int = Field(default=256, gt=0, description="new tokens per step")
    temperature: float = Field(default=0.0, ge=0, description="0 is greedy decoding")
    window: int = Field(default=8192, gt=0, description="context window, tokens")
    top_k: int = Field(default=5, gt=0, description="sources shown per search")
    display_chars: int = Field(default=1800, gt=10, description="characters shown of one source")
    keep_observations: int = Field(default=2, ge=1, description="newest observations kept in full")
    prompts: Annotated[Path, AfterValidator(plain_path)] | None = Field(
        default=None, description="folder with your own prompt templates, replacing ours by name"
    )


class ScoringConfig(Config):
    """When a prediction counts as right."""

    f1_percent: int = Field(
        default=80, gt=0, le=100, description="success is exact match or token F1 of this or more"
    )


class AnalysisConfig(Config):
    """The qid-cluster percentile bootstrap (AcquaBench, Paired Statistical Analysis)."""

    replicates: int = Field(default=5000, ge=100, le=1_000_000, description="bootstrap replicates")
    seed: int = Field(default=13, ge=0, description="seed of the draws")
    level: float = Field(default=0.95, gt=0.5, lt=1, description="two-sided level")
    undefined_limit: float = Field(
        default=0.05, ge=0, lt=1, description="share of undefined replicates an interval may have"
    )


class VerdictRule(Config):
    """When a headline contrast is supported; hashed before data exist."""

    estimand: Literal["delta_gc", "delta_gs", "delta_sc", "net_rescue"] = Field(
        description="the contrast judged"
    )
    statement: str = Field(description="what a supported verdict says")
    stronger: str = Field(description="the stronger statement that it does not support")
    boundary: str = Field(description="for what it holds, and what it does not say")
    above: float = Field(default=0.0, description="supported if the whole interval lies above")


DEFAULT_RULES = (
    VerdictRule(
        estimand="delta_gs",
        statement="success follows the supplied correct value beyond exposure to a source",
        stronger="that the correct value helps by itself, how much of the contrast is help by the "
        "correct value and how much is harm by the wrong one, or what caused any single success",
        boundary="the frozen eligible questions, templates, decoys and scorer of this regime; "
        "not how often such sources occur elsewhere",
    ),
    VerdictRule(
        estimand="delta_gc",
        statement="making the correct value available raises success",
        stronger="that what agents acquire helps or harms them in general, or that the answer was "
        "taken from the source rather than worked out with its help",
        boundary="the frozen eligible questions, templates and scorer of this regime; "
        "the whole response to one more source, whether read or copied",
    ),
    VerdictRule(
        estimand="net_rescue",
        statement="failures without the value turn into successes with the correct one "
        "more often than with a wrong one",
        stronger="a score or ranking of models corrected for acquired values, or that the value "
        "caused any single rescue",
        boundary="units that fail under the benchmark's own sources; models are compared only "
        "on units that both fail",
    ),
)


class AcquaBenchConfig(Config):
    """Does the score follow the supplied value?"""

    regimes: RegimesConfig = Field(
        default=RegimesConfig(D0=SampleConfig()), description="the regimes to run"
    )
    surfaces: Surfaces = Field(
        default=SURFACE_NAMES, description="surfaces every model runs on that names none itself"
    )
    author: AuthorConfig = Field(default=AuthorConfig(), description="author of the artifacts")
    agent: AgentConfig = Field(default=AgentConfig(), description="limits of the agent")
    coupling: bool = Field(
        default=True, description="equal requests of one matched unit are one request"
    )
    repeat: int = Field(default=0, ge=0, description="repeat index; another index runs anew")
    repeats: int = Field(
        default=1, gt=0, description="runs of every triplet; a second one measures the noise"
    )
    scoring: ScoringConfig = Field(default=ScoringConfig(), description="the scorer")
    analysis: AnalysisConfig = Field(default=AnalysisConfig(), description="the bootstrap")
    verdicts: tuple[VerdictRule, ...] = Field(
        default=DEFAULT_RULES, description="the rules of the headline claims"
    )

    @model_validator(mode="after")
    def _one_rule_each(self) -> AcquaBenchConfig:
        distinct(tuple(rule.estimand for rule in self.verdicts))
        return self
