"""Stage paper: rendered tables and drawn figures to one document, where TeX is installed."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from earned.errors import user_facing
from earned.figures.rendering import INDEX as FIGURE_INDEX
from earned.lineage.command import stage_arguments
from earned.lineage.stage import Output, Stage, stage_code_digest
from earned.paper.document import Part, supplement
from earned.paper.typeset import NAME, PACKAGES, PAGES, TEX, has, pages, typeset
from earned.tables.rendering import INDEX as TABLE_INDEX

FOLDER = "pages"


@user_facing
def main(argv: list[str]) -> int:
    """Write `supplement.tex`, its PDF, and a bitmap of each page; nothing where TeX is missing."""
    stage, options = stage_arguments("paper", argv)
    if not has(TEX):
        _say(f"no supplement was made, as {TEX} is not installed; on Debian: apt install "
             f"{PACKAGES}")  # fmt: skip
        return 0
    parts = [_read(stage, audit) for audit in stage.parameters["audits"]]
    text = supplement(str(stage.parameters["study"]), parts)
    files = [stage.reads(stage.root / name) for part in parts for name in part.files()]
    pdf = typeset(text, stage.root, [path.relative_to(stage.root).as_posix() for path in files])
    outputs = {
        options.out / f"{NAME}.tex": Output.of_text(text),
        options.out / f"{NAME}.pdf": Output.of_bytes(pdf),
        **_pages(options.out / FOLDER, pdf),
    }
    stage.publish(outputs)
    _remove_others(options.out / FOLDER, outputs)
    _say(f"the supplement is {options.out / NAME}.pdf")
    return 0


def _read(stage: Stage, audit: str) -> Part:
    """Declare what an audit's part is made of, and read it."""
    of_audit = stage.root / audit
    stage.reads(of_audit / "analysis" / "frozen_results.json")
    stage.reads(of_audit / "tables" / TABLE_INDEX)
    stage.reads(of_audit / "figures" / FIGURE_INDEX)
    outlines = stage.parameters.setdefault("outlines_code_sha256", {})
    outlines[audit] = stage_code_digest("paper", audit)
    return Part.read(stage.root, audit)


def _pages(folder: Path, pdf: bytes) -> dict[Path, Output]:
    if not has(PAGES):
        _say(f"the pages were not rendered, as {PAGES} is not installed; on Debian: apt install "
             "poppler-utils")  # fmt: skip
        return {}
    return {folder / name: Output.of_bytes(content) for name, content in pages(pdf).items()}


def _remove_others(folder: Path, outputs: Mapping[Path, Output]) -> None:
    """Remove pages of an earlier, longer document."""
    for path in folder.glob("page-*.png"):
        if path not in outputs:
            path.unlink()


def _say(text: str) -> None:
    print(f"{text}.", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
