"""Stage rescore: the frozen answers of one audit under a second scorer. It can import no engine.

It writes `items.parquet`, `report.json` and `report.md`, and the file of a scorer that does not
ship as `scorer.py`. `earned rescore` calls it; no rule of the workflow does.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path

import polars as pl

from earned.audits.registry import stage_module
from earned.errors import UserError, user_facing
from earned.lineage.command import run_stage
from earned.lineage.stage import Output, Stage
from earned.records.files import json_text, read_json
from earned.records.rescored import RescoredItem, ScorerNote
from earned.records.table import read_table, write_table
from earned.records.trajectory import Trajectory
from earned.rescore.judging import Decide, deciding, judged
from earned.rescore.report import markdown, reported
from earned.rescore.scorer import load_scorer

OPTIONS = ("trajectories*", "scores*", "results", "scorer?")
ITEMS, REPORT, TEXT, SOURCE = "items.parquet", "report.json", "report.md", "scorer.py"


@user_facing
def main(argv: list[str]) -> int:
    """Read trajectories, score tables and frozen results; write what a second scorer changes."""
    return run_stage("rescore", argv, OPTIONS, build)


def build(stage: Stage, options: Namespace) -> dict[Path, Output]:
    """Score every record of the study a second time, and compare."""
    given = stage.parameters
    threshold = stage_module(stage.audit, "rescore").threshold(given["analysis"])
    scorer = load_scorer(given["scorer"], options.scorer, threshold)
    if scorer.note.sha256 != given["scorer_sha256"]:
        raise UserError("is not the scorer that was asked for", where=scorer.where,
                        remedy="rescore again")  # fmt: skip
    made = compared(stage, options, scorer.note, deciding(scorer))
    source = {} if scorer.source is None else {SOURCE: Output.of_text(scorer.source)}
    return {options.out / name: output for name, output in {**made, **source}.items()}


def compared(
    stage: Stage, options: Namespace, scorer: ScorerNote, decide: Decide
) -> dict[str, Output]:
    """Make what does not depend on how the second scorer decides: file name to output.

    Args:
        stage: its parameters name the study and hold those of the analysis.
        options: trajectories, scores, results.
        scorer: who decides.
        decide: how.
    """
    audit = stage_module(stage.audit, "rescore")
    tables = [read_table(stage.reads(path), audit.ROW) for path in sorted(options.scores)]
    for path, table in zip(sorted(options.scores), tables, strict=True):
        stage.counted(path, table.height)
    runs = [run for p in sorted(options.trajectories) for run in stage.records(p, Trajectory)]
    items = judged(runs, tables, decide)
    effects = audit.effects(
        [_with_second(table, items) for table in tables],
        read_json(stage.reads(options.results)),
        stage.parameters["analysis"],
    )
    report = reported(stage.parameters["study"], stage.audit, scorer, items, effects)
    return {
        ITEMS: Output(lambda path: write_table(path, items, RescoredItem), len(items)),
        REPORT: Output.of_text(json_text(report.model_dump(mode="json"))),
        TEXT: Output.of_text(markdown(report)),
    }


def _with_second(table: pl.DataFrame, items: Sequence[RescoredItem]) -> pl.DataFrame:
    """Put the second decision beside the first, whatever the order of the records."""
    key = ("model", "regime", "surface", "condition", "qid", "repeat")
    second = pl.DataFrame(
        [item.model_dump(include={*key, "success_second"}) for item in items],
        schema_overrides={"repeat": pl.Int64},
    )
    return table.join(second, on=key, how="left", maintain_order="left")


if __name__ == "__main__":
    sys.exit(main())
