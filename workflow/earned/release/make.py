"""From a finished study to its release."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from earned.config.published import published_config
from earned.errors import UserError
from earned.ledger.manifest import RELEASE as FOLDER
from earned.ledger.manifest import covered_files
from earned.lineage.code import Package
from earned.lineage.hashing import sha256_file
from earned.lineage.outside import CHECKOUT
from earned.lineage.stage import LINEAGE
from earned.records.files import read_record, read_text, write_bytes, write_json
from earned.records.lineage import Lineage
from earned.records.release import RELEASE, RESULTS, Release, ReleasedFile
from earned.release import crate, provenance
from earned.release.environment import ENVIRONMENT, write_environment
from earned.release.folder import files_of, taking_place_of
from earned.release.leaking import Cleaner
from earned.release.results import Released, Results
from earned.release.source import PACKAGE, SOURCE, allowed, check_code, copy_source
from earned.release.terms import TEMPLATES, TERMS, Terms, data_sha256, terms_of, write_terms
from earned.render.templating import template
from earned.verify.hashes import behind_numbers
from earned.verify.run import verify


def make_release(root: Path, out: Path | None = None) -> Path:
    """Write a study's release; a previous one is replaced when the new one is complete.

    Args:
        root: the results folder of a finished study.
        out: the folder to write; default: `release/` in it.

    Raises:
        UserError: the study does not verify, other code made it, or the release would hold what
            must not leave. Nothing is changed then.
    """
    target = out or root / FOLDER
    records = _records(root)
    check_code(_used(records))
    root_sha256 = _verified(root)
    with taking_place_of(target) as scratch:
        _fill(scratch, root, records, root_sha256)
    return target


def _verified(root: Path) -> str:
    report = verify(root)
    if not report.passed:
        more = f" and {len(report.failures) - 1} more" if len(report.failures) > 1 else ""
        raise UserError(f"does not verify ({report.failures[0]}{more})", where=str(root),
                        remedy="run earned verify, and snakemake again")  # fmt: skip
    return report.root_sha256


def _records(root: Path) -> dict[str, Lineage]:
    names = [name for name in covered_files(root) if name.rpartition("/")[2] == LINEAGE]
    return {name: read_record(root / name, Lineage) for name in names}


def _used(records: Mapping[str, Lineage]) -> dict[str, Lineage]:
    """Pick the records that the published numbers come from."""
    used = behind_numbers(records)
    return {where: record for where, record in records.items() if where in used}


def _fill(scratch: Path, root: Path, records: Mapping[str, Lineage], root_sha256: str) -> None:
    config = published_config(root)
    terms = _withholding(config["data"])
    without = frozenset({data_sha256(records)} if terms else ())
    copy_source(CHECKOUT, scratch / SOURCE, root, without)
    check_code(_used(records), Package(scratch / PACKAGE))
    cleaner = Cleaner(root, config)
    results = Results(root, scratch / RESULTS, records, config["audits"], terms, cleaner)
    released = results.copy(_known(scratch / SOURCE) if terms else ())
    weights = write_environment(scratch / ENVIRONMENT, scratch, root, records)
    stated = terms_of(config, records, weights, scratch / SOURCE)
    write_terms(scratch / TERMS, stated)
    _describe(scratch, config["study"], root_sha256, records, released, stated)
    cleaner.refuse(scratch)
    _close(scratch, config["study"], root_sha256, released)


def _withholding(data: Mapping[str, Any]) -> str:
    """Say why texts of the data are not passed on; '' where they are."""
    if data.get("redistribute", True):
        return ""
    return f"the terms of the data {data['name']} ({data['licence']}) do not let texts be passed on"


def _known(source: Path) -> list[str]:
    """Read the released code and documents: what stands there is not the data's."""
    return [read_text(source / name) for name in allowed(source)]


def _describe(
    scratch: Path,
    study: str,
    root_sha256: str,
    records: Mapping[str, Lineage],
    released: Released,
    terms: Terms,
) -> None:
    """Write what describes the rest: README, statements and crate, in the order of need."""
    write_bytes(scratch / provenance.NAME, provenance.statements(records).encode())
    groups = Counter((one.kind, _head(one.why)) for one in released.replaced.values())
    text = template(TEMPLATES, "README.md.j2", str).render(
        study=study,
        root_sha256=root_sha256,
        replaced=[(count, kind, why) for (kind, why), count in sorted(groups.items())],
        left_out=released.left_out,
    )
    write_bytes(scratch / "README.md", text.encode())
    licence = next(part.licence for part in terms.parts if part.what == "code")
    made = crate.crate_text(study, licence, _identities(scratch), records)
    write_bytes(scratch / crate.NAME, made.encode())


def _head(why: str) -> str:
    """Leave the fields of one file out of what is said of many."""
    return why.partition(":")[0]


def _close(scratch: Path, study: str, root_sha256: str, released: Released) -> None:
    closing = Release(
        study=study,
        root_sha256=root_sha256,
        files=_identities(scratch),
        replaced=tuple(one for _, one in sorted(released.replaced.items())),
        left_out=released.left_out,
    )
    write_json(scratch / RELEASE, closing.model_dump(mode="json"))


def _identities(folder: Path) -> dict[str, ReleasedFile]:
    return {
        name: ReleasedFile(sha256=sha256_file(folder / name), size=(folder / name).stat().st_size)
        for name in files_of(folder)
    }
