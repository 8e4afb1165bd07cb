"""Files of a release that are missing, more, other, or elsewhere: each is named."""

from __future__ import annotations

import os
import random
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from earned.audit.inventory import check_inventory
from earned.audit.report import AuditReport
from earned.audit.run import audit
from earned.records.files import read_json, read_record
from earned.records.release import RELEASE, Release
from released import edit, edit_lines, failures, forge, relist, write_list

SCORES = "results/acquabench/scores/reader/D0/retrieval/scores.parquet"
RUNS = "results/acquabench/agents/reader/D0/retrieval/trajectories.jsonl"
FIGURES = "results/acquabench/figures/figures.json"
MANY, WHOLE = 100, 4


def listed(copy: Path) -> str:
    """What the comparison with the list says, one failure a line."""
    report = AuditReport()
    check_inventory(copy, read_record(copy / RELEASE, Release), report)
    return "\n".join(report.failures)


def test_faults_against_the_list_are_named_by_the_whole_audit(copy: Path) -> None:
    """One of each in a file of its own: missing, more, other bytes, other size."""
    (copy / SCORES).unlink()
    (copy / "results" / "more.txt").write_text("x", encoding="utf-8")
    content = (copy / RUNS).read_bytes()
    (copy / RUNS).write_bytes(content.replace(b'"repeat":0', b'"repeat":1', 1))
    size = (copy / "README.md").stat().st_size
    with (copy / "README.md").open("a", encoding="utf-8") as file:
        file.write("\n")
    said = failures(copy)
    assert f"{SCORES}: is listed and missing" in said
    assert "results/more.txt: is not listed" in said
    assert f"{RUNS}: its SHA-256 differs from release.json" in said
    assert f"README.md: has {size + 1} bytes, release.json says {size}" in said


def test_faults_behind_hashes_that_fit_are_named_by_the_whole_audit(copy: Path) -> None:
    """A record count, weights, what drew, a re-run's configuration, a root hash."""
    edit_lines(copy / RUNS, lambda records: records.pop())
    (copy / "environment/model.safetensors").write_bytes(b"x")
    path = copy / "source/config/studies/mini.yaml"
    path.write_text(path.read_text("utf-8").replace("seed: 13", "seed: 14"), encoding="utf-8")
    edit(copy / FIGURES, lambda index: index["versions"].update(matplotlib="3.0.0"))
    forge(copy)
    write_list(copy, root_sha256="0" * 64)
    said = failures(copy)
    assert f"{RUNS}: holds 8 records, " in said
    assert "environment/model.safetensors: has the name of model weights" in said
    assert "mini.yaml: differs from results/study/config.json" in said
    assert f"{FIGURES}: was drawn with matplotlib 3.0.0, which source/envs/cpu.lock does" in said
    assert "results/manifest.json: its root hash is " in said


@pytest.mark.parametrize("name", ["README.md", "terms/terms.json", "source/Snakefile"])
def test_what_no_release_can_do_without(name: str, copy: Path) -> None:
    (copy / name).unlink()
    write_list(copy)
    assert f"{name}: is not in the list, and no release can do without it" in listed(copy)


def test_a_symbolic_link_even_to_the_same_bytes(copy: Path, tmp_path: Path) -> None:
    moved = shutil.move(copy / SCORES, tmp_path / "moved")
    (copy / SCORES).symlink_to(moved)
    assert f"{SCORES}: is a symbolic link" in listed(copy)


def test_a_linked_folder(copy: Path, tmp_path: Path) -> None:
    moved = shutil.move(copy / "terms", tmp_path / "moved")
    (copy / "terms").symlink_to(moved)
    assert "terms: is a symbolic link" in listed(copy)


def test_what_is_neither_file_nor_folder(copy: Path) -> None:
    os.mkfifo(copy / "results" / "pipe")
    assert "results/pipe: is neither a file nor a folder" in listed(copy)


@pytest.mark.parametrize(
    "name",
    ["../outside.txt", "/etc/hostname", "results/../README.md", "./README.md", "a\\b", "C:x"],
)
def test_a_name_that_leads_elsewhere(name: str, copy: Path) -> None:
    file = read_json(copy / RELEASE)["files"]["README.md"]
    edit(copy / RELEASE, lambda made: made["files"].update({name: file}))
    assert f"{name}: is no plain name of a file in the folder" in listed(copy)


def test_a_folder_that_no_release_has(copy: Path) -> None:
    (copy / "extra").mkdir()
    (copy / "extra" / "x").write_text("x", encoding="utf-8")
    write_list(copy)
    assert "extra/x: lies where a release has nothing" in listed(copy)


def _another_hash(lines: list[dict[str, Any]]) -> None:
    lines[0]["subject"][0]["digest"]["sha256"] = "0" * 64


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_another_hash, "another SHA-256 than release.json"),
        (lambda lines: lines.pop(), "subjects.intoto.jsonl: has no subject results/"),
        (lambda lines: lines[0].pop("_type"), "subjects.intoto.jsonl: could not be checked"),
    ],
)
def test_an_in_toto_statement_that_is_wrong(
    change: Callable[[list[dict[str, Any]]], Any], said: str, copy: Path
) -> None:
    edit_lines(copy / "subjects.intoto.jsonl", change)
    assert said in failures(copy)


def test_a_crate_that_describes_other_files(copy: Path) -> None:
    def change(made: dict[str, list[dict[str, object]]]) -> None:
        (entity,) = [e for e in made["@graph"] if e["@id"] == "README.md"]
        entity["sha256"] = "0" * 64
        made["@graph"] = [e for e in made["@graph"] if e["@id"] != SCORES]

    edit(copy / "ro-crate-metadata.json", change)
    said = failures(copy)
    assert "ro-crate-metadata.json: gives README.md another SHA-256" in said
    assert f"ro-crate-metadata.json: does not describe {SCORES}" in said


def test_other_lock_files_and_another_study(copy: Path) -> None:
    (copy / "source/envs/cpu.lock").write_text("numpy==1\n", encoding="utf-8")
    relist(copy)
    edit(copy / RELEASE, lambda release: release.update(study="other"))
    said = failures(copy)
    assert "environment/declared.json: declares other lock files" in said
    assert "was made with other lock files than source/envs/" in said
    assert "results/study/config.json: is of study mini, not other" in said


def _flip(path: Path, dice: random.Random) -> None:
    content = bytearray(path.read_bytes())
    content[dice.randrange(len(content))] ^= 1 << dice.randrange(8)
    path.write_bytes(content)


def _cut(path: Path, dice: random.Random) -> None:
    content = path.read_bytes()
    path.write_bytes(content[: dice.randrange(len(content))])


def _drop(path: Path, dice: random.Random) -> None:
    path.unlink()


def _rename(path: Path, dice: random.Random) -> None:
    path.rename(f"{path}.old")


FAULTS = (_flip, _cut, _drop, _rename)


def test_single_random_faults_in_listed_files_are_all_found_and_named(copy: Path) -> None:
    """The list finds them; a whole audit, tried on one of each, says so too."""
    dice = random.Random(13)
    files = read_record(copy / RELEASE, Release)
    named = sorted(name for name, file in files.files.items() if file.size)
    for number in range(MANY):
        name, fault = dice.choice(named), FAULTS[number % len(FAULTS)]
        kept = (copy / name).read_bytes()
        fault(copy / name, dice)
        report = AuditReport()
        check_inventory(copy, files, report)
        assert any(name in failure for failure in report.failures), (name, fault.__name__)
        if number < WHOLE:
            assert f"{name}: " in failures(copy)
        (copy / f"{name}.old").unlink(missing_ok=True)
        (copy / name).write_bytes(kept)
    assert audit(copy).failures == []


def test_a_flipped_bit_of_the_list_itself_is_found(copy: Path) -> None:
    dice = random.Random(13)
    kept = (copy / RELEASE).read_bytes()
    for _ in range(3):
        _flip(copy / RELEASE, dice)
        assert not audit(copy).passed
        (copy / RELEASE).write_bytes(kept)
