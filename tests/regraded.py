"""A finished study whose scorer was fixed afterwards: scored again, and all that hangs on it."""

from __future__ import annotations

from pathlib import Path

import pytest

from earned.audits.acquabench import scores
from earned.config.plan import Plan
from earned.scores.hotpot import normalize_answer, parts_of_normalized
from finished import CELLS, finished_study
from mini import STAGES, arguments, mini_config, run_stage, working_directory
from support import ROOT

LONGEST = 3
"""The changed scorer takes exact answers of so many tokens, and any answer that shares as many."""


def regraded_study(factory: pytest.TempPathFactory) -> Path:
    """`finished_study`, then scored by the changed scorer; made once, never to be changed."""
    folder = factory.getbasetemp() / "regraded_study"
    if not folder.exists():
        grade_again(finished_study(folder))
    return folder / "results" / "mini"


def grade_again(root: Path) -> None:
    """Score a `finished_study` by the changed scorer, and make everything after it again."""
    plan = Plan(
        mini_config(models=CELLS, limit=3, surfaces=("retrieval",)), models=ROOT / "config/models"
    )
    with pytest.MonkeyPatch.context() as patch, working_directory(ROOT):
        patch.setattr(scores, "is_success", _changed)
        for stage in STAGES[STAGES.index("scores") :]:
            for argv in arguments(plan, root, stage):
                run_stage(stage, argv)


def _changed(prediction: str, reference: str, threshold: object) -> bool:
    predicted, expected = normalize_answer(prediction), normalize_answer(reference)
    exact = predicted == expected and len(expected.split()) <= LONGEST
    return exact or 0 < parts_of_normalized(predicted, expected).common <= LONGEST
