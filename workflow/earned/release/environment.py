"""The environment of a study: what was declared before it ran, and what was seen while it did."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from earned.config.published import published_config
from earned.lineage.hashing import sha256_file
from earned.lineage.outside import OUTSIDE, located
from earned.lineage.stage import environment_digest
from earned.records.base import canonical_json
from earned.records.files import read_json, read_record, write_json
from earned.records.lineage import Lineage
from earned.records.model import ModelManifest
from earned.release.source import SOURCE

ENVIRONMENT = "environment"
WEIGHTS = "weights"
OBSERVED = ("python", "machine", "system", "packages")
"""Of a run record: versions, and nothing that names a host or a time."""


def write_environment(
    target: Path, release: Path, root: Path, records: Mapping[str, Lineage]
) -> list[ModelManifest]:
    """Write `declared.json`, `observed.json` and a manifest for each model's weights.

    Args:
        target: the release's `environment/`.
        release: the release; its `source/` is there already.
        root: the study's results folder.
        records: path to lineage record, of every stage.

    Returns:
        The manifests of the weights that were used, sorted by name.
    """
    config = published_config(root)
    manifests = _manifests(root, records.values())
    locks = sorted((release / SOURCE / "envs").glob("*.lock"))
    declared = {
        "environment_sha256": environment_digest(),
        "locks": {f"{SOURCE}/envs/{lock.name}": sha256_file(lock) for lock in locks},
        "engines": {
            alias: model["engine"] for alias, model in config["models"].items() if model["engine"]
        },
        "controls": sorted(a for a, model in config["models"].items() if not model["engine"]),
        "weights": {name: sha256 for name, (sha256, _) in manifests.items()},
    }
    write_json(target / "declared.json", declared)
    write_json(target / "observed.json", observed(root / "logs" / "runs"))
    known = [manifest for _, manifest in manifests.values() if manifest]
    for manifest in known:
        write_json(target / WEIGHTS / f"{manifest.name}.json", manifest.model_dump(mode="json"))
    return known


def observed(runs: Path) -> list[dict[str, Any]]:
    """List the different environments that runs of stages saw, each with its stages.

    Args:
        runs: the folder of the run records; there may be none.
    """
    found: dict[str, set[str]] = {}
    for file in sorted(runs.glob("*.json")):
        record = read_json(file)
        seen = canonical_json({key: record.get(key) for key in OBSERVED})
        found.setdefault(seen, set()).add(str(record.get("stage", "")))
    return [
        {**json.loads(seen), "stages": sorted(stages)} for seen, stages in sorted(found.items())
    ]


def _manifests(
    root: Path, records: Iterable[Lineage]
) -> dict[str, tuple[str, ModelManifest | None]]:
    """Find the weights that stages read: name to their manifest's hash, and itself if it is here.

    One that is not what a stage read is no witness, and is left out.
    """
    found: dict[str, tuple[str, ModelManifest | None]] = {}
    for digest in (d for record in records for d in record.inputs):
        path = located(digest.path, root)
        if digest.path.startswith(OUTSIDE) and path.name == "manifest.json":
            same = path.is_file() and sha256_file(path) == digest.sha256
            manifest = read_record(path, ModelManifest) if same else None
            found[path.parent.name] = (digest.sha256, manifest)
    return dict(sorted(found.items()))
