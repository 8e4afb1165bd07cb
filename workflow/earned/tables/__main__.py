"""Stage tables: from `frozen_results.json` to rendered tables. No number is computed here."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from earned.audits.registry import frozen_results, stage_module
from earned.errors import user_facing
from earned.lineage.command import run_stage
from earned.lineage.stage import Output, Stage
from earned.records.files import write_records
from earned.tables.rendering import INDEX, audit_files

OPTIONS = ("results",)


@user_facing
def main(argv: list[str]) -> int:
    """Write every table of the audit, and the index that the ledger reads."""
    return run_stage("tables", argv, OPTIONS, build)


def build(stage: Stage, options: Namespace) -> dict[Path, Output]:
    """Render every table of the audit."""
    audit = stage_module(stage.audit, "tables")
    results = frozen_results(audit, stage.reads(options.results))
    tables = audit.run(results)
    outputs = {
        options.out / name: Output.of_text(text)
        for name, text in audit_files(audit, tables, results).items()
    }
    index = options.out / INDEX
    outputs[index] = Output(lambda path: write_records(path, tables), len(tables))
    return outputs


if __name__ == "__main__":
    sys.exit(main())
