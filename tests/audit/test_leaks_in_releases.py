"""What must not leave a machine, planted in a release in every kind of file: the audit names it."""

from __future__ import annotations

import io
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from PIL import Image, PngImagePlugin
from pypdf import PdfWriter

from earned.audit.run import audit
from earned.leaks.machine import Machine
from earned.records.files import read_json
from released import AUDIT, CELL, edit, edit_lines, failures, forge, relist

FIGURES = f"results/{AUDIT}/figures"
LEAKS = {
    "absolute path": "/home/bob/work/x",
    "address": "bob@gpu17",
    "repository remote": "git@git.example.org:bob/x.git",
    "timestamp": "2026-03-04T05:06:07+01:00",
    "secret": "hf_" + "a1B2c3D4" * 4,
    "network address": "127.0.0.1:8000",
    "host name": "gpu17.internal",
}
TEXTS = ("results/paper/supplement.aux", "results/paper/supplement.log", "results/notes.txt",
         "README.md", "terms/TERMS.md", "results/paper/supplement.tex")  # fmt: skip


@pytest.mark.parametrize("kind", LEAKS)
@pytest.mark.parametrize("name", TEXTS[:1])
def test_a_leak_of_every_kind_in_a_text(kind: str, name: str, copy: Path) -> None:
    assert f"{name}: holds {kind} " in planted_text(copy, name, LEAKS[kind])


@pytest.mark.parametrize("name", TEXTS)
def test_a_path_in_every_kind_of_text(name: str, copy: Path) -> None:
    assert f"{name}: holds absolute path '/home/bob/work/x'" in planted_text(
        copy, name, LEAKS["absolute path"]
    )


def planted_text(copy: Path, name: str, leak: str) -> str:
    path = copy / name
    path.parent.mkdir(exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\nmade in {leak} \n")
    relist(copy)
    return failures(copy)


def test_a_path_in_json_behind_escapes(copy: Path) -> None:
    path = copy / "environment" / "observed.json"
    text = path.read_text(encoding="utf-8")
    assert '"system"' in text
    planted = r'"prefix": "\u002fhome\u002fbob\u002fenv", "system"'
    path.write_text(text.replace('"system"', planted, 1), encoding="utf-8")
    relist(copy)
    assert "environment/observed.json: holds absolute path '/home/bob/env'" in failures(copy)


def test_a_path_in_a_trajectory(copy: Path) -> None:
    edit_lines(copy / f"results/{CELL}/trajectories.jsonl",
               lambda records: records[0].update(error="no file /home/bob/x"))  # fmt: skip
    forge(copy)
    said = failures(copy)
    assert f"results/{CELL}/trajectories.jsonl: holds absolute path '/home/bob/x'" in said


def test_a_path_in_parquet_metadata(copy: Path) -> None:
    path = copy / f"results/{AUDIT}/analysis/costs.parquet"
    table = pq.read_table(path)
    pq.write_table(table.replace_schema_metadata({"from": "/home/bob/x"}), path)
    forge(copy)
    assert "analysis/costs.parquet: holds absolute path '/home/bob/x'" in failures(copy)


def test_a_user_and_a_time_in_png_metadata(copy: Path) -> None:
    path, info = copy / FIGURES / "by_surface.png", PngImagePlugin.PngInfo()
    info.add_text("Author", "bob@gpu17")
    info.add_text("Creation Time", "2026-03-04 05:06:07")
    with Image.open(io.BytesIO(path.read_bytes())) as image:
        image.save(path, pnginfo=info)
    forge(copy)
    said = failures(copy)
    assert f"{FIGURES}/by_surface.png: holds address 'bob@gpu17'" in said
    assert f"{FIGURES}/by_surface.png: holds timestamp '2026-03-04 05:06:07'" in said


def test_a_path_and_a_time_in_pdf_metadata(copy: Path) -> None:
    path = copy / FIGURES / "by_surface.pdf"
    writer = PdfWriter(clone_from=io.BytesIO(path.read_bytes()))
    writer.add_metadata({"/Creator": "/home/bob/x", "/CreationDate": "D:20260304050607+01'00'"})
    writer.write(path)
    forge(copy)
    said = failures(copy)
    assert f"{FIGURES}/by_surface.pdf: holds absolute path '/home/bob/x'" in said
    assert f"{FIGURES}/by_surface.pdf: holds timestamp" in said


def test_the_name_of_a_file(copy: Path) -> None:
    (copy / "results" / "bob@example.org.txt").write_text("x", encoding="utf-8")
    relist(copy)
    assert "results/bob@example.org.txt: holds address" in failures(copy)


@pytest.mark.parametrize(
    ("kind", "text"),
    [("secret", LEAKS["secret"]), ("address", "bob@example.org"),
     ("repository remote", LEAKS["repository remote"]), ("own name", "zz-machine"),
     ("own folder", "/zz-work/bob/x")],
)  # fmt: skip
def test_source_code_may_not_hold_a_name_or_a_secret(
    kind: str, text: str, copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine = Machine(names=("zz-machine",), folders=("/zz-work",))
    monkeypatch.setattr(Machine, "here", lambda *_: machine)
    with (copy / "source" / "Snakefile").open("a", encoding="utf-8") as file:
        file.write(f"# {text}\n# /home/x is a pattern, 2026-01-01 00:00:01 an example\n")
    relist(copy)
    said = failures(copy)
    assert f"source/Snakefile: holds {kind}" in said
    assert said.count("source/Snakefile: holds") == 1


def test_the_value_of_a_key_that_an_engine_names(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZZ_KEY", "not-like-any-token")
    edit(copy / "results/study/config.json", lambda config: config["models"]["reader"].update(
        engine={"api_key_env": "ZZ_KEY"}))  # fmt: skip
    with (copy / "README.md").open("a", encoding="utf-8") as file:
        file.write("key: not-like-any-token\n")
    said = "\n".join(audit(copy).failures)
    assert "README.md: holds secret 'not-… (18 characters)'" in said
    assert "like-any-token" not in said


def test_what_the_questions_say_is_no_leak(copy: Path) -> None:
    said = "see /home/page/of or 2026-01-01 10:00"
    items = copy / f"results/{AUDIT}/population/items.jsonl"
    edit_lines(items, lambda records: records[0]["item"]["sources"][0].update(text=said))
    runs = copy / f"results/{CELL}/trajectories.jsonl"
    edit_lines(runs, lambda records: records[0]["steps"][0].update(thought=f"It says: {said}"))
    report = audit(copy)
    assert not any("holds absolute path" in failure for failure in report.failures)
    (remark,) = [remark for remark in report.remarks if "benchmark's own text" in remark]
    assert remark == "results: 4 matches stand in the benchmark's own text, and are no leaks"


def test_what_looks_like_the_questions_elsewhere_in_an_item_is_a_leak(copy: Path) -> None:
    edit_lines(copy / f"results/{AUDIT}/population/items.jsonl",
               lambda records: records[0].update(reason="/home/bob/x"))  # fmt: skip
    assert any("items.jsonl: holds absolute path" in failure for failure in audit(copy).failures)


def test_a_release_that_says_its_study_is_another(copy: Path) -> None:
    edit(copy / "release.json", lambda release: release.update(study="other"))
    said = failures(copy)
    assert "results/study/config.json: is of study mini, not other" in said
    assert read_json(copy / "release.json")["study"] == "other"
