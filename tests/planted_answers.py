"""A finished study whose agents gave the answers that a test wants, scored and analysed so."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from earned.config.plan import Plan
from earned.records.files import read_records, write_records
from earned.records.trajectory import Trajectory
from finished import CELLS, rehash
from mini import STAGES, arguments, mini_config, run_mini, run_stage, working_directory
from support import ROOT

LIMIT = 3
ACCENTS = str.maketrans("aeio", "áéíó")
RUN = "acquabench/agents/{}/D0/retrieval/trajectories.jsonl"


def accented(text: str) -> str:
    """An answer that only the extended scorer accepts, where most words have a vowel to change."""
    return text.translate(ACCENTS)


def planted_study(folder: Path, answer: Callable[[Trajectory], str]) -> Path:
    """Two controls, three questions, one surface, with other answers than the agents gave."""
    config = mini_config(models=CELLS, limit=LIMIT, surfaces=("retrieval",))
    root = run_mini(folder, config=config, until="agents")
    plant(root, answer)
    rehash(root)
    plan = Plan(config, models=ROOT / "config/models")
    with working_directory(ROOT):
        for stage in STAGES[STAGES.index("scores") :]:
            for argv in arguments(plan, root, stage):
                run_stage(stage, argv)
    return root


def plant(root: Path, answer: Callable[[Trajectory], str]) -> None:
    """Rewrite the predictions of every trajectory."""
    for model in CELLS:
        path = root / RUN.format(model)
        runs = read_records(path, Trajectory)
        write_records(path, [run.model_copy(update={"prediction": answer(run)}) for run in runs])
