"""At least 200 random single faults in covered files: every one is found, and named."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import polars as pl
import pytest

from earned.audits.acquabench.score_row import ScoreRow
from earned.ledger.history import HISTORY
from earned.ledger.manifest import covered_files
from earned.records.table import arrow_schema
from earned.verify.run import verify
from finished import edit_json, finished_study, rehash, remake_manifest
from mini import run_mini

SEED = 29
EACH = {"flip": 72, "drop": 28, "swap": 28, "cell": 28, "arm": 16, "scorer": 16, "rename": 28,
        "figure": 16}  # fmt: skip
TABLES = "acquabench/tables"
HASHES = {"as it is": lambda _: None, "manifest made again": remake_manifest,
          "all hashes made again": rehash}  # fmt: skip
"""What a forger does after the fault."""
Named = tuple[str, ...]
"""Files, one of which a failure must name."""


class Folder:
    """A finished study that can be put back as it was."""

    def __init__(self, root: Path, other: Path) -> None:
        self.root, self.other = root, other
        covered = [*covered_files(root), "manifest.json"]
        self._kept = {name: (root / name).read_bytes() for name in covered}
        self._history = {path: path.read_bytes() for path in (root / HISTORY).iterdir()}

    def names(self, *suffixes: str, under: str = "") -> list[str]:
        """Covered files of some kinds that are not empty."""
        return [name for name, content in sorted(self._kept.items())
                if content and name.endswith(suffixes) and name.startswith(under)]  # fmt: skip

    def restore(self) -> None:
        for name in covered_files(self.root):
            if name not in self._kept:
                (self.root / name).unlink()
        for name, content in self._kept.items():
            path = self.root / name
            if not path.is_file() or path.read_bytes() != content:
                path.write_bytes(content)
        for path in (self.root / HISTORY).iterdir():
            path.unlink()
        for path, content in self._history.items():
            path.write_bytes(content)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    root = finished_study(tmp_path_factory.mktemp("study"))
    other = run_mini(tmp_path_factory.mktemp("other"), models=("copier", "suggestible"), limit=4,
                     surfaces=("retrieval",), until="figures")  # fmt: skip
    return Folder(root, other)


def flip(folder: Folder, draw: random.Random) -> Named:
    """One bit of any covered file."""
    name = draw.choice(folder.names(""))
    content = bytearray((folder.root / name).read_bytes())
    content[draw.randrange(len(content))] ^= 1 << draw.randrange(8)
    (folder.root / name).write_bytes(content)
    return (name,)


def drop(folder: Folder, draw: random.Random) -> Named:
    """One line of a file of records."""
    name = draw.choice(folder.names(".jsonl", ".csv"))
    lines = (folder.root / name).read_bytes().splitlines(keepends=True)
    del lines[draw.randrange(len(lines))]
    (folder.root / name).write_bytes(b"".join(lines))
    return (name,)


def swap(folder: Folder, draw: random.Random) -> Named:
    """Two files of one kind with different contents."""
    suffix = draw.choice([".csv", ".json", ".jsonl", ".md", ".parquet", ".pdf", ".png", ".tex"])
    first = draw.choice([n for n in folder.names(suffix) if "manifest" not in n])
    content = (folder.root / first).read_bytes()
    others = [n for n in folder.names(suffix) if (folder.root / n).read_bytes() != content]
    second = draw.choice([n for n in others if "manifest" not in n])
    (folder.root / first).write_bytes((folder.root / second).read_bytes())
    (folder.root / second).write_bytes(content)
    return first, second


def cell(folder: Folder, draw: random.Random) -> Named:
    """One digit of a rendered table."""
    name = draw.choice(folder.names(".csv", ".md", ".tex", ".html", under=TABLES))
    text = (folder.root / name).read_text(encoding="utf-8")
    places = [n for n, c in enumerate(text) if c.isdigit()]
    if not places:
        return cell(folder, draw)
    at = draw.choice(places)
    changed = f"{text[:at]}{(int(text[at]) + draw.randrange(1, 10)) % 10}{text[at + 1 :]}"
    (folder.root / name).write_text(changed, encoding="utf-8", newline="")
    return (name,)


def arm(folder: Folder, draw: random.Random) -> Named:
    """All records of one condition, in the evidence or in a table of scores."""
    condition = draw.choice(["CLEAN", "GOLD", "SHAM"])
    name = draw.choice(folder.names("trajectories.jsonl", "scores.parquet"))
    path = folder.root / name
    if name.endswith(".parquet"):
        _write(path, pl.read_parquet(path).filter(pl.col("condition") != condition))
    else:
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [line for line in lines if json.loads(line)["condition"] != condition]
        path.write_text("".join(kept), encoding="utf-8")
    return name, _scores_of(name)


def scorer(folder: Folder, draw: random.Random) -> Named:
    """Another threshold in a lineage record, or another verdict on one record."""
    scores = draw.choice(folder.names("scores.parquet"))
    beside = scores.replace("scores.parquet", "lineage.json")
    if draw.random() < 0.5:
        given = ("parameters", "scoring", "f1_percent")
        edit_json(folder.root / beside, *given, value=draw.randrange(1, 80))
        return (beside,)
    frame = pl.read_parquet(folder.root / scores)
    flipped = [value != (n == draw.randrange(9)) for n, value in enumerate(frame["success"])]
    if flipped == frame["success"].to_list():
        flipped[0] = not flipped[0]
    _write(folder.root / scores, frame.with_columns(pl.Series("success", flipped)))
    return (scores,)


def rename(folder: Folder, draw: random.Random) -> Named:
    """A covered file under another name in its folder."""
    name = draw.choice([n for n in folder.names("") if n != "manifest.json"])
    path = folder.root / name
    path.rename(path.with_name(f"renamed-{path.name}"))
    return name, f"{name.rpartition('/')[0]}/renamed-{path.name}"


def figure(folder: Folder, draw: random.Random) -> Named:
    """A figure as it was drawn from other results."""
    name = draw.choice(folder.names(".pdf", ".png", ".svg"))
    stale = (folder.other / name).read_bytes()
    assert stale != (folder.root / name).read_bytes()
    (folder.root / name).write_bytes(stale)
    return (name,)


KINDS: dict[str, Callable[[Folder, random.Random], Named]] = {
    "flip": flip, "drop": drop, "swap": swap, "cell": cell, "arm": arm, "scorer": scorer,
    "rename": rename, "figure": figure,
}  # fmt: skip
REHASHED = ("cell", "arm", "scorer", "figure")
"""Faults that are found even when every hash was made to fit."""


def _write(path: Path, frame: pl.DataFrame) -> None:
    import pyarrow.parquet as pq

    pq.write_table(frame.to_arrow().cast(arrow_schema(ScoreRow)), path, compression="zstd")


def _scores_of(name: str) -> str:
    return name.replace("/agents/", "/scores/").replace("trajectories.jsonl", "scores.parquet")


def faults() -> Iterator[tuple[str, int, str]]:
    """Kind, number, and what is done to the hashes."""
    for kind, count in EACH.items():
        ways = list(HASHES) if kind in REHASHED else [*HASHES][:2]
        for n in range(count):
            way = ways[n % len(ways)]
            yield kind, n, way


@pytest.mark.slow
def test_every_one_of_200_random_faults_is_found_and_named(
    folder: Folder, capsys: pytest.CaptureFixture[str]
) -> None:
    assert verify(folder.root).failures == []
    planted, found, missed = Counter[str](), Counter[str](), []
    for kind, n, way in faults():
        draw = random.Random(f"{SEED} {kind} {n}")
        named = KINDS[kind](folder, draw)
        HASHES[way](folder.root)
        failures = verify(folder.root).failures
        planted[kind] += 1
        if any(failure.startswith(f"{name}: ") for failure in failures for name in named):
            found[kind] += 1
        else:
            missed.append((kind, n, way, named, failures[:3]))
        folder.restore()
    assert verify(folder.root).failures == []
    with capsys.disabled():
        told = ", ".join(f"{kind} {found[kind]}/{planted[kind]}" for kind in planted)
        print(f"\nfaults found ÷ planted: {found.total()}/{planted.total()} ({told})")
    assert missed == []
    assert found.total() == planted.total() >= 200
