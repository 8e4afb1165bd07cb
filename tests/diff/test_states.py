"""Where a state may lie, what it was made with, and what is refused."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from earned.diff.causes import causes
from earned.diff.compare import compare
from earned.diff.records import Cause
from earned.diff.state import opened, state_before
from earned.errors import UserError
from earned.ledger.history import archive, unpack
from earned.ledger.manifest import MANIFEST
from earned.lineage.hashing import sha256_file
from earned.records.cost import CostRow
from earned.records.files import json_text, write_json
from earned.records.release import Release, Replacement
from earned.records.table import write_table
from finished import edit_json, remake_manifest
from regraded import regraded_study

ITEMS = "acquabench/analysis/items.parquet"
SCORED = "acquabench/scores/copier/D0/retrieval/lineage.json"


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return regraded_study(tmp_path_factory)


@pytest.fixture
def root(study: Path, tmp_path: Path) -> Path:
    """A copy that a test may change."""
    return Path(shutil.copytree(study, tmp_path / "copy"))


def released(root: Path, folder: Path, *replaced: Replacement) -> Path:
    """A release as far as the comparison looks: its record, and the results."""
    shutil.copytree(root, folder / "results", ignore=shutil.ignore_patterns("history", "logs"))
    for one in replaced:
        if one.kind == "withheld":
            (folder / "results" / one.path).unlink()
    record = Release(
        study="mini", root_sha256=sha256_file(root / MANIFEST), files={}, replaced=replaced
    )
    write_json(folder / "release.json", record.model_dump(mode="json"))
    return folder


def withheld(root: Path, name: str) -> Replacement:
    path = root / name
    return Replacement(
        path=name, kind="withheld", sha256=sha256_file(path), size=path.stat().st_size, why="terms"
    )


def test_a_release_is_compared_like_the_results_that_it_was_made_from(
    study: Path, tmp_path: Path
) -> None:
    release = released(study, tmp_path / "release")
    assert compare(state_before(study), release) == compare(state_before(study), study)


def test_items_that_a_release_withholds_are_named_and_claims_compared(
    study: Path, tmp_path: Path
) -> None:
    release = released(study, tmp_path / "release", withheld(study, ITEMS))
    found = compare(state_before(study), release)
    assert found.moved == compare(state_before(study), study).moved
    assert found.items.flips == ()
    assert found.items.not_compared == ("acquabench: the new state holds no items of it",)


def test_a_ledger_that_a_release_cannot_make_again_is_not_called_verified(
    study: Path, tmp_path: Path
) -> None:
    name = "acquabench/tables/tables.jsonl"
    found = compare(study, released(study, tmp_path / "release", withheld(study, name)))
    assert found.old.verified
    assert not found.new.verified
    assert f"its input {name} is withheld (terms)" in found.new.unverified


def test_a_release_of_another_root_is_refused(study: Path, tmp_path: Path) -> None:
    release = released(study, tmp_path / "release")
    edit_json(release / "release.json", "root_sha256", value="0" * 64)
    with pytest.raises(UserError, match="its root hash is not that of results/"):
        compare(study, release)


def repack(study: Path, path: Path, change: Callable[[dict[str, bytes]], Any]) -> Path:
    contents = unpack(state_before(study))
    change(contents)
    path.write_bytes(archive(contents))
    return path


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda held: held.pop(MANIFEST), "manifest.json is missing"),
        (lambda held: held.pop("ledger/claims.csv"), "ledger/claims.csv is missing"),
        (lambda held: held.update(extra=b""), "extra belongs to no kept state"),
        (
            lambda held: held.update({"ledger/claims.csv": b""}),
            "ledger/claims.csv differs from manifest.json",
        ),
        (lambda held: held.update({MANIFEST: b"\xff{"}), "is not complete JSON"),
    ],
)
def test_a_zip_that_is_not_what_its_manifest_says_is_refused(
    study: Path, tmp_path: Path, change: Callable[[dict[str, bytes]], Any], said: str
) -> None:
    path = repack(study, tmp_path / "old.zip", change)
    with pytest.raises(UserError, match=said):
        compare(path, study)


def test_a_zip_under_the_hash_of_another_state_is_refused(study: Path, tmp_path: Path) -> None:
    path = Path(shutil.copy(state_before(study), tmp_path / f"{'0' * 64}.zip"))
    with pytest.raises(UserError, match="has another hash than the state's name"):
        compare(path, study)


@pytest.mark.parametrize("name", ["../analysis/x", "/analysis/x", "a/analysis/../../../x"])
def test_a_zip_writes_nothing_outside_the_scratch_folder(
    study: Path, tmp_path: Path, name: str
) -> None:
    def add(held: dict[str, bytes]) -> None:
        files = json.loads(held[MANIFEST])["files"]
        files[name] = sha256(b"x").hexdigest()
        held.update({MANIFEST: json_text({"files": files}).encode(), name: b"x"})

    path = repack(study, tmp_path / "old.zip", add)
    with pytest.raises(UserError, match="holds the name"), opened(path):
        pass


def test_a_claim_that_its_results_do_not_hold_stops_the_comparison(root: Path) -> None:
    """With a manifest made to fit: only the claim's own place tells."""
    edit_json(root / "ledger/claims.json", 0, "value", value=0.125)
    remake_manifest(root)
    with pytest.raises(UserError, match=r"the new ledger does not verify: acquabench/.* says 0.1"):
        compare(root / "history" / state_before(root).name, root)


def test_a_ledger_with_a_claim_less_than_its_tables_stops_the_comparison(root: Path) -> None:
    claims = json.loads((root / "ledger/claims.json").read_text("utf-8"))
    write_json(root / "ledger/claims.json", claims[1:])
    remake_manifest(root)
    with pytest.raises(UserError, match=r"the old ledger does not verify: ledger/claims.json: "):
        compare(root, root)


def test_a_ledger_that_another_version_made_is_compared_and_not_called_verified(
    root: Path,
) -> None:
    claims = json.loads((root / "ledger/claims.json").read_text("utf-8"))
    write_json(root / "ledger/claims.json", claims[1:])
    edit_json(root / "ledger/lineage.json", "code_sha256", value="a" * 64)
    remake_manifest(root)
    found = compare(root, root)
    assert not found.old.verified
    assert found.old.unverified.startswith("it was made by code aaaaaaaaaaaa, here is ")


def test_items_of_unknown_columns_are_refused(root: Path) -> None:
    """Field case 2: a renamed column is never read as something else."""
    write_table(root / ITEMS, [], CostRow)
    remake_manifest(root)
    with pytest.raises(UserError, match=r"column calls: Int64 instead of no such column"):
        compare(state_before(root), root)


def made_with(root: Path, lineage: str, *keys: str | int, value: object) -> tuple[Cause, ...]:
    """What is said of a study after one thing in one lineage record differs."""
    with opened(state_before(root)) as before:
        edit_json(root / lineage, *keys, value=value)
        remake_manifest(root)
        with opened(root) as after:
            return causes(before, after)


def test_the_same_code_on_both_sides_is_no_cause(study: Path) -> None:
    with opened(state_before(study)) as before, opened(study) as after:
        assert causes(before, after) == ()


def test_a_stage_of_other_code_is_named_with_both_digests(root: Path) -> None:
    own = json.loads((root / SCORED).read_text("utf-8"))["code_sha256"]
    other = "f" * 64
    (cause,) = made_with(root, SCORED, "code_sha256", value=other)
    both = tuple(sorted((own, other)))
    assert cause == Cause(stage="scores", what="code", old=(own,), new=both)


@pytest.mark.parametrize(
    ("keys", "value", "what"),
    [
        (("parameters", "scoring"), {"f1_percent": 50}, "parameters"),
        (("environment_sha256",), "e" * 64, "environment"),
    ],
)
def test_other_parameters_and_environments_are_named(
    root: Path, keys: tuple[str, ...], value: object, what: str
) -> None:
    (cause,) = made_with(root, SCORED, *keys, value=value)
    assert (cause.stage, cause.what) == ("scores", what)


def test_another_data_file_is_named(root: Path) -> None:
    name = "acquabench/population/lineage.json"
    inputs = json.loads((root / name).read_text("utf-8"))["inputs"]
    (number,) = [n for n, digest in enumerate(inputs) if digest["path"].startswith("//")]
    (cause,) = made_with(root, name, "inputs", number, "sha256", value="d" * 64)
    assert (cause.stage, cause.what, cause.new) == ("population", "outside file", ("d" * 64,))


def test_what_a_removed_model_left_behind_is_no_cause(root: Path) -> None:
    folder = root / "acquabench/scores/gone/D0/retrieval"
    shutil.copytree((root / SCORED).parent, folder)
    edit_json(folder / "lineage.json", "code_sha256", value="f" * 64)
    remake_manifest(root)
    with opened(state_before(root)) as before, opened(root) as after:
        assert causes(before, after) == ()


def test_a_comparison_writes_nothing(study: Path) -> None:
    before = {p: p.read_bytes() for p in sorted(study.rglob("*")) if p.is_file()}
    compare(state_before(study), study)
    assert {p: p.read_bytes() for p in sorted(study.rglob("*")) if p.is_file()} == before
