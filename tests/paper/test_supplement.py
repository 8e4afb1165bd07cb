"""`python -m earned.paper` on a real small study: the document, its pages, and what it refuses."""

from __future__ import annotations

import json
import os
import shutil
import stat
from pathlib import Path

import pytest

from earned.ledger.manifest import covered_files
from earned.lineage.hashing import sha256_file
from earned.paper.__main__ import main
from earned.paper.typeset import PACKAGES, PAGES, TEX, has, typeset
from earned.records.files import read_record
from earned.records.lineage import Lineage
from earned.verify.run import verify
from mini import run_mini

pytestmark = pytest.mark.slow

needs_tex = pytest.mark.skipif(not has(TEX), reason=f"{TEX} is not here")
needs_pages = pytest.mark.skipif(not (has(TEX) and has(PAGES)), reason=f"{PAGES} is not here")
GIVEN = json.dumps({"study": "mini", "audits": ["acquabench"]})
HOSTILE = "R&D_50% $x$ \\alpha {b} #1 ~ ^ <t> 模型 Größe"


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    models = {"copier": {"control": "copier", "label": HOSTILE}, "reader": {"control": "reader"}}
    return run_mini(tmp_path_factory.mktemp("study"), models=models, limit=3,
                    surfaces=("retrieval",))  # fmt: skip


@pytest.fixture(scope="module")
def finished(study: Path) -> Path:
    """The study with its supplement."""
    assert make(study) == 0
    return study


@pytest.fixture
def root(finished: Path, tmp_path: Path) -> Path:
    """A copy that a test may spoil."""
    without = shutil.ignore_patterns("logs")
    return Path(shutil.copytree(finished, tmp_path / "copy", ignore=without))


def make(root: Path) -> int:
    return main(["--root", str(root), "--audit", "paper", "--params", GIVEN,
                 "--out", str(root / "paper")])  # fmt: skip


def paper_failures(root: Path) -> list[str]:
    return [one for one in verify(root).failures if one.startswith(("paper/", "paper: "))]


def only_programs(folder: Path, monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    """Let no program be found but these."""
    folder.mkdir()
    for name in names:
        found = shutil.which(name)
        assert found
        (folder / name).symlink_to(found)
    monkeypatch.setenv("PATH", str(folder))


@needs_tex
def test_the_document_is_made_with_every_table_that_has_rows_and_every_figure(
    finished: Path,
) -> None:
    text = (finished / "paper" / "supplement.tex").read_text(encoding="utf-8")
    for name in ("d0_main", "detector", "controls", "usage"):
        assert f"{{../acquabench/tables/{name}.tex}}" in text
    for name in ("contrasts", "score_distributions", "by_surface", "sensitivity"):
        assert f"{{../acquabench/figures/{name}.pdf}}" in text
    assert (finished / "paper" / "supplement.pdf").read_bytes().startswith(b"%PDF-")


@needs_pages
def test_each_page_is_a_bitmap_numbered_with_two_digits(finished: Path) -> None:
    names = sorted(path.name for path in (finished / "paper" / "pages").iterdir())
    assert len(names) > 5
    assert names == [f"page-{n:02d}.png" for n in range(1, len(names) + 1)]


@needs_pages
def test_making_it_again_gives_the_same_bytes_and_drops_pages_that_are_left_over(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {path: path.read_bytes() for path in (root / "paper").rglob("*") if path.is_file()}
    (root / "paper" / "pages" / "page-99.png").write_bytes(b"old")
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert make(root) == 0
    after = {path: path.read_bytes() for path in (root / "paper").rglob("*") if path.is_file()}
    assert after == before


@needs_tex
def test_the_pdf_holds_no_date_and_no_path(finished: Path) -> None:
    content = (finished / "paper" / "supplement.pdf").read_bytes()
    for word in (b"CreationDate", b"ModDate", b"PTEX", str(finished).encode(), b"/tmp/"):
        assert word not in content


@needs_tex
def test_the_source_compiles_where_it_lies(root: Path) -> None:
    text = (root / "paper" / "supplement.tex").read_text(encoding="utf-8")
    files = [digest.path for digest in read_record(root / "paper/lineage.json", Lineage).inputs]
    assert typeset(text, root, files) == (root / "paper" / "supplement.pdf").read_bytes()


@needs_tex
def test_it_lies_outside_the_manifest_under_a_lineage_of_its_own(finished: Path) -> None:
    assert not [name for name in covered_files(finished) if name.startswith("paper/")]
    record = read_record(finished / "paper" / "lineage.json", Lineage)
    inputs = {digest.path for digest in record.inputs}
    assert {"acquabench/tables/d0_main.tex", "acquabench/figures/contrasts.pdf"} < inputs
    assert set(record.parameters["outlines_code_sha256"]) == {"acquabench"}
    assert verify(finished).passed


@needs_tex
@pytest.mark.parametrize("name", ["paper/supplement.pdf", "paper/supplement.tex"])
def test_an_edited_supplement_fails_verification_by_name(root: Path, name: str) -> None:
    with (root / name).open("ab") as stream:
        stream.write(b"% more\n")
    assert f"{name}: differs from the supplement's lineage record" in paper_failures(root)
    assert all(failure.startswith(f"{name}: ") for failure in verify(root).failures)


@needs_tex
def test_an_edited_source_is_found_when_its_record_was_made_again(root: Path) -> None:
    with (root / "paper/supplement.tex").open("ab") as stream:
        stream.write(b"% more\n")
    record = json.loads((root / "paper/lineage.json").read_text(encoding="utf-8"))
    for digest in record["outputs"]:
        digest["sha256"] = sha256_file(root / digest["path"])
    (root / "paper/lineage.json").write_text(json.dumps(record), encoding="utf-8")
    assert verify(root).failures == ["paper/supplement.tex: differs from a fresh rendering"]


@needs_tex
def test_verification_says_what_the_root_hash_does_not_cover(root: Path) -> None:
    said = "its PDF and pages are compared with a record of their own"
    with_it = verify(root).remarks
    assert [remark for remark in with_it if remark.startswith("paper/") and said in remark]
    shutil.rmtree(root / "paper")
    assert verify(root).remarks == [one for one in with_it if not one.startswith("paper/")]


@needs_tex
def test_a_supplement_of_an_earlier_state_fails_verification(root: Path) -> None:
    with (root / "acquabench/tables/d0_main.tex").open("ab") as stream:
        stream.write(b"% more\n")
    assert any("run snakemake paper again" in failure for failure in verify(root).failures)


@needs_tex
def test_a_file_that_nothing_made_and_a_lost_record_fail_verification(root: Path) -> None:
    (root / "paper" / "notes.txt").write_text("mine")
    assert paper_failures(root) == ["paper/notes.txt: no lineage record names it"]
    (root / "paper" / "lineage.json").unlink()
    (failure,) = paper_failures(root)
    assert "paper/lineage.json" in failure


def test_without_tex_nothing_is_written_and_the_packages_are_named(
    study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = Path(shutil.copytree(study, tmp_path / "copy", ignore=shutil.ignore_patterns("paper")))
    only_programs(tmp_path / "bin", monkeypatch)
    assert make(copy) == 0
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert f"pdflatex is not installed; on Debian: apt install {PACKAGES}" in said
    assert not (copy / "paper").exists()


@needs_tex
def test_without_poppler_the_pdf_is_made_and_the_pages_are_skipped(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(root / "paper")
    only_programs(tmp_path / "bin", monkeypatch, TEX)
    assert make(root) == 0
    said = capsys.readouterr().err
    assert "pdftoppm is not installed; on Debian: apt install poppler-utils" in said
    assert (root / "paper" / "supplement.pdf").is_file()
    assert not (root / "paper" / "pages").exists()
    assert paper_failures(root) == []


@needs_tex
def test_a_fault_in_a_table_is_one_sentence_with_its_line_and_writes_nothing(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.rmtree(root / "paper")
    (root / "acquabench/tables/d0_main.tex").write_text("a line\n\\nosuchcommand\n")
    assert make(root) == 2
    said = capsys.readouterr().err
    where = "acquabench/tables/d0_main.tex, line 2"
    assert said.startswith(f"error: {where}: pdflatex stopped: Undefined control sequence; ")
    assert said.count("\n") == 1
    assert not (root / "paper").exists()


def test_a_tex_that_dies_without_a_word_is_one_sentence(
    study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / TEX).write_text("#!/bin/sh\nexit 3\n")
    (folder / TEX).chmod((folder / TEX).stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")
    copy = Path(shutil.copytree(study, tmp_path / "copy", ignore=shutil.ignore_patterns("paper")))
    assert make(copy) == 2
    assert capsys.readouterr().err.startswith(
        "error: supplement.tex: pdflatex stopped: it wrote no reason; "
    )
