"""Finished states are kept under the hash of their manifest, and none is lost to a killed run."""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from earned.errors import UserError
from earned.ledger import history
from earned.ledger.history import Kept, archive, keep, kept_names, read_log, unpack, zip_path
from earned.ledger.manifest import MANIFEST, close, covered_files
from earned.lineage.hashing import sha256_file
from earned.records.files import read_record
from earned.records.lineage import Lineage
from finished import finished_study

NAMES = st.text("abc/", min_size=1, max_size=6)
CONTENTS = st.dictionaries(NAMES, st.binary(max_size=40), max_size=5)


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished_study(tmp_path_factory.mktemp("study"))


@pytest.fixture
def root(study: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(study, tmp_path / "copy"))


def change(root: Path, text: str) -> None:
    (root / "study" / "config.json").write_text(text, encoding="utf-8")


def roots(root: Path) -> list[str]:
    return [kept.root_sha256 for kept in read_log(root)]


def test_a_finished_study_has_kept_its_state_under_its_root_hash(study: Path) -> None:
    present = sha256_file(study / MANIFEST)
    path = zip_path(study, present)
    assert path.name == f"{present}.zip"
    assert read_log(study) == [
        Kept(number=1, root_sha256=present, before=None, zip_sha256=sha256_file(path))
    ]
    for name, content in unpack(path).items():
        assert (study / name).read_bytes() == content


def test_a_kept_state_holds_the_ledger_and_what_it_is_made_and_read_from(study: Path) -> None:
    names = set(unpack(zip_path(study, sha256_file(study / MANIFEST))))
    ledger = read_record(study / "ledger/lineage.json", Lineage)
    needed = {digest.path for digest in (*ledger.inputs, *ledger.outputs)}
    needed |= {
        MANIFEST,
        "study/config.json",
        "acquabench/analysis/items.parquet",
        "acquabench/analysis/costs.parquet",
        "acquabench/scores/copier/D0/retrieval/lineage.json",
        "acquabench/figures/figures.json",
    }
    assert needed <= names
    assert not {n for n in names if "trajectories" in n or "completions" in n or n.endswith(".tex")}


def test_the_folder_is_in_no_manifest(study: Path) -> None:
    assert (study / "history" / "log.jsonl").is_file()
    assert [name for name in covered_files(study) if name.startswith("history")] == []


def test_closing_a_study_as_it_was_adds_nothing(root: Path) -> None:
    before = {path.name: path.read_bytes() for path in (root / "history").iterdir()}
    close(root)
    assert {path.name: path.read_bytes() for path in (root / "history").iterdir()} == before


def test_each_other_state_is_one_line_that_names_the_one_before(root: Path) -> None:
    first = roots(root)[0]
    original = (root / "study" / "config.json").read_text(encoding="utf-8")
    change(root, "{}")
    close(root)
    change(root, original)
    close(root)
    log = read_log(root)
    second = log[1].root_sha256
    assert [kept.number for kept in log] == [1, 2, 3]
    assert [kept.before for kept in log] == [None, first, second]
    assert log[2].root_sha256 == first
    assert unpack(zip_path(root, second))["study/config.json"] == b"{}"


@pytest.mark.parametrize("killed_at", ["write_bytes", "write_records"])
@pytest.mark.parametrize("then", ["the same", "another"])
def test_a_run_killed_while_it_keeps_a_state_loses_none(
    root: Path, monkeypatch: pytest.MonkeyPatch, killed_at: str, then: str
) -> None:
    """Killed before the zip, the run has closed nothing; between zip and log, the line returns."""
    old = (root / MANIFEST).read_bytes()
    change(root, "{}")
    with monkeypatch.context() as patch:
        patch.setattr(history, killed_at, kill)
        with pytest.raises(KeyboardInterrupt):
            close(root)
    assert (root / MANIFEST).read_bytes() == old
    assert len(read_log(root)) == 1
    if then == "another":
        change(root, "[]")
    close(root)
    log = read_log(root)
    zipped = {path.stem for path in (root / "history").glob("*.zip")}
    assert zipped == {kept.root_sha256 for kept in log}
    assert log[-1].root_sha256 == sha256_file(root / MANIFEST)
    assert [kept.before for kept in log] == [None, *roots(root)[:-1]]
    assert len(log) == (3 if (killed_at, then) == ("write_records", "another") else 2)


def kill(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_run_killed_while_it_writes_a_zip_leaves_no_half_one(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(root, "{}")
    with monkeypatch.context() as patch:
        patch.setattr(Path, "replace", kill)
        patch.setattr(Path, "unlink", lambda *_, **__: None)  # a killed process tidies nothing
        with pytest.raises(KeyboardInterrupt):
            close(root)
    left = sorted(path.name for path in (root / "history").iterdir())
    assert len(left) == 3
    assert left[0].startswith(".")
    change(root, "[]")
    close(root)
    assert len(list((root / "history").iterdir())) == 3  # two zips and the log
    assert len(read_log(root)) == 2


def test_a_zip_lost_from_the_present_state_is_made_again(root: Path) -> None:
    path = zip_path(root, roots(root)[0])
    before = path.read_bytes()
    path.unlink()
    close(root)
    assert path.read_bytes() == before


@given(CONTENTS)
def test_the_same_files_in_any_order_give_the_same_zip(contents: dict[str, bytes]) -> None:
    made = archive(contents)
    assert archive(dict(reversed(contents.items()))) == made


@given(contents=CONTENTS)
def test_a_zip_gives_back_what_it_was_made_of(
    tmp_path_factory: pytest.TempPathFactory, contents: dict[str, bytes]
) -> None:
    path = tmp_path_factory.mktemp("zip") / "a.zip"
    path.write_bytes(archive(contents))
    assert unpack(path) == contents


@given(st.lists(st.sampled_from([b"a", b"b", b"c"]), min_size=1, max_size=8))
def test_the_log_is_the_order_of_the_states_without_repeats(
    tmp_path_factory: pytest.TempPathFactory, runs: list[bytes]
) -> None:
    root = tmp_path_factory.mktemp("runs")
    for content in runs:
        keep(root, sha256(content).hexdigest(), {"manifest.json": content})
    expected = [run for n, run in enumerate(runs) if n == 0 or runs[n - 1] != run]
    log = read_log(root)
    hashes = [sha256(run).hexdigest() for run in expected]
    assert [kept.root_sha256 for kept in log] == hashes
    assert [kept.before for kept in log] == [None, *hashes[:-1]]
    assert {path.stem for path in (root / "history").glob("*.zip")} == set(hashes)


def test_what_is_kept_hangs_on_names_alone() -> None:
    names = [
        "study/config.json", "ledger/claims.csv", "a/analysis/x.parquet", "a/analysis/sub/y",
        "a/registration/registration.jsonl", "a/tables/tables.jsonl", "a/tables/lineage.json",
        "a/figures/figures.json", "a/agents/m/r/s/lineage.json",
    ]  # fmt: skip
    dropped = ["a/tables/main.tex", "a/figures/x.pdf", "a/agents/m/r/s/trajectories.jsonl",
               "a/analyses/x", "a/scores/m/r/s/scores.parquet", "analysis/x"]  # fmt: skip
    assert kept_names([*dropped, *names]) == sorted(names)


@pytest.mark.parametrize("content", [b"", b"no zip", archive({"a": b"abc"})[:-30]])
def test_what_is_no_whole_zip_is_one_sentence(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.zip").write_bytes(content)
    with pytest.raises(UserError, match="is no whole zip"):
        unpack(tmp_path / "x.zip")


def test_a_damaged_byte_inside_a_zip_is_one_sentence(tmp_path: Path) -> None:
    content = bytearray(archive({"a": b"abcdefgh" * 99}))
    content[40] ^= 1
    (tmp_path / "x.zip").write_bytes(content)
    with pytest.raises(UserError, match="is no whole zip"):
        unpack(tmp_path / "x.zip")
