"""What must not leave a machine, planted in a release in every kind of file: the audit names it."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from PIL import Image, PngImagePlugin
from pypdf import PdfWriter

from earned.audit.leaks import check_leaks
from earned.audit.report import AuditReport
from earned.leaks.machine import Machine
from released import AUDIT, CELL, edit, edit_lines, failures, forge

FIGURES = f"results/{AUDIT}/figures"
RUNS = f"results/{CELL}/trajectories.jsonl"
COSTS = f"results/{AUDIT}/analysis/costs.parquet"
TABLE = f"results/{AUDIT}/tables/d0_main"
PATH = "/home/bob/work/x"
LEAKS = {
    "absolute path": PATH,
    "address": "bob@gpu17",
    "repository remote": "git@git.example.org:bob/x.git",
    "timestamp": "2026-03-04T05:06:07+01:00",
    "secret": "hf_" + "a1B2c3D4" * 4,
    "network address": "127.0.0.1:8000",
    "host name": "gpu17.internal",
}
TEXTS = ("results/paper/supplement.aux", "results/paper/supplement.log", "README.md",
         "terms/TERMS.md", f"{TABLE}.tex", f"{TABLE}.csv", f"{TABLE}.html", f"{TABLE}.md",
         f"{FIGURES}/contrasts.svg", "results/notes.txt")  # fmt: skip
EXPECTED = [
    *((name, "absolute path") for name in TEXTS),
    *(("results/notes.txt", kind) for kind in LEAKS),
    ("environment/observed.json", "absolute path"),
    (RUNS, "absolute path"),
    (COSTS, "absolute path"),
    (f"{FIGURES}/by_surface.png", "address"),
    (f"{FIGURES}/by_surface.png", "timestamp"),
    (f"{FIGURES}/by_surface.pdf", "absolute path"),
    (f"{FIGURES}/by_surface.pdf", "timestamp"),
    ("results/bob@example.org.txt", "address"),
]


@pytest.fixture(scope="module")
def said(release: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """What an audit says of a release with a leak in every kind of file, all hashes fitting."""
    copy = Path(shutil.copytree(release, tmp_path_factory.mktemp("leaking") / "copy"))
    for name in TEXTS:
        _append(copy / name, f"made in {PATH} \n")
    for number, leak in enumerate(LEAKS.values()):
        _append(copy / "results" / f"notes{number}.txt", f"{leak} \n")
    _plant_in_records(copy)
    _plant_in_figures(copy / FIGURES)
    (copy / "results" / "bob@example.org.txt").write_text("x", encoding="utf-8")
    forge(copy)
    return failures(copy)


def _append(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        file.write(f"\n{text}")


def _plant_in_records(copy: Path) -> None:
    seen = copy / "environment" / "observed.json"
    text = seen.read_text(encoding="utf-8")
    escaped = PATH.replace("/", r"\u002f")
    assert '"system"' in text
    seen.write_text(text.replace('"system"', f'"at": "{escaped}", "system"', 1), encoding="utf-8")
    edit_lines(copy / RUNS, lambda records: records[0].update(error=f"no file {PATH}"))
    table = pq.read_table(copy / COSTS)
    pq.write_table(table.replace_schema_metadata({"from": PATH}), copy / COSTS)


def _plant_in_figures(folder: Path) -> None:
    png, pdf, info = folder / "by_surface.png", folder / "by_surface.pdf", PngImagePlugin.PngInfo()
    info.add_text("Author", LEAKS["address"])
    info.add_text("Creation Time", "2026-03-04 05:06:07")
    with Image.open(io.BytesIO(png.read_bytes())) as image:
        image.save(png, pnginfo=info)
    writer = PdfWriter(clone_from=io.BytesIO(pdf.read_bytes()))
    writer.add_metadata({"/Creator": PATH, "/CreationDate": "D:20260304050607+01'00'"})
    writer.write(pdf)


@pytest.mark.parametrize(("name", "kind"), EXPECTED)
def test_a_leak_in_every_kind_of_file_is_named(name: str, kind: str, said: str) -> None:
    if name == "results/notes.txt":
        name = f"results/notes{list(LEAKS).index(kind)}.txt"
    assert f"{name}: holds {kind} " in said


def test_no_secret_is_spread_by_the_report(said: str) -> None:
    assert LEAKS["secret"] not in said


def leaks(copy: Path) -> AuditReport:
    report = AuditReport()
    check_leaks(copy, report)
    return report


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
    _append(copy / "source" / "Snakefile", f"# {text}\n# /home/x is a pattern, 2026-01-01 00:01\n")
    (failure,) = leaks(copy).failures
    assert failure.startswith(f"source/Snakefile: holds {kind} ")


def test_the_value_of_a_key_that_an_engine_names(
    copy: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ZZ_KEY", "not-like-any-token")
    edit(copy / "results/study/config.json", lambda config: config["models"]["reader"].update(
        engine={"api_key_env": "ZZ_KEY"}))  # fmt: skip
    _append(copy / "README.md", "key: not-like-any-token\n")
    (failure,) = leaks(copy).failures
    assert failure.startswith("README.md: holds secret 'not-… (18 characters)'")


def test_what_the_questions_say_is_no_leak_and_is_counted(copy: Path) -> None:
    said = "see /home/page/of or 2026-01-01 10:00"
    items = copy / f"results/{AUDIT}/population/items.jsonl"
    edit_lines(items, lambda records: records[0]["item"]["sources"][0].update(text=said))
    step = {"thought": f"It says: {said}"}
    edit_lines(copy / RUNS, lambda records: records[0]["steps"][0].update(step))
    report = leaks(copy)
    assert report.failures == []
    assert report.remarks == [
        "results: 4 matches stand in the benchmark's own text, and are no leaks"
    ]


def test_what_looks_like_the_questions_elsewhere_in_an_item_is_a_leak(copy: Path) -> None:
    edit_lines(copy / f"results/{AUDIT}/population/items.jsonl",
               lambda records: records[0].update(reason=PATH))  # fmt: skip
    (failure,) = leaks(copy).failures
    assert failure.startswith(f"results/{AUDIT}/population/items.jsonl: holds absolute path")


def test_a_file_that_cannot_be_read_is_a_failure(copy: Path) -> None:
    path = copy / FIGURES / "by_surface.png"
    path.write_bytes(path.read_bytes()[:400])
    (failure,) = leaks(copy).failures
    assert failure.startswith(f"{FIGURES}/by_surface.png: holds unreadable ")
