"""The release as a Workflow Run RO-Crate: what ran, on what, with which result."""

from __future__ import annotations

import mimetypes
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from rocrate.model import ComputationalWorkflow, ContextEntity, File
from rocrate.model.computerlanguage import get_lang
from rocrate.rocrate import ROCrate

from earned.lineage.outside import OUTSIDE
from earned.records.files import json_text
from earned.records.lineage import FileDigest, Lineage
from earned.records.release import RESULTS, ReleasedFile
from earned.release.source import SOURCE

NAME = "ro-crate-metadata.json"
WORKFLOW = f"{SOURCE}/Snakefile"
PROFILES = {
    "https://w3id.org/ro/wfrun/process/0.6": ("Process Run Crate", "0.6"),
    "https://w3id.org/ro/wfrun/workflow/0.6": ("Workflow Run Crate", "0.6"),
    "https://w3id.org/workflowhub/workflow-ro-crate/1.1": ("Workflow RO-Crate", "1.1"),
}
NO_DATE = "1970-01-01"
"""RO-Crate asks for a date, and a release's bytes hold no clock."""
_TYPES = {".jsonl": "application/jsonl", ".parquet": "application/vnd.apache.parquet",
          ".md": "text/markdown", ".smk": "text/x-snakemake", ".py": "text/x-python",
          ".lock": "text/plain", ".in": "text/plain", ".j2": "text/x-jinja2",
          ".yaml": "application/yaml", ".tex": "application/x-tex"}  # fmt: skip


def crate_text(
    study: str, licence: str, files: Mapping[str, ReleasedFile], records: Mapping[str, Lineage]
) -> str:
    """Describe a release; the same release gives the same text.

    Args:
        study: its name.
        licence: terms of the code.
        files: path to identity of the release's files, this one excepted.
        records: path to lineage record, of every stage.
    """
    crate = ROCrate()
    _describe(crate, study)
    about = {name: _file(crate, name, file) for name, file in files.items()}
    crate.root_dataset["hasPart"] = list(about.values())
    workflow = about[WORKFLOW]
    workflow["programmingLanguage"] = crate.add(get_lang(crate, "snakemake"))
    workflow["name"], workflow["license"] = "Earned", licence
    crate.root_dataset["mainEntity"] = workflow
    outside = _Outside(crate)
    actions = [
        _action(crate, where, record, about, outside) for where, record in sorted(records.items())
    ]
    crate.root_dataset["mentions"] = [_whole(crate, study, records, about, outside), *actions]
    return json_text(_sorted(crate.metadata.generate()))


def _describe(crate: ROCrate, study: str) -> None:
    root = crate.root_dataset
    root["name"] = f"Study {study}, audited with Earned"
    root["description"] = (
        "Records, results, claim ledger and code of a study. The date is a placeholder: no byte "
        "of this release comes from a clock. terms/TERMS.md says what is under which terms."
    )
    root["datePublished"] = NO_DATE
    root["license"] = "terms/TERMS.md"
    root["conformsTo"] = [
        crate.add(ContextEntity(crate, url, {"@type": "CreativeWork", "name": name, "version": n}))
        for url, (name, n) in PROFILES.items()
    ]


def _file(crate: ROCrate, name: str, file: ReleasedFile) -> File:
    ending = Path(name).suffix
    made = {
        "name": name,
        "sha256": file.sha256,
        "contentSize": str(file.size),
        "encodingFormat": _TYPES.get(ending) or mimetypes.types_map.get(ending, "text/plain"),
    }
    if name == WORKFLOW:
        return crate.add(ComputationalWorkflow(crate, None, name, properties=made))
    if ending == ".py":
        made["@type"] = ["File", "SoftwareSourceCode"]  # type: ignore[assignment]
    return crate.add(File(crate, None, name, properties=made))


class _Outside:
    """What a stage read that is not in the release: known by name and hash."""

    def __init__(self, crate: ROCrate) -> None:
        self._crate = crate
        self._made: dict[str, ContextEntity] = {}

    def entity(self, digest: FileDigest) -> ContextEntity:
        """Describe it once for each hash."""
        key = f"#not-here/{quote(digest.path.removeprefix(OUTSIDE))}"
        if key not in self._made:
            given = {"@type": "CreativeWork", "name": digest.path, "identifier": digest.sha256}
            self._made[key] = self._crate.add(ContextEntity(self._crate, key, given))
        return self._made[key]


def _action(
    crate: ROCrate, where: str, record: Lineage, about: Mapping[str, File], outside: _Outside
) -> ContextEntity:
    folder = where.rpartition("/")[0]
    return crate.add(
        ContextEntity(
            crate,
            f"#run/{quote(folder)}",
            {
                "@type": "CreateAction",
                "name": f"stage {record.stage}: {folder}",
                "description": f"code {record.code_sha256}, parameters in {RESULTS}/{where}",
                "instrument": about[f"{SOURCE}/workflow/earned/{record.stage}/__main__.py"],
                "object": _entities(record.inputs, about, outside),
                "result": _entities(record.outputs, about, outside),
            },
        )
    )


def _whole(
    crate: ROCrate,
    study: str,
    records: Mapping[str, Lineage],
    about: Mapping[str, File],
    outside: _Outside,
) -> ContextEntity:
    """Describe the run of the whole workflow: in go the files that no stage made."""
    inputs = {d.path: d for record in records.values() for d in record.inputs}
    given = [d for path, d in sorted(inputs.items()) if path.startswith(OUTSIDE)]
    results = [about[name] for name in about if name.startswith(f"{RESULTS}/")]
    return crate.add(
        ContextEntity(
            crate,
            "#run",
            {
                "@type": "CreateAction",
                "name": f"snakemake: study {study}",
                "instrument": about[WORKFLOW],
                "object": [
                    about[f"{SOURCE}/config/studies/{study}.yaml"],
                    *_entities(given, about, outside),
                ],
                "result": results,
            },
        )
    )


def _entities(
    digests: Iterable[FileDigest], about: Mapping[str, File], outside: _Outside
) -> list[Any]:
    return [about.get(_place(digest.path)) or outside.entity(digest) for digest in digests]


def _place(path: str) -> str:
    """Say where a stage's file would lie in the release."""
    if path.startswith(OUTSIDE):
        return f"{SOURCE}/{path.removeprefix(OUTSIDE)}"
    return f"{RESULTS}/{path}"


def _sorted(document: dict[str, Any]) -> dict[str, Any]:
    """Put the descriptor and the root first, and the rest in the order of their ids."""
    first = (NAME, "./")
    graph = document["@graph"]
    ends = [next(e for e in graph if e["@id"] == name) for name in first]
    rest = sorted((e for e in graph if e["@id"] not in first), key=lambda e: str(e["@id"]))
    return {**document, "@graph": [*ends, *rest]}
