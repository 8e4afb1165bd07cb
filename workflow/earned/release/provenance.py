"""In-toto statements: one for each stage's run, in the shape of SLSA provenance, unsigned."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from earned.lineage.outside import OUTSIDE
from earned.records.base import canonical_json
from earned.records.lineage import FileDigest, Lineage
from earned.records.release import RESULTS

NAME = "subjects.intoto.jsonl"
STATEMENT = "https://in-toto.io/Statement/v1"
PREDICATE = "https://slsa.dev/provenance/v1"
BUILD_TYPE = "urn:earned:stage:1"
BUILDER = "urn:earned:snakemake"


def statements(records: Mapping[str, Lineage]) -> str:
    """Write one statement a line, in the order of the lineage records' paths.

    Subjects are named relative to the release, with the hashes of the originals: of a file that
    a release withholds or redacts, `release.json` has the same hash. Nothing is signed, and no
    clock or host stands in it.
    """
    lines = (canonical_json(_statement(record)) for _, record in sorted(records.items()))
    return "".join(f"{line}\n" for line in lines)


def _statement(record: Lineage) -> dict[str, Any]:
    return {
        "_type": STATEMENT,
        "subject": [
            {"name": _name(d.path), "digest": {"sha256": d.sha256}} for d in record.outputs
        ],
        "predicateType": PREDICATE,
        "predicate": {
            "buildDefinition": {
                "buildType": BUILD_TYPE,
                "externalParameters": {
                    "stage": record.stage,
                    "audit": record.audit,
                    "parameters": record.parameters,
                },
                "internalParameters": {"environment_sha256": record.environment_sha256},
                "resolvedDependencies": [
                    {"name": "code", "digest": {"sha256": record.code_sha256}},
                    *(_dependency(digest) for digest in record.inputs),
                ],
            },
            "runDetails": {"builder": {"id": BUILDER}},
        },
    }


def _dependency(digest: FileDigest) -> dict[str, Any]:
    return {"name": _name(digest.path), "digest": {"sha256": digest.sha256}}


def _name(path: str) -> str:
    return path if path.startswith(OUTSIDE) else f"{RESULTS}/{path}"
