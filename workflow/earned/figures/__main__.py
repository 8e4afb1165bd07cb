"""Stage figures: from `frozen_results.json` to drawn figures. No number is computed here."""

from __future__ import annotations

import sys

from earned.audits.registry import frozen_results, stage_module
from earned.errors import user_facing
from earned.figures.rendering import INDEX, drawn_figures
from earned.lineage.stage import Output, stage_arguments
from earned.records.files import json_text


@user_facing
def main(argv: list[str]) -> int:
    """Draw every figure of the audit, and write the index that says what drew them."""
    stage, options = stage_arguments("figures", argv, "results")
    audit = stage_module(stage.audit, "figures")
    results = frozen_results(audit, stage.reads(options.results))
    index, files = drawn_figures(stage.audit, results)
    outputs = {options.out / name: Output.of_bytes(content) for name, content in files.items()}
    text = json_text(index.model_dump(mode="json"))
    outputs[options.out / INDEX] = Output.of_text(text, len(index.figures))
    stage.publish(outputs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
