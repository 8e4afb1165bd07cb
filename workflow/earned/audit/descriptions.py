"""Whether the descriptions of a release, RO-Crate and in-toto, say of its files what they are."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from earned.audit.report import AuditReport
from earned.errors import UserError
from earned.records.files import parse_json, read_json, read_text
from earned.records.lineage import Lineage
from earned.records.release import RELEASE, RESULTS, Release

CRATE = "ro-crate-metadata.json"
SUBJECTS = "subjects.intoto.jsonl"
STATEMENT = "https://in-toto.io/Statement/v1"
_UNDESCRIBED = frozenset((CRATE, RELEASE))


def check_crate(folder: Path, release: Release, report: AuditReport) -> None:
    """Compare every file that the crate describes with the list, and the other way round."""
    graph = read_json(folder / CRATE)["@graph"]
    by_id = {entity["@id"]: entity for entity in graph}
    if len(by_id) != len(graph):
        report.fail(CRATE, "describes something twice")
    parts = {unquote(part["@id"]) for part in by_id["./"]["hasPart"]}
    described = {unquote(i): e for i, e in by_id.items() if _is_file(e) and i not in _UNDESCRIBED}
    for name in sorted(described.keys() | parts | (release.files.keys() - _UNDESCRIBED)):
        if name not in release.files:
            report.fail(CRATE, f"describes {name}, which is not in the release")
        elif name not in described or name not in parts:
            report.fail(CRATE, f"does not describe {name}")
        else:
            _compare(name, described[name], release, report)


def _is_file(entity: Mapping[str, Any]) -> bool:
    kinds = entity["@type"]
    return "File" in (kinds if isinstance(kinds, list) else [kinds])


def _compare(name: str, entity: Mapping[str, Any], release: Release, report: AuditReport) -> None:
    listed = release.files[name]
    if entity.get("sha256") != listed.sha256:
        report.fail(CRATE, f"gives {name} another SHA-256")
    elif str(entity.get("contentSize")) != str(listed.size):
        report.fail(CRATE, f"gives {name} another size")
    else:
        report.held("files as the RO-Crate describes them")


def check_subjects(
    folder: Path, release: Release, records: Mapping[str, Lineage], report: AuditReport
) -> None:
    """Compare every statement with the files, or with what a release says of those replaced."""
    expected = {f"{RESULTS}/{d.path}": d.sha256 for r in records.values() for d in r.outputs}
    subjects: dict[str, str] = {}
    for number, line in enumerate(read_text(folder / SUBJECTS).splitlines(), start=1):
        where = f"{SUBJECTS}, line {number}"
        statement = parse_json(line, where=where)
        if statement["_type"] != STATEMENT:
            raise UserError("is no in-toto statement", where=where)
        for subject in statement["subject"]:
            subjects[subject["name"]] = subject["digest"]["sha256"]
    replaced = {f"{RESULTS}/{gone.path}": gone.sha256 for gone in release.replaced}
    here = {name: file.sha256 for name, file in release.files.items()} | replaced
    for name in sorted(subjects.keys() | expected.keys()):
        if name not in subjects:
            report.fail(SUBJECTS, f"has no subject {name}")
        elif subjects[name] != here.get(name):
            report.fail(SUBJECTS, f"gives {name} another SHA-256 than {RELEASE}")
        elif subjects[name] != expected.get(name):
            report.fail(SUBJECTS, f"gives {name} another SHA-256 than its lineage record")
        else:
            report.held("in-toto subjects that are the release's files")
