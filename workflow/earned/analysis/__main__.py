"""Stage analysis: from the score tables to `frozen_results.json`, the canonical results.

Beside it lie `costs.parquet`, tokens and cost of every record, and `items.parquet`, its answer and
how it was scored.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from earned.audits.registry import stage_module
from earned.errors import user_facing
from earned.lineage.command import run_stage
from earned.lineage.hashing import sha256_file
from earned.lineage.outside import portable
from earned.lineage.stage import Output, Stage
from earned.records.cost import CostRow
from earned.records.files import read_json, read_record, write_json
from earned.records.registration import Registration
from earned.records.scored_item import ScoredItem
from earned.records.table import read_table, write_table
from earned.registration.chain import read_registrations

OPTIONS = ("scores*", "construction*", "cases", "registration?", "published*")


@user_facing
def main(argv: list[str]) -> int:
    """Read every score table of the study and what belongs to it; write results and costs."""
    return run_stage("analysis", argv, OPTIONS, build)


def build(stage: Stage, options: Namespace) -> dict[Path, Output]:
    """Analyse the study, price its records, and list how they were scored."""
    audit = stage_module(stage.audit, "analysis")
    tables = [read_table(stage.reads(path), audit.ROW) for path in sorted(options.scores)]
    for path, table in zip(sorted(options.scores), tables, strict=True):
        stage.counted(path, table.height)
    registrations = _registrations(stage, options)
    frozen = audit.run(
        tables,
        [
            record
            for path in sorted(options.construction)
            for record in stage.records(path, audit.CONSTRUCTION)
        ],
        read_record(stage.reads(options.cases), audit.CASES),
        [read_json(stage.reads(path)) for path in options.published or ()],
        {portable(path, stage.root): sha256_file(path) for path in sorted(stage.inputs)},
        stage.parameters,
        registrations,
    )
    records = sum(table.height for table in tables)
    results, costs = options.out / "frozen_results.json", options.out / "costs.parquet"
    items = options.out / "items.parquet"
    return {
        results: Output(lambda path: write_json(path, frozen.model_dump(mode="json"))),
        costs: Output(
            lambda path: write_table(path, audit.costs(tables, stage.parameters), CostRow), records
        ),
        items: Output(lambda path: write_table(path, audit.items(tables), ScoredItem), records),
    }


def _registrations(stage: Stage, options: Namespace) -> list[Registration]:
    """Read what was registered; studies of older versions registered nothing."""
    if options.registration is None:
        return []
    found = read_registrations(stage.reads(options.registration))
    stage.counted(options.registration, len(found))
    return found


if __name__ == "__main__":
    sys.exit(main())
