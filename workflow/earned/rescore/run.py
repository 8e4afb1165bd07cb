"""`earned rescore`: find what a finished study was analysed from, and run the stage on it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from earned.audits.registry import stage_module
from earned.config.published import published_config
from earned.errors import UserError
from earned.ledger.manifest import MANIFEST, RESCORED
from earned.lineage.command import stage_arguments
from earned.lineage.stage import LINEAGE
from earned.records.base import canonical_json
from earned.records.files import read_record
from earned.records.lineage import Lineage
from earned.records.rescored import Rescored
from earned.rescore.__main__ import OPTIONS, REPORT, TEXT, build
from earned.rescore.scorer import load_scorer
from earned.scorers.shipped import SHIPPED

RESULTS = "frozen_results.json"


def rescore(root: Path, wanted: str) -> list[str]:
    """Score the frozen answers of a study a second time; give what to print.

    Args:
        root: the results folder.
        wanted: the name of a scorer that ships, or the path of a file.

    Raises:
        UserError: the folder is no finished study, its files do not fit together, or the scorer
            is none.
    """
    if not (root / MANIFEST).is_file():
        raise UserError(f"has no {MANIFEST}, so it is no finished study", where=str(root),
                        remedy="run snakemake to its end")  # fmt: skip
    path = None if wanted in SHIPPED else _file(wanted)
    config = published_config(root)
    return [
        line
        for audit in config["audits"]
        for line in _rescored(root, str(config["study"]), audit, wanted, path)
    ]


def _file(wanted: str) -> Path:
    path = Path(wanted)
    if path.is_file():
        return path
    raise UserError(f"no scorer {wanted!r}", where="--scorer",
                    remedy=f"give {' or '.join(SHIPPED)}, or a .py file")  # fmt: skip


def _rescored(root: Path, study: str, audit: str, wanted: str, path: Path | None) -> Iterator[str]:
    analysed = read_record(root / audit / "analysis" / LINEAGE, Lineage)
    threshold = stage_module(audit, "rescore").threshold(analysed.parameters)
    scorer = load_scorer(wanted, path, threshold)
    folder = root / RESCORED / scorer.folder
    given = {
        "study": study,
        "scorer": scorer.note.name,
        "scorer_sha256": scorer.note.sha256,
        "analysis": analysed.parameters,
    }
    stage, options = stage_arguments("rescore", [
        *("--root", str(root), "--audit", audit, "--params", canonical_json(given)),
        *("--out", str(folder), *_inputs(root, audit, analysed)),
        *(("--scorer", str(path)) if path else ()),
    ], *OPTIONS)  # fmt: skip
    stage.publish(build(stage, options))
    yield from _summary(read_record(folder / REPORT, Rescored), folder)


def _inputs(root: Path, audit: str, analysed: Lineage) -> Sequence[str]:
    """Name the score tables that the analysis read, and the trajectories behind each."""
    scores = [root / digest.path for digest in analysed.inputs if digest.option == "scores"]
    runs = [
        root / digest.path
        for table in scores
        for digest in read_record(table.parent / LINEAGE, Lineage).inputs
        if digest.option == "trajectories"
    ]
    if not (scores and runs):
        raise UserError("names no score tables, or they no trajectories",
                        where=str(root / audit / "analysis" / LINEAGE),
                        remedy="run snakemake again")  # fmt: skip
    return [
        *("--scores", *map(str, scores)),
        *("--trajectories", *map(str, runs)),
        *("--results", str(root / audit / "analysis" / RESULTS)),
    ]


def _summary(report: Rescored, folder: Path) -> Iterator[str]:
    gained = sum(row.wrong_to_right for row in report.flips)
    lost = sum(row.right_to_wrong for row in report.flips)
    yield f"{report.records} records of {report.study} under {report.scorer.name}, beside the first"
    yield f"wrong to right  {gained} records, {len(report.accepted)} distinct answers"
    yield f"right to wrong  {lost} records, {len(report.lost)} distinct answers"
    yield f"adds accepted answers only: {'yes' if report.adds_only else 'no'}"
    yield from _moved(report)
    yield f"the first scorer's {report.effects_equal} effects equal the frozen results"
    yield f"written to {folder}, read {TEXT} there"


def _moved(report: Rescored) -> Iterator[str]:
    changed: list[Any] = [pair for pair in report.effects if pair.changed]
    for pair in changed:
        name = f"{pair.analysis}/{pair.estimand}"
        yield f"verdict changed  {name}: {pair.first.verdict}, now {pair.second.verdict}"
    if not changed:
        yield "no verdict changed"
