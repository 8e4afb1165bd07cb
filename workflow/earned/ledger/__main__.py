"""Stage ledger: one row for every published number of a study."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from earned.errors import UserError, user_facing
from earned.figures.index import FigureIndex
from earned.ledger.claims import audit_claims
from earned.ledger.files import SCHEMA_NAME, ledger_files
from earned.lineage.command import run_stage
from earned.lineage.stage import Output, Stage, stage_code_digest
from earned.records.files import read_record, read_records
from earned.render.table import Table

OPTIONS = ("results*", "tables*", "figures*")
READS_LINEAGE = True
"""Claims name the lineage record of what they are read from."""


@user_facing
def main(argv: list[str]) -> int:
    """Read results, table and figure indices of every audit; write the ledger."""
    return run_stage("ledger", argv, OPTIONS, build)


def build(stage: Stage, options: Namespace) -> dict[Path, Output]:
    """Make the ledger of every audit of the study."""
    for path in sorted([*options.results, *options.tables, *options.figures]):
        stage.reads(path)
    for path in options.tables:
        stage.counted(path, len(read_records(path, Table)))
    for path in options.figures:
        stage.counted(path, len(read_record(path, FigureIndex).figures))
    audits = stage.parameters["audits"]
    _note_outlines(stage, audits)
    claims = [
        c for audit in audits for c in audit_claims(stage.root, stage.parameters["study"], audit)
    ]
    if len({claim.claim_id for claim in claims}) != len(claims):
        raise UserError("two claims have one id", where="tables",
                        remedy="rename a row, column or mark")  # fmt: skip
    return {
        options.out / name: Output.of_text(text, None if name == SCHEMA_NAME else len(claims))
        for name, text in ledger_files(claims).items()
    }


def _note_outlines(stage: Stage, audits: list[str]) -> None:
    """Put into the lineage the code that writes the supplement's own text, which has claims too."""
    digests = {audit: stage_code_digest("paper", audit) for audit in audits}
    stage.parameters["outlines_code_sha256"] = digests


if __name__ == "__main__":
    sys.exit(main())
