"""Stage figures: from `frozen_results.json` to drawn figures. No number is computed here."""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path

from earned.audits.registry import frozen_results, stage_module
from earned.errors import user_facing
from earned.figures.rendering import INDEX, FigureIndex, drawn_figures
from earned.lineage.command import run_stage
from earned.lineage.stage import Output, Stage
from earned.records.files import json_text, read_record
from earned.render.figures import versions

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


def hindrance(_: Stage, folder: Path) -> str:
    """Say which versions drew the figures, where others are here: their bytes hang on them."""
    made, here = read_record(folder / INDEX, FigureIndex).versions, versions()
    if made == here:
        return ""
    told = (f"{name} {made.get(name, 'none')} drew them, {here.get(name, 'none')} is here"
            for name in sorted(made.keys() | here.keys())
            if made.get(name) != here.get(name))  # fmt: skip
    return ", ".join(told)


if __name__ == "__main__":
    sys.exit(main())
