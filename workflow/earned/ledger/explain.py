"""The path from a published number to the records behind it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from earned.errors import UserError
from earned.ledger.claim import Claim
from earned.ledger.lookup import find_claim
from earned.ledger.manifest import MANIFEST
from earned.lineage.stage import LINEAGE
from earned.records.files import read_json, read_record
from earned.records.lineage import FileDigest, Lineage
from earned.render.pointer import lookup
from earned.verify.hashes import OUTSIDE

SHORT = 12
SHOWN = 4


def explain(results: Path | None, wanted: str) -> list[str]:
    """Say where a number stands, which rule judged it, and what made it, hash by hash."""
    root = results or only_study()
    claim = find_claim(root, wanted)
    verdict = [f"verdict     {claim.verdict}", f"boundary    {claim.boundary}"]
    return [
        f"claim       {claim.claim_id}",
        f"says        {claim.statement}",
        f"value       {claim.value} ({claim.unit}), shown as {claim.display}",
        *(verdict if claim.verdict else []),
        f"read at     {claim.source}#{claim.locator}",
        f"            sha256 {claim.source_sha256}",
        "made by",
        *_chain(root, root / claim.source, _about(root, claim), depth=1, seen=set()),
    ]


def _about(root: Path, claim: Claim) -> frozenset[str]:
    """Collect what a number is about: the keys to it, and the texts beside them on the way."""
    results = read_json(root / claim.source)
    keys = claim.locator.split("/")
    passed = [lookup(results, "/".join(keys[:n])) for n in range(1, len(keys))]
    texts = {
        value
        for level in passed if isinstance(level, dict)
        for value in level.values() if isinstance(value, str)
    }  # fmt: skip
    return frozenset(texts | set(keys))


def only_study(results: Path = Path("results")) -> Path:
    """Find the one finished study under `results/`.

    Raises:
        UserError: there is none, or more than one.
    """
    found = sorted(path.parent for path in results.glob(f"*/{MANIFEST}"))
    if len(found) == 1:
        return found[0]
    raise UserError(
        f"{len(found)} finished studies under {results}/",
        remedy="name one with --results, e.g. --results results/demo",
    )


def _chain(
    root: Path, file: Path, about: frozenset[str], depth: int, seen: set[Path]
) -> Iterator[str]:
    """Describe the stage that made a file, then those that made its inputs."""
    beside = file.parent / LINEAGE
    if beside in seen:
        return
    seen.add(beside)
    made = read_record(beside, Lineage)
    pad = "  " * depth
    yield f"{pad}stage {made.stage}  code {made.code_sha256[:SHORT]}"
    kinds = _by_name(made.inputs, about)
    for name, inputs in kinds.items():
        records = [digest.records for digest in inputs if digest.records is not None]
        count = f", {sum(records)} records" if records else ""
        yield f"{pad}  from {len(inputs)} × {name}{count}"
        for digest in inputs[:SHOWN]:
            yield f"{pad}    {digest.path}  sha256 {digest.sha256[:SHORT]}"
        if len(inputs) > SHOWN:
            yield f"{pad}    … and {len(inputs) - SHOWN} more"
        if inputs[0].lineage is not None and not inputs[0].path.startswith(OUTSIDE):
            yield from _chain(root, root / inputs[0].path, about, depth + 2, seen)


def _by_name(inputs: tuple[FileDigest, ...], about: frozenset[str]) -> dict[str, list[FileDigest]]:
    """Group inputs by file name, those first whose folders name what the number is about."""
    kinds: dict[str, list[FileDigest]] = {}
    for digest in sorted(inputs, key=lambda d: -len(about.intersection(d.path.split("/")))):
        kinds.setdefault(digest.path.rsplit("/", 1)[-1], []).append(digest)
    return kinds
