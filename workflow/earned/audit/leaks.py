"""Look through every file of a release for what should not have left a machine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from earned.audit.report import AuditReport
from earned.config.published import published_config
from earned.errors import UserError
from earned.leaks.files import Scanner
from earned.leaks.kinds import ALL, IN_SOURCE
from earned.leaks.machine import Machine
from earned.leaks.scan import find_hits
from earned.records.artifact import Artifact
from earned.records.files import read_records
from earned.records.population import Member
from earned.records.release import RESULTS
from earned.release.source import SOURCE

MOST_TOLD = 3
"""Leaks of one file that a report names; the others are counted."""


def check_leaks(folder: Path, report: AuditReport) -> None:
    """Scan every file and its name; in source code, patterns and examples are no leaks."""
    config = published_config(folder / RESULTS)
    machine = Machine.here(key_variables(config))
    quoted = _quoted(folder / RESULTS, config["audits"], machine, report)
    for part in sorted(folder.iterdir()):
        kinds = IN_SOURCE if part.name == SOURCE else ALL
        scanner = Scanner(machine, kinds, quoted)
        found = scanner.folder(part) if part.is_dir() else {"": scanner.file(part)}
        for name, leaks in found.items():
            where = f"{part.name}/{name}".rstrip("/")
            for leak in leaks[:MOST_TOLD]:
                report.fail(where, f"holds {leak}")
            if len(leaks) > MOST_TOLD:
                report.fail(where, f"holds {len(leaks) - MOST_TOLD} more leaks")
        files = sum(1 for path in part.rglob("*") if path.is_file()) if part.is_dir() else 1
        report.held("files looked through for leaks", files)
        _remark_on_data(scanner, part.name, report)


def key_variables(config: Mapping[str, Any]) -> list[str]:
    """Name the environment variables that hold the keys of a study's engines."""
    engines = (model.get("engine") or {} for model in config["models"].values())
    return [str(engine["api_key_env"]) for engine in engines if engine.get("api_key_env")]


def frozen_texts(results: Path, audits: list[str]) -> Iterator[str]:
    """Give the texts of the benchmark and of the planted sources, as far as they are here."""
    for audit in audits:
        items = results / audit / "population" / "items.jsonl"
        for member in read_records(items, Member) if items.is_file() else ():
            yield from (member.item.question, member.item.answer)
            yield from (text for s in member.item.sources for text in (s.title, s.text))
        for file in sorted((results / audit / "artifacts").glob("*/artifacts.jsonl")):
            for arm in (a for one in read_records(file, Artifact) for a in one.arms.values()):
                yield arm.value
                yield from (text for one in arm.planted for text in (one.sentence, one.text))


def _quoted(
    results: Path, audits: list[str], machine: Machine, report: AuditReport
) -> frozenset[str]:
    """Collect what the benchmark's own text holds that would be a leak of ours."""
    try:
        texts = list(frozen_texts(results, audits))
    except UserError as error:
        report.fail("leaks", f"the benchmark's text cannot be read ({error})")
        return frozenset()
    joined = "\n\n".join(dict.fromkeys(texts))
    return frozenset(joined[hit.start : hit.end] for hit in find_hits(joined, machine))


def _remark_on_data(scanner: Scanner, part: str, report: AuditReport) -> None:
    if scanner.of_data:
        report.remarks.append(
            f"{part}: {scanner.of_data} matches stand in the benchmark's own text, and are no leaks"
        )
