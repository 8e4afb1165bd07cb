"""The code of a release: an allow-list of the checkout, and the proof that it made the numbers."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

import yaml

from earned.config.published import published_config
from earned.errors import UserError
from earned.lineage.code import OURS, Package
from earned.lineage.hashing import sha256_file
from earned.lineage.stage import environment_digest, stage_code_digest
from earned.records.files import write_bytes
from earned.records.lineage import Lineage

SOURCE = "source"
PACKAGE = f"{SOURCE}/workflow/earned"
FILES = ("Snakefile", "Makefile", "README.md", "pyproject.toml", "LICENSE", "LICENCE",
         "config/config.yaml", "config/default.yaml", "config/schema.json",
         "config/README.md")  # fmt: skip
FOLDERS = {
    "workflow/earned": (".py", ".j2", ".txt", ".json"),
    "rules": (".smk",),
    "envs": (".in", ".lock", ".yaml"),
    "config/models": (".yaml",),
    "profiles": (".yaml",),
    "resources/published": (".json",),
    "resources/embedded": (".json", ""),
    "docs": (".md",),
}
"""Folder to the endings that belong to the project; what else lies there is a user's own."""


def copy_source(checkout: Path, target: Path, results: Path, without: frozenset[str]) -> None:
    """Copy the project's own files, and write the study's configuration among them.

    Args:
        checkout: the folder that holds `Snakefile` and `workflow/`.
        target: the release's `source/`.
        results: the study's results folder, whose configuration is complete and publishable.
        without: SHA-256 of files that may not be passed on.
    """
    for name in allowed(checkout):
        if sha256_file(checkout / name) not in without:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(checkout / name, target / name)
    config = published_config(results)
    text = yaml.safe_dump(config, sort_keys=True, allow_unicode=True)
    write_bytes(target / "config" / "studies" / f"{config['study']}.yaml", text.encode())


def allowed(checkout: Path) -> Iterator[str]:
    """Name the files of a checkout that a release takes, relative to it."""
    yield from (name for name in FILES if (checkout / name).is_file())
    for folder, endings in FOLDERS.items():
        for path in sorted((checkout / folder).rglob("*")):
            name = path.relative_to(checkout)
            plain = not any(part.startswith((".", "__pycache__")) for part in name.parts)
            if plain and path.suffix in endings and path.is_file() and not path.is_symlink():
                yield name.as_posix()


def check_code(records: Mapping[str, Lineage], package: Package = OURS) -> None:
    """Compare code and lock files with those that made a study.

    Args:
        records: path to lineage record of every stage that the numbers come from.
        package: this code, or the copy in a release.

    Raises:
        UserError: another code made one of them, or other locked versions.
    """
    for where, record in sorted(records.items()):
        if stage_code_digest(record.stage, record.audit, package) != record.code_sha256:
            raise UserError(
                f"was made by another code of stage {record.stage} than this checkout's",
                where=where,
                remedy="run snakemake again, then release",
            )
        if record.environment_sha256 != environment_digest():
            raise UserError(
                "was made with other lock files than those in envs/",
                where=where,
                remedy="run snakemake --forceall, which asks no model twice, then release",
            )
