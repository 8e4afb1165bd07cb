"""The results of a release: copied, and where something may not leave, replaced or left out."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from earned.audit.replacements import REMADE
from earned.errors import UserError
from earned.ledger.manifest import LOGS, MANIFEST, RELEASE, covered_files
from earned.lineage.stage import LINEAGE, Stage
from earned.records.files import write_bytes
from earned.records.lineage import Lineage
from earned.records.release import Replacement
from earned.release.redact import READABLE, Change, Redacted, redact
from earned.release.stray import DataText, text_of
from earned.release.texts import Kept, marked, rule_of
from earned.verify.remake import build_again

NEVER = ("study/config.json", MANIFEST)
"""What a release cannot do without, besides the lineage records."""
EVIDENCE = "/agents/"
OF_ORIGINALS = "it was made of files that this release holds in another form"


@dataclass
class Released:
    """What a release says of the results that it does not hold as they were."""

    replaced: dict[str, Replacement] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)


class Results:
    """Copies a results folder into a release.

    Args:
        root: the study's results folder.
        target: the release's `results/`.
        records: path to lineage record, of every stage.
        audits: the study's audits.
        terms: why texts of the data are not passed on; '' where they are.
        cleaner: takes what names a machine, a person or a secret out of a text.
    """

    def __init__(
        self,
        root: Path,
        target: Path,
        records: Mapping[str, Lineage],
        audits: Iterable[str],
        terms: str,
        cleaner: Change,
    ) -> None:
        self._root = root
        self._target = target
        self._records = records
        self._audits = tuple(audits)
        self._terms = terms
        self._cleaner = cleaner
        self._counts = {d.path: d.records for r in records.values() for d in r.outputs}
        self.released = Released()

    def copy(self, known: Iterable[str]) -> Released:
        """Copy every file, replace what may not leave, and make again what hangs on it.

        Args:
            known: texts that are none of the data's, whatever the data hold.

        Raises:
            UserError: what a release cannot do without holds text of the data.
        """
        for name in covered_files(self._root):
            self._one(name)
        write_bytes(self._target / MANIFEST, (self._root / MANIFEST).read_bytes())
        self._make_again()
        self._copy_uncovered()
        if self._terms:
            data = DataText.of_study(self._root, self._audits, known)
            self._withhold_strays(data)
        return self.released

    def _one(self, name: str) -> None:
        content = (self._root / name).read_bytes()
        holds, kept = rule_of(name, self._audits) if self._terms else (False, None)
        if holds and kept is None:
            self._replace(name, content, None, self._terms)
            return
        why = []
        if kept is not None:
            redacted = redact(name, content, _marking(kept), kept.at)
            content = redacted.content
            why += _said(redacted, f"{self._terms}, and they are replaced by length and SHA-256")
        if Path(name).suffix in READABLE and not _is_frame(name):
            redacted = redact(name, content, self._cleaner)
            content = redacted.content
            why += _said(redacted, "removed what names a machine, a person or a secret")
        if why:
            self._replace(name, (self._root / name).read_bytes(), content, "; ".join(why))
        else:
            write_bytes(self._target / name, content)

    def _replace(
        self, name: str, original: bytes, content: bytes | None, why: str, remade: bool = False
    ) -> None:
        self.released.replaced[name] = Replacement(
            path=name,
            kind="withheld" if content is None else "redacted",
            sha256=hashlib.sha256(original).hexdigest(),
            size=len(original),
            records=self._counts.get(name),
            why=why,
            remade=remade,
        )
        if content is None:
            (self._target / name).unlink(missing_ok=True)
        else:
            write_bytes(self._target / name, content)

    def _copy_uncovered(self) -> None:
        """Copy what lies outside the manifest, or leave it out where it may show texts."""
        covered = {Path(name).parts[0] for name in covered_files(self._root)}
        skipped = {LOGS, RELEASE, MANIFEST, *covered}
        evident = all(EVIDENCE in name for name in self.released.replaced)
        why = self._terms or ("" if evident else OF_ORIGINALS)
        for path in sorted(self._root.iterdir()):
            if path.name in skipped or path.name.startswith(".") or not path.is_dir():
                continue
            if why:
                self.released.left_out[path.name] = why
            else:
                shutil.copytree(path, self._target / path.name, copy_function=shutil.copyfile)

    def _make_again(self) -> None:
        """Run the stages again whose inputs have other texts here, and take what differs."""
        for stage in REMADE:
            for where, record in sorted(self._records.items()):
                inputs = {digest.path for digest in record.inputs}
                if record.stage == stage and inputs & self.released.replaced.keys():
                    self._remake(where.rpartition("/")[0], record)

    def _remake(self, folder: str, record: Lineage) -> None:
        stage = Stage(record.stage, record.audit, self._target, dict(record.parameters))
        with tempfile.TemporaryDirectory() as scratch:
            build_again(stage, record, Path(scratch))
            for made in sorted(Path(scratch).iterdir()):
                name, content = f"{folder}/{made.name}", made.read_bytes()
                if content != (original := (self._root / name).read_bytes()):
                    why = f"stage {record.stage} made it again from the results as released"
                    self._replace(name, original, content, why, remade=True)

    def _withhold_strays(self, data: DataText) -> None:
        """Leave out every file that still shows text of the data."""
        for path in sorted(p for p in self._target.rglob("*") if p.is_file()):
            name = path.relative_to(self._target).as_posix()
            if not data.strays(text_of(name, path.read_bytes())):
                continue
            if _is_frame(name):
                raise UserError("holds text of the data, which may not be passed on", where=name,
                                remedy="take the question, answer or value out of the study's "
                                "configuration, and run snakemake again")  # fmt: skip
            self._replace(name, (self._root / name).read_bytes(), None, self._terms)


def _marking(kept: Kept) -> Change:
    def change(field: str, text: str) -> str:
        return text if field in kept.fields or not text else marked(text)

    return change


def _said(redacted: Redacted, why: str) -> list[str]:
    """Say what was done to a file, with the fields and how many records each."""
    if not redacted.fields:
        return []
    fields = ", ".join(f"{name} ({count})" for name, count in sorted(redacted.fields.items()))
    return [f"{why}: {fields}"]


def _is_frame(name: str) -> bool:
    return name in NEVER or name.rpartition("/")[2] == LINEAGE
