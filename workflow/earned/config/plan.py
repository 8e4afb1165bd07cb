"""The plan of a study for the workflow: cells, files, and parameters as the jobs get them."""

from __future__ import annotations

import importlib
import json
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from earned.config.base import validate_config
from earned.config.engines import EngineConfig, WeightsConfig
from earned.config.load import read_yaml
from earned.config.study import ModelConfig, StudyConfig
from earned.errors import UserError
from earned.ledger.manifest import SHARDS
from earned.lineage.outside import CHECKOUT
from earned.lineage.stage import stage_code_digest
from earned.records.base import canonical_json

MODELS = Path("config/models")
SERVED = ("llamacpp", "vllm")
TABLE_FORMS = ("csv", "html", "md", "tex")
FIGURE_FORMS = ("pdf", "png", "svg")
TABLE_SETS = ("paper_table_data.csv", "generated_table_rows.tex")
"""Files that hold all tables of an audit at once."""


class Cell(NamedTuple):
    """One agent job: all conditions of one model in one regime on one surface."""

    model: str
    regime: str
    surface: str


@dataclass(frozen=True)
class Plan:
    """Answers the questions of the rules about one study. Reads no data and no network."""

    study: StudyConfig
    models: Path = MODELS

    @property
    def root(self) -> str:
        """The study's results folder."""
        return f"results/{self.study.study}"

    def cells(self, audit: str) -> list[Cell]:
        """List an audit's cells."""
        found: list[Cell] = _plan_of(audit).cells(self.study)
        if not found:
            raise UserError("the study names no model", where="models", remedy="add one")
        return found

    def check_files(self) -> None:
        """Look for what no rule makes, before any job runs.

        Raises:
            UserError: the data file, a prompt folder or a store to replay is not there.
        """
        data = self.study.data
        if not (data.url or data.path.is_file() or (CHECKOUT / data.path).is_file()):
            raise UserError(f"no file {data.path}", where="key data.path",
                            remedy="put it there, or give data.url with data.sha256")  # fmt: skip
        for audit in self.study.audits:
            for cell in self.cells(audit):
                self.prompt_files(audit, cell.model)
                for store in self.recorded(audit, *cell):
                    if not Path(store).is_file():
                        raise UserError(f"no file {store}",
                                        where=f"key models.{cell.model}.engine.replay",
                                        remedy="name a study with this cell")  # fmt: skip

    def regimes(self, audit: str) -> list[str]:
        """List the regimes whose artifacts an audit builds."""
        return list(_plan_of(audit).regimes(self.study))

    def parent_files(self, audit: str, regime: str) -> list[str]:
        """Name the construction records that a regime's artifacts are built from."""
        parent = _plan_of(audit).parent(regime)
        return [f"{self.root}/{audit}/artifacts/{parent}/construction.jsonl"] if parent else []

    def published(self, audit: str) -> list[str]:
        """Name the files of published figures that an audit's analysis puts beside its own."""
        return list(_plan_of(audit).PUBLISHED)

    def parameters(self, stage: str, audit: str, **wildcards: str) -> str:
        """Give a stage's configuration sub-tree as canonical JSON."""
        given = _plan_of(audit).parameters(self.study, stage, **wildcards)
        return canonical_json(given)

    def code(self, stage: str, audit: str) -> str:
        """Digest the code that a stage imports; a change re-runs the stage."""
        return stage_code_digest(stage, audit)

    def score_tables(self, audit: str) -> list[str]:
        """Name the score tables of an audit's cells."""
        return self._of_cells(audit, "scores", "scores.parquet")

    def trajectories(self, audit: str) -> list[str]:
        """Name the trajectories of an audit's cells."""
        return self._of_cells(audit, "agents", "trajectories.jsonl")

    def artifact_files(self, audit: str, name: str) -> list[str]:
        """Name a file of every regime's artifacts."""
        base = f"{self.root}/{audit}/artifacts"
        return [f"{base}/{regime}/{name}" for regime in self.regimes(audit)]

    def _of_cells(self, audit: str, stage: str, name: str) -> list[str]:
        base = f"{self.root}/{audit}/{stage}"
        return [f"{base}/{c.model}/{c.regime}/{c.surface}/{name}" for c in self.cells(audit)]

    def table_files(self, audit: str) -> list[str]:
        """Name the rendered tables of an audit, and what it writes beside them."""
        audited = _plan_of(audit)
        tables = [f"{name}.{form}" for name in audited.TABLES for form in TABLE_FORMS]
        extra = getattr(audited, "EXTRA_FILES", ())
        return [f"{self.root}/{audit}/tables/{name}" for name in (*tables, *TABLE_SETS, *extra)]

    def figure_files(self, audit: str) -> list[str]:
        """Name the drawn figures of an audit."""
        names = [f"{name}.{form}" for name in _plan_of(audit).FIGURES for form in FIGURE_FORMS]
        return [f"{self.root}/{audit}/figures/{name}" for name in names]

    def author(self, audit: str) -> str | None:
        """Name the model that authors an audit's artifacts, if one does."""
        name: str | None = _plan_of(audit).author(self.study)
        return name

    def prompt_files(self, audit: str, model: str) -> list[str]:
        """List a user's own prompt templates."""
        files: list[str] = _plan_of(audit).prompt_files(self.study, model)
        return files

    def model(self, alias: str) -> ModelConfig:
        """Find a model by its alias.

        Raises:
            UserError: the study has no such model.
        """
        if alias not in self.study.models:
            known = ", ".join(self.study.models) or "none"
            raise UserError(f"no model {alias}", where="models", remedy=f"known are: {known}")
        return self.study.models[alias]

    def weights(self, alias: str) -> WeightsConfig | None:
        """Complete a model's weights; None for controls and remote endpoints."""
        engine = self.model(alias).engine
        return self._weights(engine) if engine and engine.weights is not None else None

    def manifest(self, alias: str | None) -> list[str]:
        """Name the manifest of a model's weights, as a job's input."""
        made = self.weights(alias) if alias else None
        return [f"resources/models/{made.name}/manifest.json"] if made else []

    def all_weights(self) -> dict[str, WeightsConfig]:
        """Collect every model's weights by name."""
        found = (self.weights(alias) for alias in self.study.models)
        return {made.name: made for made in found if made}

    def served(self, alias: str | None) -> bool:
        """Whether a model runs behind a local server."""
        engine = self.model(alias).engine if alias else None
        return engine is not None and engine.kind in SERVED

    def recorded(self, audit: str, alias: str, regime: str, surface: str) -> list[str]:
        """Name the store whose completions a replayed cell is answered from."""
        engine = self.model(alias).engine
        if engine is None or engine.replay is None:
            return []
        return [_store(str(engine.replay), audit, alias, regime, surface)]

    def shards(self, alias: str) -> list[str]:
        """Name the parts that a model's cells are run in; none if they are run whole."""
        count = self.model(alias).shards
        return [f"{k}of{count}" for k in range(1, count + 1)] if count > 1 else []

    def shard_files(self, audit: str, alias: str, regime: str, surface: str) -> list[str]:
        """Name what the parts of a cell leave."""
        base = f"{self.root}/{SHARDS}/{audit}/{alias}/{regime}/{surface}"
        return [f"{base}/{part}/shard.json" for part in self.shards(alias)]

    def store(self, audit: str, alias: str, regime: str, surface: str) -> str:
        """Name the completion store of a cell."""
        return _store(self.root, audit, alias, regime, surface)

    def server_threads(self, alias: str) -> int:
        """Cores that a model's server works with; one where the engine decides."""
        engine = self.model(alias).engine
        return max(1, engine.settings.threads) if engine else 1

    def gpus(self, alias: str | None) -> int:
        """GPUs that the model itself needs; its server's clients need none."""
        engine = self.model(alias).engine if alias else None
        if engine is None or not engine.gpu:
            return 0
        return engine.settings.tensor_parallel if engine.kind == "vllm" else 1

    def _weights(self, engine: EngineConfig) -> WeightsConfig:
        given = engine.weights
        if isinstance(given, WeightsConfig):
            return given
        return read_weights(str(given), self.models)


def config_json(model: Any) -> str:  # noqa: ANN401 - a configuration section
    """Write a configuration section as canonical JSON."""
    return canonical_json(json.loads(model.model_dump_json()))


def read_weights(name: str, models: Path = MODELS) -> WeightsConfig:
    """Read a model's weights from its file in `config/models`.

    Raises:
        UserError: there is no such file, or a fault in it.
    """
    file = models / f"{name}.yaml"
    if not file.is_file():
        known = ", ".join(sorted(f.stem for f in models.glob("*.yaml"))) or "none"
        raise UserError(
            f"unknown model weights {name}", where=str(models), remedy=f"known are: {known}"
        )
    return validate_config(WeightsConfig, read_yaml(file), where=str(file))


def _store(root: str, *cell: str) -> str:
    audit, *names = cell
    return "/".join((root, audit, "agents", *names, "completions.jsonl"))


def _plan_of(audit: str) -> ModuleType:
    return importlib.import_module(f"earned.audits.{audit}.plan")
