"""Stage ledger: one row for every published number of a study."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from earned.errors import UserError, user_facing
from earned.ledger.claims import audit_claims
from earned.ledger.files import ledger_files
from earned.lineage.command import run_stage
from earned.lineage.stage import Output, Stage
from earned.records.files import read_records
from earned.render.table import Table

OPTIONS = ("results*", "tables*")


@user_facing
def main(argv: list[str]) -> int:
    """Read results and table indices of every audit; write the ledger."""
    return run_stage("ledger", argv, OPTIONS, build)


def build(stage: Stage, options: Namespace) -> dict[Path, Output]:
    """Make the ledger of every audit of the study."""
    for path in sorted([*options.results, *options.tables]):
        stage.reads(path)
    for path in options.tables:
        stage.counted(path, len(read_records(path, Table)))
    audits = stage.parameters["audits"]
    claims = [
        c for audit in audits for c in audit_claims(stage.root, stage.parameters["study"], audit)
    ]
    if len({claim.claim_id for claim in claims}) != len(claims):
        raise UserError("two claims have one id", where="tables", remedy="rename a row or column")
    return {
        options.out / name: Output.of_text(text, len(claims))
        for name, text in ledger_files(claims).items()
    }


if __name__ == "__main__":
    sys.exit(main())
