"""Stage tables: from `frozen_results.json` to rendered tables. No number is computed here."""

from __future__ import annotations

import sys

from earned.audits.registry import frozen_results, stage_module
from earned.errors import user_facing
from earned.lineage.stage import Output, stage_arguments
from earned.records.files import write_records
from earned.tables.rendering import INDEX, audit_files


@user_facing
def main(argv: list[str]) -> int:
    """Render every table of the audit, and write the index that the ledger reads."""
    stage, options = stage_arguments("tables", argv, "results")
    audit = stage_module(stage.audit, "tables")
    results = frozen_results(audit, stage.reads(options.results))
    tables = audit.run(results)
    outputs = {
        options.out / name: Output.of_text(text)
        for name, text in audit_files(audit, tables, results).items()
    }
    index = options.out / INDEX
    outputs[index] = Output(lambda path: write_records(path, tables), len(tables))
    stage.publish(outputs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
