"""What the audit of the grader reads of a finished study, and of nothing else."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from earned.audits.registry import stage_module
from earned.config.published import CONFIG, published_config
from earned.errors import UserError
from earned.grader.graded import Answer, distinct_answers
from earned.grader.headline import Headline
from earned.lineage.hashing import sha256_file
from earned.lineage.stage import LINEAGE
from earned.records.files import read_json, read_record, read_records
from earned.records.lineage import Lineage
from earned.records.population import Member
from earned.records.table import read_table

AGAIN = "run snakemake to its end, then try again"


@dataclass(frozen=True)
class Graders:
    """The machine's gradings of one audit, and what its analysis made of them."""

    audit: str
    tables: list[pl.DataFrame]
    parameters: Mapping[str, Any]
    frozen: Any
    answers: list[Answer]

    def headlines(self, without: Collection[str]) -> list[Headline]:
        """Estimate the headline effects without some questions."""
        found: list[Headline] = stage_module(self.audit, "grading").headlines(
            self.tables, self.parameters, self.frozen, without
        )
        return found


@dataclass(frozen=True)
class Study:
    """A study's distinct answers, with the files that they were read from.

    Attributes:
        name: the study.
        sources: score tables, questions and analyses: relative path to SHA-256.
        graders: one for each audit.
    """

    name: str
    sources: dict[str, str]
    graders: tuple[Graders, ...]

    @property
    def answers(self) -> list[Answer]:
        """The population of the audit."""
        return [answer for grader in self.graders for answer in grader.answers]

    @classmethod
    def read(cls, root: Path) -> Study:
        """Read a finished study.

        Raises:
            UserError: it is not finished, or is being made anew.
        """
        if not (root / CONFIG).is_file():
            raise UserError(f"has no {CONFIG}, so it is no study", where=str(root),
                            remedy="name a folder such as results/demo")  # fmt: skip
        config, sources = published_config(root), dict[str, str]()
        graders = tuple(_graders(root, str(audit), sources) for audit in config["audits"])
        return cls(str(config["study"]), sources, graders)


def _graders(root: Path, audit: str, sources: dict[str, str]) -> Graders:
    folder = root / audit / "analysis"
    lineage = read_record(folder / LINEAGE, Lineage)
    hook = stage_module(audit, "grading")
    tables = []
    for digest in sorted(lineage.inputs, key=lambda one: one.path):
        if digest.option == "scores":
            sources[digest.path] = _unchanged(root, digest.path, digest.sha256)
            tables.append(read_table(root / digest.path, hook.ROW))
    results = folder / "frozen_results.json"
    items = root / audit / "population" / "items.jsonl"
    sources[items.relative_to(root).as_posix()] = sha256_file(items)
    questions = {m.item.qid: m.item.question for m in read_records(items, Member)}
    return Graders(
        audit=audit,
        tables=tables,
        parameters=lineage.parameters,
        frozen=read_json(results),
        answers=distinct_answers(audit, hook.answers(tables), questions),
    )


def _unchanged(root: Path, name: str, expected: str) -> str:
    """Hash a score table, which must be the one that the study's results come from."""
    if sha256_file(root / name) != expected:
        raise UserError("is not what the study's results come from", where=str(root / name),
                        remedy=AGAIN)  # fmt: skip
    return expected
