"""Every file of a release against its list: none missing, none more, none other."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from earned.audit.report import AuditReport
from earned.lineage.hashing import sha256_file
from earned.records.files import json_text
from earned.records.release import RELEASE, RESULTS, Release

REQUIRED = (
    f"{RESULTS}/manifest.json",
    f"{RESULTS}/study/config.json",
    f"{RESULTS}/ledger/claims.json",
    "README.md",
    "environment/declared.json",
    "ro-crate-metadata.json",
    "source/Snakefile",
    "source/workflow/earned/__init__.py",
    "subjects.intoto.jsonl",
    "terms/terms.json",
)
"""What no release can do without."""
TOP = frozenset(PurePosixPath(name).parts[0] for name in (*REQUIRED, RELEASE))
"""What may lie at the top of a release."""


def check_inventory(folder: Path, release: Release, report: AuditReport) -> None:
    """Compare the folder with `release.json`, byte for byte."""
    if (folder / RELEASE).read_bytes() != json_text(release.model_dump(mode="json")).encode():
        report.fail(RELEASE, "is not written as a release writes it")
    for name in REQUIRED:
        if name not in release.files:
            report.fail(name, "is not in the list, and no release can do without it")
    present = set(_present(folder, report))
    for name in sorted(release.files.keys() | present):
        if not _is_plain(name):
            report.fail(name, "is no plain name of a file in the folder")
        elif name not in present:
            report.fail(name, "is listed and missing")
        elif name not in release.files:
            report.fail(name, "is not listed")
        elif PurePosixPath(name).parts[0] not in TOP:
            report.fail(name, "lies where a release has nothing")
        else:
            _compare(folder, name, release, report)


def _compare(folder: Path, name: str, release: Release, report: AuditReport) -> None:
    listed, path = release.files[name], folder / name
    if path.stat().st_size != listed.size:
        report.fail(name, f"has {path.stat().st_size} bytes, {RELEASE} says {listed.size}")
    elif sha256_file(path) != listed.sha256:
        report.fail(name, f"its SHA-256 differs from {RELEASE}")
    else:
        report.held("listed files, by size and SHA-256")


def _present(folder: Path, report: AuditReport) -> Iterator[str]:
    """List the regular files; anything else is a failure, and no link is followed."""
    for at, folders, files in os.walk(folder, followlinks=False):
        for name in sorted((*folders, *files)):
            path = Path(at) / name
            relative = path.relative_to(folder).as_posix()
            if path.is_symlink():
                report.fail(relative, "is a symbolic link")
            elif path.is_file():
                if relative != RELEASE:
                    yield relative
            elif not path.is_dir():
                report.fail(relative, "is neither a file nor a folder")


def _is_plain(name: str) -> bool:
    """Whether a name stays inside the folder, on every system, and is written in one way only."""
    path = PurePosixPath(name)
    parts = name.split("/")
    return (
        not path.is_absolute()
        and path.as_posix() == name
        and not {"", ".", ".."} & set(parts)
        and not any(c in name for c in "\\:\0")
        and name.isprintable()
    )
