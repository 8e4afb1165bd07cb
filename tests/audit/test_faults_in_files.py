"""Files of a release that are missing, more, other, or elsewhere: each is named."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest

from earned.audit.inventory import check_inventory
from earned.audit.report import AuditReport
from earned.audit.run import audit
from earned.records.files import read_json, read_record
from earned.records.release import RELEASE, Release
from released import edit, edit_lines, failures, forge, relist, write_list

SCORES = "results/acquabench/scores/reader/D0/retrieval/scores.parquet"
RUNS = "results/acquabench/agents/reader/D0/retrieval/trajectories.jsonl"


def test_a_listed_file_that_is_missing(copy: Path) -> None:
    (copy / SCORES).unlink()
    assert f"{SCORES}: is listed and missing" in failures(copy)


def test_a_file_that_is_not_listed(copy: Path) -> None:
    (copy / "results" / "more.txt").write_text("x", encoding="utf-8")
    assert "results/more.txt: is not listed" in failures(copy)


def test_another_hash_and_another_size(copy: Path) -> None:
    content = (copy / RUNS).read_bytes()
    (copy / RUNS).write_bytes(content.replace(b'"repeat":0', b'"repeat":1', 1))
    assert f"{RUNS}: its SHA-256 differs from release.json" in failures(copy)
    (copy / RUNS).write_bytes(content + b"\n")
    assert f"{RUNS}: has {len(content) + 1} bytes" in failures(copy)


@pytest.mark.parametrize("name", ["README.md", "terms/terms.json", "source/Snakefile"])
def test_what_no_release_can_do_without(name: str, copy: Path) -> None:
    (copy / name).unlink()
    write_list(copy)
    assert f"{name}: is not in the list, and no release can do without it" in failures(copy)


def test_a_symbolic_link_even_to_the_same_bytes(copy: Path, tmp_path: Path) -> None:
    moved = shutil.move(copy / SCORES, tmp_path / "moved")
    (copy / SCORES).symlink_to(moved)
    assert f"{SCORES}: is a symbolic link" in failures(copy)


def test_a_linked_folder(copy: Path, tmp_path: Path) -> None:
    moved = shutil.move(copy / "terms", tmp_path / "moved")
    (copy / "terms").symlink_to(moved)
    assert "terms: is a symbolic link" in failures(copy)


def test_what_is_neither_file_nor_folder(copy: Path) -> None:
    os.mkfifo(copy / "results" / "pipe")
    assert "results/pipe: is neither a file nor a folder" in failures(copy)


@pytest.mark.parametrize(
    "name",
    ["../outside.txt", "/etc/hostname", "results/../README.md", "./README.md", "a\\b", "C:x"],
)
def test_a_name_that_leads_elsewhere(name: str, copy: Path) -> None:
    listed = read_json(copy / "release.json")["files"]["README.md"]
    edit(copy / "release.json", lambda made: made["files"].update({name: listed}))
    assert f"{name}: is no plain name of a file in the folder".replace("\\", "\\") in failures(copy)


def test_a_folder_that_no_release_has(copy: Path) -> None:
    (copy / "extra").mkdir()
    (copy / "extra" / "x").write_text("x", encoding="utf-8")
    write_list(copy)
    assert "extra/x: lies where a release has nothing" in failures(copy)


def test_a_record_count_that_differs(copy: Path) -> None:
    edit_lines(copy / RUNS, lambda records: records.pop())
    forge(copy)
    said = failures(copy)
    assert "acquabench/agents/reader/D0/retrieval/trajectories.jsonl: holds 8 records, " in said


def test_a_root_hash_that_is_not_that_of_the_manifest(copy: Path) -> None:
    write_list(copy, root_sha256="0" * 64)
    assert "results/manifest.json: its root hash is " in failures(copy)


def test_an_in_toto_subject_with_another_hash(copy: Path) -> None:
    path = copy / "subjects.intoto.jsonl"
    edit_lines(path, lambda lines: lines[0]["subject"][0]["digest"].update(sha256="0" * 64))
    write_list(copy)
    assert "another SHA-256 than release.json" in failures(copy)


def test_an_in_toto_subject_that_is_missing(copy: Path) -> None:
    edit_lines(copy / "subjects.intoto.jsonl", lambda lines: lines.pop())
    write_list(copy)
    assert "subjects.intoto.jsonl: has no subject results/" in failures(copy)


def test_a_crate_that_describes_other_files(copy: Path) -> None:
    def change(made: dict[str, list[dict[str, object]]]) -> None:
        (entity,) = [e for e in made["@graph"] if e["@id"] == "README.md"]
        entity["sha256"] = "0" * 64
        made["@graph"] = [e for e in made["@graph"] if e["@id"] != SCORES]

    edit(copy / "ro-crate-metadata.json", change)
    write_list(copy)
    said = failures(copy)
    assert "ro-crate-metadata.json: gives README.md another SHA-256" in said
    assert f"ro-crate-metadata.json: does not describe {SCORES}" in said


def test_a_configuration_that_a_rerun_would_read_and_that_is_another(copy: Path) -> None:
    path = copy / "source/config/studies/mini.yaml"
    path.write_text(path.read_text("utf-8").replace("seed: 13", "seed: 14"), encoding="utf-8")
    relist(copy)
    assert "mini.yaml: differs from results/study/config.json" in failures(copy)


def test_other_lock_files(copy: Path) -> None:
    (copy / "source/envs/cpu.lock").write_text("numpy==1\n", encoding="utf-8")
    relist(copy)
    said = failures(copy)
    assert "environment/declared.json: declares other lock files" in said
    assert "was made with other lock files than source/envs/" in said


@pytest.mark.parametrize("name", ["results/weights.gguf", "environment/model.safetensors"])
def test_model_weights(name: str, copy: Path) -> None:
    (copy / name).write_bytes(b"GGUF")
    relist(copy)
    assert f"{name}: has the name of model weights" in failures(copy)


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
    path.rename(path.with_name(f"{path.name}.old"))


def _empty(path: Path, dice: random.Random) -> None:
    path.write_bytes(b"")


FAULTS = (_flip, _cut, _drop, _rename, _empty)


MANY, WHOLE = 200, 5


def test_single_random_faults_in_listed_files_are_all_found_and_named(copy: Path) -> None:
    """The list finds them; a whole audit, tried on a few, says so too."""
    dice = random.Random(13)
    listed = read_record(copy / RELEASE, Release)
    named = sorted(name for name, file in listed.files.items() if file.size)
    for number in range(MANY):
        name, fault = dice.choice(named), FAULTS[number % len(FAULTS)]
        kept = (copy / name).read_bytes()
        fault(copy / name, dice)
        report = AuditReport()
        check_inventory(copy, listed, report)
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
