"""Whether the code of a release is the code that made its numbers. Nothing of it is run."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import yaml

from earned.audit.report import AuditReport
from earned.config.published import published_config
from earned.errors import UserError
from earned.figures.index import FigureIndex
from earned.figures.rendering import INDEX
from earned.lineage.code import Package
from earned.lineage.hashing import sha256_file, sha256_json, short
from earned.lineage.stage import stage_code_digest
from earned.records.files import read_json, read_record, read_text
from earned.records.lineage import Lineage
from earned.records.release import RESULTS
from earned.release.source import PACKAGE, SOURCE

LOCK = f"{SOURCE}/envs/cpu.lock"
FIGURES = "figures"
_DIGESTS: dict[tuple[str, str, str], str] = {}
"""The same files have the same digest, so one reading a process is enough."""


def check_code(folder: Path, records: Mapping[str, Lineage], report: AuditReport) -> None:
    """Digest the released code, and compare with what the lineage records name.

    Args:
        folder: the release.
        records: those that the published numbers come from: path in the results to record.
        report: takes what was found.

    Raises:
        UserError: there is no package in it.
    """
    package = folder / PACKAGE
    if not (package / "__init__.py").is_file():
        raise UserError("holds no package", where=PACKAGE, remedy="get the release again")
    contents, released = _contents(package), Package(package)
    stages: dict[tuple[str, str], str] = {}
    for where, record in records.items():
        key = record.stage, record.audit
        if key not in stages:
            stages[key] = _digest(contents, released, key)
            _compare_with_ours(key, stages[key], report)
        if stages[key] != record.code_sha256:
            report.fail(where, f"was made by code {short(record.code_sha256)} of stage "
                        f"{record.stage}, {SOURCE}/ holds {short(stages[key])}")  # fmt: skip
        else:
            report.held("lineage records made by the code in source/")


def check_environment(folder: Path, records: Mapping[str, Lineage], report: AuditReport) -> None:
    """Compare the lock files and the declared environment with what the records name."""
    files = sorted((folder / SOURCE / "envs").glob("*.lock"))
    locks = {lock.name: sha256_file(lock) for lock in files}
    found, declared = sha256_json(locks), read_json(folder / "environment" / "declared.json")
    if declared["environment_sha256"] != found:
        report.fail("environment/declared.json", f"declares other lock files than {SOURCE}/envs/")
    for where, record in records.items():
        if record.environment_sha256 != found:
            report.fail(where, f"was made with other lock files than {SOURCE}/envs/")
        else:
            report.held("lineage records made with the lock files in source/")


def check_drawing(folder: Path, report: AuditReport) -> None:
    """Compare what drew the figures with the lock: by other versions none is drawn again."""
    pinned = set(read_text(folder / LOCK).replace(" \\", "").splitlines())
    for index in sorted((folder / RESULTS).glob(f"*/{FIGURES}/{INDEX}")):
        where = index.relative_to(folder).as_posix()
        for name, version in read_record(index, FigureIndex).versions.items():
            if f"{name}=={version}" not in pinned:
                report.fail(where, f"was drawn with {name} {version}, which {LOCK} does not pin")
            else:
                report.held("packages that drew, as the lock file pins them")


def check_configuration(folder: Path, study: str, report: AuditReport) -> None:
    """Compare the configuration that a re-run would read with that of the results."""
    name = f"{SOURCE}/config/studies/{study}.yaml"
    config = published_config(folder / RESULTS)
    if config["study"] != study:
        report.fail(f"{RESULTS}/study/config.json", f"is of study {config['study']}, not {study}")
    if yaml.safe_load(read_text(folder / name)) != config:
        report.fail(name, f"differs from {RESULTS}/study/config.json")
    else:
        report.held("configurations that agree")


def _digest(contents: str, package: Package, key: tuple[str, str]) -> str:
    at = (contents, *key)
    if at not in _DIGESTS:
        _DIGESTS[at] = stage_code_digest(*key, package)
    return _DIGESTS[at]


def _contents(package: Path) -> str:
    files = (path for path in sorted(package.rglob("*")) if path.is_file())
    return sha256_json(
        [[path.relative_to(package).as_posix(), sha256_file(path)] for path in files]
    )


def _compare_with_ours(key: tuple[str, str], found: str, report: AuditReport) -> None:
    """Say it where the audit runs other code: a file made again may then differ for that alone."""
    if found != stage_code_digest(*key):
        report.remarks.append(
            f"stage {key[0]}: this audit runs other code than the release holds; to run its own, "
            f"set PYTHONPATH={SOURCE}/workflow in the release"
        )
