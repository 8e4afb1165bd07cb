"""Stage ledger: one row for every published number of a study."""

from __future__ import annotations

import sys

from earned.errors import UserError, user_facing
from earned.ledger.claims import audit_claims
from earned.ledger.files import ledger_files
from earned.lineage.stage import Output, stage_arguments
from earned.records.files import read_records
from earned.render.table import Table


@user_facing
def main(argv: list[str]) -> int:
    """Read results and table indices of every audit; write the ledger."""
    stage, options = stage_arguments("ledger", argv, "results*", "tables*")
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
    stage.publish(
        {
            options.out / name: Output.of_text(text, len(claims))
            for name, text in ledger_files(claims).items()
        }
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
