"""The run record: what was observed of a run. It lies under `logs/` and no hash covers it."""

from __future__ import annotations

import platform
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from earned.records.files import write_json

PACKAGES = ("numpy", "polars", "pyarrow", "rank-bm25", "openai", "xllamacpp", "torch",
            "transformers", "vllm", "snakemake", "matplotlib", "pillow", "fonttools")  # fmt: skip


def write_run_record(root: Path, folder: Path, stage: str, seconds: float) -> None:
    """Write versions and duration of one run of a stage."""
    name = folder.resolve().relative_to(root.resolve()).as_posix().replace("/", ".")
    write_json(
        root / "logs" / "runs" / f"{name}.json",
        {
            "stage": stage,
            "seconds": round(seconds, 3),
            "python": platform.python_version(),
            "machine": platform.machine(),
            "system": platform.system(),
            "packages": {name: _version(name) for name in PACKAGES},
        },
    )


def _version(package: str) -> str | None:
    try:
        return version(package)
    except PackageNotFoundError:
        return None
