"""A small real study in a folder of the test's own, made by calling the stages in this process.

The parameters come from the same plan that the workflow uses, so the helper follows the
configuration. Only scripted controls run here: nothing is downloaded and no server starts.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from earned.config.plan import Cell, Plan, config_json
from earned.config.study import StudyConfig
from earned.records.base import canonical_json
from support import ROOT

CONTROLS = ("copier", "closed_book", "reader", "suggestible")
STAGES = ("study", "population", "artifacts", "registration", "agents", "scores", "cases",
          "analysis", "tables", "figures", "ledger", "manifest")  # fmt: skip
AUDIT = "acquabench"


def mini_config(
    *,
    study: str = "mini",
    models: Mapping[str, Any] | Sequence[str] = CONTROLS,
    limit: int | None = None,
    surfaces: Sequence[str] | None = None,
    audit: Mapping[str, Any] | None = None,
) -> StudyConfig:
    """A study of scripted controls on the embedded questions.

    `models`: names of controls, or alias to a ModelConfig mapping. `audit`: further keys of the
    audit's section (analysis, agent, coupling, ...).
    """
    if not isinstance(models, Mapping):
        models = {name: {"control": name} for name in models}
    section = {"analysis": {"replicates": 200}, **(audit or {})}
    if surfaces is not None:
        section["surfaces"] = tuple(surfaces)
    return StudyConfig.model_validate(
        {
            "study": study,
            "models": {a: {**given, "limit": limit} for a, given in models.items()},
            AUDIT: section,
        }
    )


def run_mini(
    root: Path,
    *,
    models: Mapping[str, Any] | Sequence[str] = CONTROLS,
    limit: int | None = 6,
    surfaces: Sequence[str] | None = ("retrieval", "tool"),
    until: str = "manifest",
    audit: Mapping[str, Any] | None = None,
    config: StudyConfig | None = None,
) -> Path:
    """Run a study through stage `until` in `root/results/mini`, and give that folder.

    Stages run from the checkout root as working directory, as the workflow runs them. `config`
    replaces everything that the other arguments say of the study.
    """
    study = config or mini_config(models=models, limit=limit, surfaces=surfaces, audit=audit)
    plan = Plan(study, models=ROOT / "config/models")
    folder = root / plan.root
    with working_directory(ROOT):
        for stage in STAGES[: STAGES.index(until) + 1]:
            for argv in arguments(plan, folder, stage):
                run_stage(stage, argv)
    return folder


def module(stage: str) -> str:
    """Give what `python -m` runs for a stage."""
    return "earned.ledger.manifest" if stage == "manifest" else f"earned.{stage}.__main__"


def run_stage(stage: str, argv: Sequence[str]) -> None:
    """Call a stage's main as the rules do; a failing one fails the test."""
    code = importlib.import_module(module(stage)).main(list(argv))
    assert code == 0, f"stage {stage} ended with {code}: {' '.join(argv)}"


def arguments(plan: Plan, folder: Path, stage: str) -> Iterator[list[str]]:
    """The command lines of one stage, one per job, as the rules write them."""
    base = folder / AUDIT
    population = base / "population" / "items.jsonl"
    if stage == "study":
        yield _common(folder, "study", config_json(plan.study), folder / "study")
    elif stage == "population":
        given = plan.parameters("population", AUDIT)
        data = plan.study.data.path
        yield [*_common(folder, AUDIT, given, population.parent), "--data", str(data)]
    elif stage == "artifacts":
        for regime in plan.regimes(AUDIT):
            given = plan.parameters("artifacts", AUDIT, regime=regime)
            out = base / "artifacts" / regime
            parents = [str(folder.parent.parent / p) for p in plan.parent_files(AUDIT, regime)]
            yield [
                *_common(folder, AUDIT, given, out),
                *("--population", str(population), "--parent", *parents),
            ]
    elif stage == "registration":
        given = plan.parameters("registration", AUDIT)
        artifacts = [base / "artifacts" / r / "artifacts.jsonl" for r in plan.regimes(AUDIT)]
        yield [
            *_common(folder, AUDIT, given, base / "registration"),
            *("--population", str(population), "--artifacts", *map(str, artifacts)),
        ]
    elif stage == "agents":
        for cell in plan.cells(AUDIT):
            yield agent_arguments(plan, folder, cell)
    elif stage == "scores":
        for cell in plan.cells(AUDIT):
            given = plan.parameters("scores", AUDIT, model=cell.model)
            yield [
                *_common(folder, AUDIT, given, _of_cell(base, "scores", cell)),
                *("--trajectories", str(_of_cell(base, "agents", cell) / "trajectories.jsonl")),
                *("--population", str(population)),
                *("--artifacts", str(base / "artifacts" / cell.regime / "artifacts.jsonl")),
            ]
    elif stage in ("cases", "analysis"):
        yield [
            *_common(folder, AUDIT, plan.parameters(stage, AUDIT), base / stage),
            *_of_study(plan, folder, stage),
        ]
    elif stage in ("tables", "figures"):
        results = base / "analysis" / "frozen_results.json"
        yield [*_common(folder, AUDIT, "{}", base / stage), "--results", str(results)]
    elif stage == "ledger":
        given = canonical_json({"study": plan.study.study, "audits": [AUDIT]})
        yield [
            *_common(folder, "ledger", given, folder / "ledger"),
            *("--results", str(base / "analysis" / "frozen_results.json")),
            *("--tables", str(base / "tables" / "tables.jsonl")),
            *("--figures", str(base / "figures" / "figures.json")),
        ]
    else:
        yield ["--root", str(folder)]


def agent_arguments(plan: Plan, folder: Path, cell: Cell) -> list[str]:
    """The command line of one cell of stage agents; a cell by itself has no registration."""
    base = folder / AUDIT
    registration = base / "registration" / "registration.jsonl"
    given = plan.parameters("agents", AUDIT, **cell._asdict())
    return [
        *_common(folder, AUDIT, given, _of_cell(base, "agents", cell)),
        *("--population", str(base / "population" / "items.jsonl")),
        *("--artifacts", str(base / "artifacts" / cell.regime / "artifacts.jsonl")),
        *(("--registration", str(registration)) if registration.is_file() else ()),
        *(f for path in plan.recorded(AUDIT, *cell) for f in ("--recorded", path)),
    ]


def _of_study(plan: Plan, folder: Path, stage: str) -> list[str]:
    """Further options of the stages that read a whole study."""
    above = folder.parent.parent

    def under(paths: Sequence[str]) -> list[str]:
        return [str(above / path) for path in paths]

    scores = ["--scores", *under(plan.score_tables(AUDIT))]
    if stage == "cases":
        return [
            *scores,
            *("--trajectories", *under(plan.trajectories(AUDIT))),
            *("--population", str(folder / AUDIT / "population" / "items.jsonl")),
            *("--artifacts", *under(plan.artifact_files(AUDIT, "artifacts.jsonl"))),
        ]
    return [
        *scores,
        *("--construction", *under(plan.artifact_files(AUDIT, "construction.jsonl"))),
        *("--cases", str(folder / AUDIT / "cases" / "cases.json")),
        *("--registration", str(folder / AUDIT / "registration" / "registration.jsonl")),
        *("--published", *plan.published(AUDIT)),
    ]


@contextmanager
def working_directory(folder: Path) -> Iterator[None]:
    """Change into a folder for the length of a block."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def _common(root: Path, audit: str, given: str, out: Path) -> list[str]:
    return ["--root", str(root), "--audit", audit, "--params", given, "--out", str(out)]


def _of_cell(base: Path, stage: str, cell: Cell) -> Path:
    return base / stage / cell.model / cell.regime / cell.surface
