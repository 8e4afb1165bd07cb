"""Every file against the manifest, every lineage record against the files it names."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from earned.errors import UserError
from earned.ledger.manifest import MANIFEST, Manifest, covered_files, linked_folders
from earned.lineage.hashing import sha256_file
from earned.lineage.outside import OUTSIDE, located
from earned.lineage.stage import LINEAGE
from earned.records.files import json_text, read_record
from earned.records.lineage import FileDigest, Lineage
from earned.records.model import ModelManifest
from earned.records.release import Replacement
from earned.verify.counts import check_count
from earned.verify.report import Report

ENDS = ("ledger/lineage.json", "study/lineage.json")


class HashCheck:
    """Hashes each file of a results folder once.

    Attributes:
        hashes: path to SHA-256; of the original, where a release replaced the file.
        records: every lineage record, by path.
        used: those that the published numbers come from.
    """

    def __init__(
        self, root: Path, report: Report, replaced: Mapping[str, Replacement] | None = None
    ) -> None:
        self.hashes: dict[str, str] = {}
        self.records: dict[str, Lineage] = {}
        self.used: dict[str, Lineage] = {}
        self._root = root
        self._report = report
        self._replaced = replaced or {}
        self._outside: set[tuple[str, str]] = set()

    def run(self) -> None:
        """Check manifest, coverage and lineage."""
        self._check_manifest()
        covered = {MANIFEST, *(name for name in self.hashes if name.endswith(f"/{LINEAGE}"))}
        records = self.records = self._read_lineages()
        used = behind_numbers(records)
        self.used = {where: record for where, record in records.items() if where in used}
        for where, record in records.items():
            covered.update(digest.path for digest in record.outputs)
            self._check_outputs(record, where)
            if where in used:
                self._check_inputs(record, where)
        self._report.unused = sorted(records.keys() - used)
        for name in linked_folders(self._root):
            self._report.fail(name, "is a link to a folder, and no hash covers what is in it")
        for name in covered_files(self._root):
            if name not in covered:
                self._report.fail(name, "no lineage record names it")

    def _check_manifest(self) -> None:
        path = self._root / MANIFEST
        self._report.root_sha256 = sha256_file(path)
        manifest = read_record(path, Manifest)
        if path.read_bytes() != json_text(manifest.model_dump(mode="json")).encode():
            self._report.fail(MANIFEST, "is not written as the manifest stage writes it")
        listed = manifest.files
        present = covered_files(self._root)
        self.hashes = {name: sha256_file(self._root / name) for name in present}
        self._take_replaced()
        for name in sorted(listed.keys() | self.hashes.keys()):
            if name not in self.hashes:
                self._report.fail(name, "is listed in the manifest and missing")
            elif name not in listed:
                self._report.fail(name, "is not listed in the manifest")
            elif listed[name] != self.hashes[name]:
                self._report.fail(name, f"its SHA-256 differs from {MANIFEST}")
            else:
                self._report.files += 1

    def _take_replaced(self) -> None:
        """Take the originals' hashes for what a release replaced; a withheld file is not there."""
        for name, original in self._replaced.items():
            if (name in self.hashes) != (original.kind == "redacted"):
                self._report.fail(name, f"is said to be {original.kind}, which it is not")
            self.hashes[name] = original.sha256

    def _read_lineages(self) -> dict[str, Lineage]:
        found = {}
        for where in covered_files(self._root):
            if where.rpartition("/")[2] != LINEAGE:
                continue
            try:
                found[where] = read_record(self._root / where, Lineage)
            except UserError as error:
                self._report.fail(where, f"is no lineage record ({error})")
        return found

    def _check_outputs(self, record: Lineage, where: str) -> None:
        for digest in record.outputs:
            self._check(digest, where, "output")
            if digest.path in self.hashes and digest.path not in self._replaced:
                check_count(self._root / digest.path, digest, where, self._report)

    def _check_inputs(self, record: Lineage, where: str) -> None:
        for digest in record.inputs:
            if digest.path.startswith(OUTSIDE):
                self._check_outside(digest, where)
            else:
                self._check(digest, where, "input")

    def _check(self, digest: FileDigest, where: str, role: str) -> None:
        found = self.hashes.get(digest.path)
        if found is None:
            self._report.fail(digest.path, f"is missing, and {role} of {where}")
        elif found != digest.sha256:
            self._report.fail(digest.path, f"differs from what {where} records as {role}")
        if digest.lineage is not None:
            producer = (Path(digest.path).parent / LINEAGE).as_posix()
            if self.hashes.get(producer) != digest.lineage:
                self._report.fail(producer, f"differs from what {where} records")

    def _check_outside(self, digest: FileDigest, where: str) -> None:
        path = located(digest.path, self._root)
        blame = f"differs from what {where} records as input"
        held = self._compare_outside(digest.path, digest.sha256, blame)
        if held and path.name == MANIFEST:
            self._check_weights(digest.path, path)

    def _check_weights(self, name: str, manifest: Path) -> None:
        """Compare a model's files with its manifest, which is the recorded input."""
        folder = name.rpartition("/")[0]
        for file in read_record(manifest, ModelManifest).files:
            blame = "differs from the model's manifest"
            self._compare_outside(f"{folder}/{file.name}", file.sha256, blame)

    def _compare_outside(self, name: str, expected: str, blame: str) -> bool:
        """Compare a file once, however many records name it; say whether it was and held."""
        if (name, expected) in self._outside:
            return False
        self._outside.add((name, expected))
        path = located(name, self._root)
        if not path.is_file():
            self._report.outside_absent.append(name)
        elif sha256_file(path) != expected:
            self._report.fail(name, blame)
        else:
            self._report.outside_compared += 1
            return True
        return False


def behind_numbers(records: Mapping[str, Lineage]) -> set[str]:
    """Find the lineage records that the published numbers come from.

    A model taken out of a study leaves its records behind. They stay evidence of their own outputs,
    but their inputs may since have been made anew for the others.
    """
    waiting, found = list(ENDS), set()
    while waiting:
        where = waiting.pop()
        if where in records and where not in found:
            found.add(where)
            inputs = (digest.path for digest in records[where].inputs)
            waiting += ((Path(name).parent / LINEAGE).as_posix() for name in inputs)
    return found
