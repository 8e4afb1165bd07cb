"""Under which terms code, data and weights are, and which of them a release passes on."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import Field

from earned.lineage.hashing import sha256_file
from earned.records.base import Record
from earned.records.files import read_text, write_bytes, write_json
from earned.records.lineage import Lineage
from earned.records.model import ModelManifest
from earned.release.source import SOURCE, allowed
from earned.render.templating import template

TERMS = "terms"
TEMPLATES = Path(__file__).with_name("templates")
NOT_STATED = "not stated"


class Part(Record):
    """One thing that has terms of its own."""

    what: str
    name: str
    licence: str = Field(description="as its source states it; an SPDX name where it is one")
    sha256: str = Field(default="", description="of the data file, or of the weights' files")
    redistributed: bool = Field(description="its text or bytes are in this release")
    note: str = ""


class Terms(Record):
    """The file `terms.json`."""

    parts: tuple[Part, ...]


def terms_of(
    config: Mapping[str, Any],
    records: Mapping[str, Lineage],
    weights: Sequence[ModelManifest],
    source: Path,
) -> Terms:
    """Collect the terms of everything in a study.

    Args:
        config: the study's complete configuration.
        records: path to lineage record; the population's names the data file.
        weights: manifests of the models used.
        source: the release's `source/`; a data file of the project's own lies in it.
    """
    data = config["data"]
    code = Part(what="code", name="earned", licence=_code_licence(source), redistributed=True)
    sha256 = data_sha256(records) or data["sha256"] or ""
    questions = Part(
        what="data",
        name=data["name"],
        licence=data["licence"],
        sha256=sha256,
        redistributed=data.get("redistribute", True),
        note=_data_note(data, _place(source, sha256)),
    )
    models = [
        Part(what="model weights", name=manifest.name, licence=manifest.licence,
             redistributed=False, note=f"{manifest.repository} at {manifest.revision}; "
             f"environment/weights/{manifest.name}.json lists their files with hashes")
        for manifest in weights
    ]  # fmt: skip
    return Terms(parts=(code, questions, *models, *_remote(config)))


def data_sha256(records: Mapping[str, Lineage]) -> str:
    """Give the hash of the data file that a study was drawn from; '' where no record names it."""
    named = [d.sha256 for r in records.values() for d in r.inputs if d.option == "data"]
    return next(iter(named), "")


def write_terms(target: Path, terms: Terms) -> None:
    """Write `terms.json`, and the same in words."""
    write_json(target / "terms.json", terms.model_dump(mode="json"))
    text = template(TEMPLATES, "TERMS.md.j2", str).render(parts=terms.parts)
    write_bytes(target / "TERMS.md", text.encode())


def _remote(config: Mapping[str, Any]) -> list[Part]:
    """Name the models that were asked elsewhere; no checkpoint is claimed from a name."""
    return [
        Part(what="remote model", name=alias, licence=NOT_STATED, redistributed=False,
             note="asked over a network; the terms are its provider's")
        for alias, model in config["models"].items()
        if model["engine"] and model["engine"]["kind"] == "openai"
    ]  # fmt: skip


def _place(source: Path, sha256: str) -> str:
    """Say where the data file lies in `source/`; '' where it does not."""
    return next((name for name in allowed(source) if sha256_file(source / name) == sha256), "")


def _data_note(data: Mapping[str, Any], place: str) -> str:
    if data.get("redistribute", True):
        file = f"is {SOURCE}/{place}" if place else "is not"
        return f"the questions that were drawn are here with their sources; the data file {file}"
    return "not here: withheld files stand as hash, length and record count, texts as marks"


def _code_licence(checkout: Path) -> str:
    file = checkout / "pyproject.toml"
    project = tomllib.loads(read_text(file))["project"] if file.is_file() else {}
    given = project.get("license", NOT_STATED)
    return given if isinstance(given, str) else str(given.get("text", NOT_STATED))
