"""Each fault in the kept states of a study is found and named."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from earned.ledger.history import archive, read_log, unpack, zip_path
from earned.ledger.manifest import MANIFEST, close
from earned.lineage.hashing import sha256_file
from earned.records.files import write_records
from earned.verify.history import check_history
from earned.verify.report import Report
from finished import finished_study

LOG = "history/log.jsonl"
Fault = Callable[[Path], str]
"""Spoils a results folder, and gives the file that must be named."""


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three states, the last the same as the first."""
    root = finished_study(tmp_path_factory.mktemp("study"))
    config = root / "study" / "config.json"
    original = config.read_bytes()
    for content in (b"{}", original):
        config.write_bytes(content)
        close(root)
    return root


@pytest.fixture
def root(study: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(study, tmp_path / "copy"))


def checked(root: Path) -> Report:
    report = Report()
    report.guard("history", lambda: check_history(root, report))
    return report


def test_kept_states_that_are_whole_pass(study: Path) -> None:
    report = checked(study)
    assert report.failures == []
    assert report.remarks[0].startswith("history/: states kept: 2, ")


def test_a_study_without_kept_states_has_nothing_to_check(root: Path) -> None:
    shutil.rmtree(root / "history")
    assert checked(root).failures == []


def second(root: Path) -> Path:
    return zip_path(root, read_log(root)[1].root_sha256)


def named(path: Path) -> str:
    return f"history/{path.name}"


def flip_in_zip(root: Path) -> str:
    content = bytearray(second(root).read_bytes())
    content[len(content) // 2] ^= 1
    second(root).write_bytes(content)
    return named(second(root))


def remove_zip(root: Path) -> str:
    path = second(root)
    path.unlink()
    return named(path)


def rename_zip(root: Path) -> str:
    path = second(root)
    path.rename(path.with_name(f"{'0' * 64}.zip"))
    return f"history/{'0' * 64}.zip"


def swap_zips(root: Path) -> str:
    first, other = zip_path(root, read_log(root)[0].root_sha256), second(root)
    one, two = first.read_bytes(), other.read_bytes()
    first.write_bytes(two)
    other.write_bytes(one)
    return named(first)


def repacked(change: Callable[[dict[str, bytes]], object]) -> Fault:
    """Change a file inside a zip, and make the log fit, as somebody would who hides it."""

    def fault(root: Path) -> str:
        path = second(root)
        contents = unpack(path)
        change(contents)
        path.write_bytes(archive(contents))
        return fitted(root, path)

    return fault


def another_state(root: Path) -> str:
    """The first state's zip under the second's name, with the log made to fit."""
    shutil.copy(zip_path(root, read_log(root)[0].root_sha256), second(root))
    return fitted(root, second(root))


def fitted(root: Path, path: Path) -> str:
    sha256 = sha256_file(path)
    log = [
        kept.model_copy(update={"zip_sha256": sha256}) if kept.number == 2 else kept
        for kept in read_log(root)
    ]
    write_records(root / LOG, log)
    return named(path)


def packed_otherwise(root: Path) -> str:
    """The same files in another zip: only its own hash tells."""
    path = second(root)
    contents = unpack(path)
    with zipfile.ZipFile(path, "w") as made:
        for name in sorted(contents):
            made.writestr(name, contents[name])
    return named(path)


def edit_claim(contents: dict[str, bytes]) -> None:
    claims = json.loads(contents["ledger/claims.json"])
    claims[0]["value"] = 7
    contents["ledger/claims.json"] = json.dumps(claims).encode()


def add_file(name: str) -> Fault:
    def fault(root: Path) -> str:
        path = root / "history" / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"")
        return f"history/{name}"

    return fault


def in_log(old: str, new: str) -> Fault:
    def fault(root: Path) -> str:
        text = (root / LOG).read_text(encoding="utf-8")
        assert old in text
        (root / LOG).write_text(text.replace(old, new, 1), encoding="utf-8")
        return LOG

    return fault


def drop_line(number: int) -> Fault:
    def fault(root: Path) -> str:
        lines = (root / LOG).read_bytes().splitlines(keepends=True)
        del lines[number]
        (root / LOG).write_bytes(b"".join(lines))
        return LOG

    return fault


def empty_log(root: Path) -> str:
    (root / LOG).write_bytes(b"")
    return LOG


def remove_log(root: Path) -> str:
    (root / LOG).unlink()
    return LOG


def other_manifest(root: Path) -> str:
    (root / MANIFEST).write_bytes((root / MANIFEST).read_bytes() + b" ")
    return LOG


FAULTS: dict[str, Fault] = {
    "a byte of a zip": flip_in_zip,
    "a zip packed otherwise": packed_otherwise,
    "a zip removed": remove_zip,
    "a zip renamed": rename_zip,
    "two zips swapped": swap_zips,
    "another state under a name": another_state,
    "a claim edited inside a zip": repacked(edit_claim),
    "a file dropped from a zip": repacked(lambda held: held.pop("ledger/claims.csv")),
    "a file added to a zip": repacked(lambda held: held.update({"extra": b""})),
    "no manifest in a zip": repacked(lambda held: held.pop(MANIFEST)),
    "another manifest in a zip": repacked(lambda held: held.update({MANIFEST: b"{}"})),
    "an alien file": add_file("notes.txt"),
    "an alien zip": add_file(f"{'a' * 64}.zip"),
    "an alien folder": add_file("more/x"),
    "a number in the log": in_log('"number":2', '"number":3'),
    "a link of the chain": in_log('"before":null', f'"before":"{"0" * 64}"'),
    "a space in the log": in_log('"number":2', '"number": 2'),
    "a first line dropped": drop_line(0),
    "a middle line dropped": drop_line(1),
    "a last line dropped": drop_line(2),
    "an empty log": empty_log,
    "no log": remove_log,
    "a manifest that was not kept": other_manifest,
}


@pytest.mark.parametrize("kind", FAULTS)
def test_a_fault_is_found_and_its_file_named(root: Path, kind: str) -> None:
    name = FAULTS[kind](root)
    failures = checked(root).failures
    assert any(failure.startswith(f"{name}: ") for failure in failures), failures


def test_a_claim_edited_inside_a_kept_state_is_named_with_its_file(root: Path) -> None:
    repacked(edit_claim)(root)
    (failure,) = checked(root).failures
    assert failure.endswith(f"ledger/claims.json differs from {MANIFEST}")
