"""A copy of the checkout for tests that edit code or run the real workflow."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from support import ROOT

PARTS = ("Snakefile", "workflow", "rules", "config", "profiles", "envs", "resources/embedded",
         "resources/published")  # fmt: skip


class Checkout:
    """A private copy of the project with a tiny study of its own."""

    def __init__(self, root: Path, study: str) -> None:
        self.root = root
        for part in PARTS:
            source, target = ROOT / part, root / part
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, target)
        for name in ("gpu", "slurm", "demo"):
            (root / name).symlink_to(f"profiles/{name}")
        models = ROOT / "resources" / "models"
        if models.is_dir():
            (root / "resources" / "models").symlink_to(models)
        self.study(study)

    @property
    def results(self) -> Path:
        return self.root / "results" / "tiny"

    def study(self, text: str) -> None:
        (self.root / "config" / "studies" / "tiny.yaml").write_text(text)

    def snakemake(self, *options: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return self.run("-m", "snakemake", *self.options(), *options, **environment)

    @staticmethod
    def options() -> list[str]:
        return [
            "--cores", "2", "--scheduler", "greedy", "--rerun-incomplete",
            "--max-checksum-file-size", "1000000000", "--config", "study=tiny", "--",
        ]  # fmt: skip

    def copied(self, root: Path) -> Checkout:
        """A copy with its results and Snakemake's records, free to be changed."""
        copy = Checkout.__new__(Checkout)
        copy.root = Path(shutil.copytree(self.root, root, symlinks=True, dirs_exist_ok=True))
        return copy

    def start(self, *options: str, **environment: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "snakemake", *self.options(), *options],
            cwd=self.root, env=self.environment() | environment, start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    def earned(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        return self.run("-m", "earned", *arguments)

    def run(self, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments], cwd=self.root, env=self.environment() | environment,
            text=True, capture_output=True, check=False,
        )  # fmt: skip

    def environment(self) -> dict[str, str]:
        return {
            **{key: value for key, value in os.environ.items() if key != "SNAKEMAKE_PROFILE"},
            "PYTHONPATH": str(self.root / "workflow"),
            "XDG_CACHE_HOME": str(self.root / ".cache"),
        }

    def edit(self, file: str, old: str, new: str) -> None:
        path = self.root / file
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new))


def jobs_run(done: subprocess.CompletedProcess[str]) -> set[str]:
    """The rules that a run or a dry run names in its job table."""
    lines = (done.stdout + done.stderr).splitlines()
    start = next((n for n, line in enumerate(lines) if line.startswith("job ")), None)
    if start is None:
        return set()
    names = set()
    for line in lines[start + 2 :]:
        if line.startswith("total"):
            break
        names.add(line.split()[0])
    return names


def contents(folder: Path) -> dict[str, bytes]:
    """Every file that hashes cover, by relative path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.relative_to(folder).parts[0] not in ("logs", "history")
    }
