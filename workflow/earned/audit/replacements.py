"""What a release replaced or left out: whether it says so truly, and what hangs on it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from earned.audit.report import AuditReport
from earned.config.published import published_config
from earned.records.files import read_record
from earned.records.lineage import FileDigest, Lineage
from earned.records.model import ModelManifest
from earned.records.release import RESULTS, Release, Replacement
from earned.verify.counts import check_count
from earned.verify.report import Report

WEIGHTS = (".gguf", ".safetensors", ".bin", ".pt", ".pth", ".ckpt", ".onnx", ".h5", ".npz")
"""Endings of files that hold a model."""
REMADE = ("tables", "ledger")
"""Stages that a release runs again on what it redacted."""


def check_replacements(
    folder: Path, release: Release, records: Mapping[str, Lineage], report: AuditReport
) -> None:
    """Compare each replaced file with the record of what made it."""
    made = {digest.path: digest for record in records.values() for digest in record.outputs}
    again = {d.path for r in records.values() if r.stage in REMADE for d in r.outputs}
    data = published_config(folder / RESULTS)["data"]
    passed_on = data.get("redistribute", True)
    for gone in release.replaced:
        here = f"{RESULTS}/{gone.path}"
        if gone.remade:
            report.held("files made again from the texts as released")
        else:
            report.not_rederived.append(f"{gone.path} is {gone.kind}: {gone.why}")
        if gone.remade and gone.path not in again:
            report.fail(here, "is said to be made again, and its stage is not run for a release")
        if gone.kind == "withheld" and passed_on:
            report.fail(here, "is withheld, and the terms of the data let it be passed on")
        if (here in release.files) != (gone.kind == "redacted"):
            report.fail(here, f"is said to be {gone.kind}, which it is not")
        elif gone.path not in made:
            report.fail(here, f"is said to be {gone.kind}, and no lineage record names it")
        elif wrong := _difference(gone, made[gone.path]):
            report.fail(here, f"its original has another {wrong} than its lineage record says")
        elif gone.kind == "redacted":
            _check_count(folder / here, made[gone.path], report)
        else:
            report.held("withheld files, known by hash, size and record count")
    for name, why in release.left_out.items():
        report.not_rederived.append(f"{RESULTS}/{name}/ is left out: {why}")
        if any(file.startswith(f"{RESULTS}/{name}/") for file in release.files):
            report.fail(f"{RESULTS}/{name}", "is said to be left out, and is here")


def _difference(gone: Replacement, made: FileDigest) -> str:
    pairs = {"SHA-256": (gone.sha256, made.sha256), "size": (gone.size, made.size),
             "record count": (gone.records, made.records)}  # fmt: skip
    return next((what for what, (said, is_so) in pairs.items() if said != is_so), "")


def _check_count(path: Path, made: FileDigest, report: AuditReport) -> None:
    """Count the records of a redacted file, which lost texts and no record."""
    counted = Report()
    check_count(path, made, "its lineage record", counted)
    report.failures.extend(f"{RESULTS}/{failure}" for failure in counted.failures)
    if counted.passed:
        report.held("redacted files with all their records")


def check_terms(folder: Path, release: Release, report: AuditReport) -> None:
    """Look for data that may not be passed on, and for model weights, which never are."""
    config = published_config(folder / RESULTS)
    for audit in config["audits"] if not config["data"].get("redistribute", True) else ():
        items = f"{RESULTS}/{audit}/population/items.jsonl"
        if items in release.files:
            report.fail(items, f"is here, and data {config['data']['name']} may not be passed on")
    weights = {
        file.sha256: f"{manifest.name}/{file.name}"
        for path in sorted((folder / "environment" / "weights").glob("*.json"))
        for manifest in [read_record(path, ModelManifest)]
        for file in manifest.files
    }
    for name, listed in release.files.items():
        if listed.sha256 in weights:
            report.fail(name, f"is {weights[listed.sha256]}: weights are never passed on")
        elif Path(name).suffix.lower() in WEIGHTS:
            report.fail(name, "has the name of model weights, which are never passed on")
    report.held("files that are no model weights", len(release.files))
