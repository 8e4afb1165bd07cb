"""Which stage is given which part of the configuration: all it needs, and nothing else."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import pytest

from earned.audits.acquabench.config import AcquaBenchConfig
from earned.config.keys import Key, choices_of, keys_of, section_in
from earned.config.plan import Plan, config_json
from earned.config.study import DataConfig, ModelConfig, StudyConfig
from support import ROOT

ENGINE = {"kind": "transformers", "weights": "smollm2-135m", "device": "cuda", "settings": {}}
GIVEN: dict[str, Any] = {
    "study": "x",
    "data": {"url": "http://host/file", "sha256": "1" * 64},
    "models": {
        "engine": {"engine": ENGINE, "agent": {}, "price": {"prompt": 1, "completion": "0.5"}},
        "author": {"engine": {**ENGINE, "device": "cpu"}},
        "control": {"control": "reader"},
    },
    "acquabench": {
        "author": {"kind": "model", "model": "author"},
        "regimes": {"D0": {}, "D1": {}, "D2": {}, "style": {}},
    },
}
BASE = StudyConfig.model_validate(GIVEN).model_dump(mode="json")
WILDCARDS = ({"regime": "D0", "surface": "tool"}, {"regime": "style", "surface": "retrieval"})

POPULATION, ARTIFACTS, AGENTS = {"population"}, {"artifacts"}, {"agents"}
SCORES, ANALYSIS, CELLS, CASES = {"scores"}, {"analysis"}, {"cells"}, {"cases"}
REGISTRATION = {"registration"}
AGENT_LIMITS = {
    "steps": AGENTS, "max_tokens": AGENTS, "temperature": AGENTS, "window": AGENTS,
    "top_k": AGENTS, "display_chars": AGENTS | SCORES | CASES, "keep_observations": AGENTS,
    "prompts": AGENTS | {"prompts"},
}  # fmt: skip
AUDIT: dict[str, set[str]] = {
    **{
        f"regimes.{regime}.{key}": POPULATION
        for regime in ("D0", "D2")
        for key in ("seed", "size", "offset")
    },
    "regimes.D2.gate_percent": ARTIFACTS,
    "regimes.style.steps": AGENTS,
    "regimes.style.longest_run": ARTIFACTS,
    "surfaces": CELLS | ANALYSIS,
    "author.kind": ARTIFACTS | {"author"},
    "author.model": ARTIFACTS | {"author"},
    "author.attempts": ARTIFACTS,
    "author.max_tokens": ARTIFACTS,
    "coupling": AGENTS | ANALYSIS,
    "repeat": AGENTS,
    "repeats": AGENTS,
    "scoring.f1_percent": SCORES | ANALYSIS,
    "analysis.replicates": ANALYSIS,
    "analysis.seed": ANALYSIS,
    "analysis.level": ANALYSIS,
    "analysis.undefined_limit": ANALYSIS,
    **{
        f"verdicts[].{key}": ANALYSIS | REGISTRATION
        for key in ("estimand", "statement", "stronger", "boundary", "above")
    },
    **{f"agent.{name}": stages for name, stages in AGENT_LIMITS.items()},
    "agent.display_chars": AGENTS | SCORES | CASES | ARTIFACTS,
}
MODEL: dict[str, set[str]] = {
    "control": AGENTS | ANALYSIS,
    "label": ANALYSIS,
    "surfaces": CELLS,
    "regimes": CELLS,
    "limit": AGENTS,
    "shards": {"shards"},
    "family": ANALYSIS,
    "development": ANALYSIS,
    **{f"price.{name}": ANALYSIS for name in ("prompt", "completion", "currency")},
    **{f"agent.{name}": stages for name, stages in AGENT_LIMITS.items()},
}
DATA: dict[str, set[str]] = {
    "path": {"data"}, "url": {"data"}, "sha256": POPULATION | {"data"}, "name": set(),
    "licence": set(), "redistribute": set(),
}  # fmt: skip
"""The last three are for the release: they stand in the frozen configuration only."""
ENGINE_KEYS = [
    f"engine.{key.path}"
    for key in keys_of(section_in(ModelConfig.model_fields["engine"].annotation))  # type: ignore[arg-type]
    if not key.path.startswith("weights.")
]
EXPECTED = {
    **{f"acquabench.{path}": stages for path, stages in AUDIT.items()},
    **{f"models.MODEL.{path}": stages for path, stages in MODEL.items()},
    **{f"models.MODEL.{path}": AGENTS for path in ENGINE_KEYS if path != "engine.settings"},
    **{f"data.{path}": stages for path, stages in DATA.items()},
}
OTHER_VALUES: dict[str, Any] = {
    "models.MODEL.engine.device": "cpu",
    "acquabench.author.model": "engine",
    "acquabench.author.attempts": 3,
    "acquabench.verdicts[].estimand": "delta_sc",
    "models.MODEL.control": "copier",
    "models.MODEL.engine.base_url": "http://host/v1",
    "models.MODEL.engine.api_key_env": "A_KEY",
    "models.MODEL.engine.leave_out": ["stop"],
    "models.MODEL.limit": 3,
    "models.MODEL.regimes": ["D0"],
    "models.MODEL.price.prompt": "1.000001",
    "models.MODEL.price.completion": 2,
    "models.MODEL.price.currency": "EUR",
    "models.MODEL.surfaces": ["tool"],
    "models.MODEL.engine.weights": "qwen2.5-coder-0.5b",
    "data.sha256": "0" * 64,
    "data.url": "http://host/other",
}


REMOTE = {"kind": "openai", "base_url": "http://host/v1", "model": "m", "protocol": "chat"}
TOGETHER = {
    f"models.MODEL.engine.{name}"
    for name in ("replay", "protocol", "system_role", "max_tokens_field")
}
"""Go with other keys only: tested below."""


def leaves(model: type[Any], prefix: str) -> list[str]:
    return [key.path for key in keys_of(model, prefix)
            if section_in(key.field.annotation) is None]  # fmt: skip


def test_every_field_is_known_here_with_the_stages_that_it_reaches() -> None:
    """A new field fails here until somebody says which stages it is for."""
    fields = leaves(AcquaBenchConfig, "acquabench.") + leaves(DataConfig, "data.")
    of_model = [path for path in leaves(ModelConfig, "models.MODEL.")
                if ".weights." not in path]  # fmt: skip
    assert sorted({*fields, *of_model, "models.MODEL.engine.weights"}) == sorted(EXPECTED)


def test_every_field_of_the_audit_and_its_agent_reaches_a_stage() -> None:
    assert [path for path, stages in EXPECTED.items() if not stages] == [
        "data.name",
        "data.licence",
        "data.redistribute",
    ]


@pytest.mark.parametrize("path", [path for path in EXPECTED if path not in TOGETHER])
def test_a_changed_key_changes_the_parameters_of_its_stages_alone(path: str) -> None:
    before, after = given_to(BASE), given_to(changed(path))
    assert {name for name in before if before[name] != after[name]} == EXPECTED[path]


def test_the_replayed_folder_changes_the_agents_alone() -> None:
    one, other = (changed("models.MODEL.engine.kind") for _ in range(2))
    for config, folder in ((one, "results/one"), (other, "results/other")):
        config["models"]["engine"]["engine"] |= {"kind": "replay", "replay": folder}
    before, after = given_to(one), given_to(other)
    assert {name for name in before if before[name] != after[name]} == AGENTS


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("protocol", "completions"),
        ("system_role", False),
        ("max_tokens_field", "max_completion_tokens"),
    ],
)
def test_a_key_of_chat_endpoints_changes_the_agents_alone(name: str, value: object) -> None:
    one, other = copy.deepcopy(BASE), copy.deepcopy(BASE)
    for config, more in ((one, {}), (other, {name: value})):
        config["models"]["engine"]["engine"] |= {**REMOTE, "device": None, **more}
    before, after = given_to(one), given_to(other)
    assert {key for key in before if before[key] != after[key]} == AGENTS


def test_a_changed_label_changes_the_analysis_alone() -> None:
    before, after = given_to(BASE), given_to(changed("models.MODEL.label"))
    assert after.pop("analysis") != before.pop("analysis")
    assert after == before


def test_the_parameters_are_one_text_whatever_the_order_of_keys() -> None:
    """A parameter is compared by its text: another order must not re-run a stage."""
    turned = _reversed(BASE)
    assert list(turned) == list(reversed(list(BASE)))
    assert StudyConfig.model_validate(turned) == StudyConfig.model_validate(BASE)
    for name, text in given_to(turned).items():
        if name not in ("cells", "data"):
            assert text == given_to(BASE)[name]
    assert config_json(StudyConfig.model_validate(turned)) == config_json(
        StudyConfig.model_validate(BASE)
    )


def test_parameters_are_canonical_json() -> None:
    for name, text in given_to(BASE).items():
        if name.split()[0] in (
            "population", "artifacts", "registration", "agents", "scores", "analysis",
        ):  # fmt: skip
            value = json.loads(text.split("\n")[0])
            assert text.split("\n")[0] == json.dumps(
                value, sort_keys=True, ensure_ascii=False, separators=(",", ":")
            )


def given_to(config: dict[str, Any]) -> dict[str, str]:
    """What each stage is given, and what the rules ask of the plan besides."""
    plan = Plan(StudyConfig.model_validate(config), models=ROOT / "config" / "models")
    aliases = ("engine", "control")
    return {
        "shards": str([plan.shards(alias) for alias in aliases]),
        "population": plan.parameters("population", "acquabench"),
        "artifacts": "\n".join(
            plan.parameters("artifacts", "acquabench", regime=regime)
            for regime in plan.regimes("acquabench")
        ),
        "agents": "\n".join(
            plan.parameters("agents", "acquabench", model=alias, **of_cell)
            for alias in aliases
            for of_cell in WILDCARDS
        ),
        "scores": "\n".join(
            plan.parameters("scores", "acquabench", model=alias) for alias in aliases
        ),
        "registration": plan.parameters("registration", "acquabench"),
        "cases": plan.parameters("cases", "acquabench"),
        "analysis": plan.parameters("analysis", "acquabench"),
        "cells": str(plan.cells("acquabench")),
        "author": str(plan.author("acquabench")),
        "prompts": str([plan.prompt_files("acquabench", alias) for alias in aliases]),
        "data": str((plan.study.data.path, plan.study.data.url, plan.study.data.sha256)),
    }


def changed(path: str) -> dict[str, Any]:
    """The base with another value at one key."""
    config = copy.deepcopy(BASE)
    alias = "control" if path == "models.MODEL.control" else "engine"
    *parts, name = path.replace("MODEL", alias).split(".")
    section: Any = config
    for part in parts:
        section = section[part.removesuffix("[]")]
        section = section[0] if part.endswith("[]") else section
    section[name] = OTHER_VALUES.get(path) or other(_key(path), section[name])
    return config


def _key(path: str) -> Key:
    return next(key for key in keys_of(StudyConfig) if key.path == path)


def other(key: Key, value: Any) -> Any:
    """Another valid value for a key."""
    if get_origin(key.field.annotation) is Literal:
        return next(word for word in get_args(key.field.annotation) if word != value)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, float):
        return value * 0.9 if value else 0.25
    if isinstance(value, list) and choices_of(key.field.annotation):
        return value[:1]
    if key.name == "prompts":
        return str(Path(__file__).parents[2] / "workflow/earned/audits/acquabench/prompts")
    return f"{value or ''}x"


def _reversed(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _reversed(value[key]) for key in reversed(list(value))}
    return value
