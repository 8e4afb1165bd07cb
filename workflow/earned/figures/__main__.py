"""Stage figures: from `frozen_results.json` to drawn figures. No number is computed here."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from earned.audits.registry import frozen_results, stage_module
from earned.errors import user_facing
from earned.figures.rendering import INDEX, drawn_figures
from earned.lineage.command import run_stage
from earned.lineage.stage import Output, Stage
from earned.records.files import json_text

OPTIONS = ("results",)


@user_facing
def main(argv: list[str]) -> int:
    """Write every figure of the audit, and the index that says what drew them."""
    return run_stage("figures", argv, OPTIONS, build)


def build(stage: Stage, options: Namespace) -> dict[Path, Output]:
    """Draw every figure of the audit."""
    audit = stage_module(stage.audit, "figures")
    results = frozen_results(audit, stage.reads(options.results))
    index, files = drawn_figures(stage.audit, results)
    outputs = {options.out / name: Output.of_bytes(content) for name, content in files.items()}
    text = json_text(index.model_dump(mode="json"))
    outputs[options.out / INDEX] = Output.of_text(text, len(index.figures))
    return outputs


if __name__ == "__main__":
    sys.exit(main())
