"""The digest of the code behind a stage, on a copy of the package that the tests may edit."""

from __future__ import annotations

import ast
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from earned.lineage import code
from earned.lineage.stage import stage_code_digest

STAGES = ("population", "artifacts", "registration", "agents", "scores", "cases", "analysis",
          "tables", "figures", "ledger", "study", "paper")  # fmt: skip
AUDIT = "acquabench"


class Copy:
    """A copy of the package; `edit` changes files and tells which stages' digests changed."""

    def __init__(self, package: Path) -> None:
        self.package = package
        self.before = self.digests()

    def digests(self) -> dict[str, str]:
        package = code.Package(self.package)
        return {stage: stage_code_digest(stage, AUDIT, package) for stage in STAGES}

    def edit(self, change: Callable[[str], str], *names: str) -> set[str]:
        texts = {self.package / name: (self.package / name).read_text("utf-8") for name in names}
        for path, text in texts.items():
            assert change(text) != text
            path.write_text(change(text), encoding="utf-8")
        after = self.digests()
        for path, text in texts.items():
            path.write_text(text, encoding="utf-8")
        return {stage for stage in STAGES if self.before[stage] != after[stage]}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    package = tmp_path_factory.mktemp("copy") / "earned"
    shutil.copytree(code.PACKAGE, package, ignore=shutil.ignore_patterns("__pycache__"))
    return Copy(package)


def importing(module: str) -> set[str]:
    """The stages whose closure holds a module, by the closure itself."""
    entries = {s: (f"earned.audits.{AUDIT}.{s}", f"earned.{s}.__main__") for s in STAGES}
    return {stage for stage, names in entries.items() if module in code.OURS.closure(names)}


def with_a_line(text: str) -> str:
    return f"{text}\nEXTRA = 1\n"


def test_a_comment_changes_no_digest(copy: Copy) -> None:
    """Field case 11."""
    assert copy.edit(lambda t: f"# first\n{t}\n# last\n", "agents/driver.py") == set()


def test_a_docstring_changes_no_digest(copy: Copy) -> None:
    """Field case 11: of a module, a class, a function, and the text below a constant."""

    def change(text: str) -> str:
        assert text.count('"""') > 6
        return re.sub(r'"""[^"{]+"""', '"""Other words."""', text)

    assert copy.edit(change, "agents/driver.py", "agents/transcript.py") == set()


def test_formatting_changes_no_digest(copy: Copy) -> None:
    """Field case 11: white space, line breaks, brackets, quotes and number separators."""

    def reformat(text: str) -> str:
        text = text.replace("TOP_K = 5\n", "\n\nTOP_K = (\n    5\n)\n")
        text = text.replace("DISPLAY_LIMIT = 1800", "DISPLAY_LIMIT = 1_800")
        return text.replace('CUT_MARKER = " [...] "', "CUT_MARKER  =  ' [' '...] '")

    assert copy.edit(reformat, "agents/evidence_store.py") == set()


def test_a_changed_line_changes_the_stages_that_import_it_and_no_other(copy: Copy) -> None:
    """Field case 12."""
    assert copy.edit(with_a_line, "audits/acquabench/labels.py") == {"scores", "cases"}
    assert copy.edit(with_a_line, "agents/driver.py") == {"agents", "artifacts"}


def test_a_line_counts_however_far_down_it_is_imported(copy: Copy) -> None:
    """Field case 12: the stage imports the loop, the loop the parser, the parser the brackets."""
    changed = copy.edit(with_a_line, "agents/brackets.py")
    assert changed == importing("earned.agents.brackets")
    assert changed >= {"agents"}
    assert not changed & {"population", "analysis", "tables", "ledger"}


def test_a_line_of_the_common_frame_changes_every_digest(copy: Copy) -> None:
    assert copy.edit(with_a_line, "lineage/stage.py") == set(STAGES)


def test_a_changed_scorer_re_runs_scores_and_no_agent(copy: Copy) -> None:
    """Field case 1."""
    changed = copy.edit(with_a_line, "scores/hotpot.py", "scores/coloc.py", "scores/lenient.py")
    assert "scores" in changed
    assert not changed & {"agents", "tables", "ledger"}


@pytest.mark.parametrize(
    ("name", "stages"),
    [
        (f"audits/{AUDIT}/prompts/system.j2", {"agents"}),
        (f"audits/{AUDIT}/authors/prompts/write.j2", {"artifacts"}),
        ("render/templates/table.tex.j2", {"tables", "figures", "ledger", "paper"}),
    ],
)
def test_a_changed_template_changes_the_digest_of_its_stage(
    copy: Copy, name: str, stages: set[str]
) -> None:
    assert copy.edit(lambda t: t + "x", name) == stages


def test_every_data_file_belongs_to_a_stage() -> None:
    run_by_hand = ("rescore", "release")
    modules = {
        m
        for s in (*STAGES, *run_by_hand)
        for m in code.OURS.closure((f"earned.audits.{AUDIT}.{s}", f"earned.{s}.__main__"))
    }
    found = {
        data
        for m in modules
        if (file := code.OURS.module_file(m))
        for data in code._data_files(file)
    }
    present = {f for f in code.PACKAGE.rglob("*") if f.suffix in code.DATA_SUFFIXES}
    assert len(present) >= 12
    assert present - found == set()


def test_a_constant_in_place_of_none_is_a_change() -> None:
    """The dump leaves empty fields out; no two different trees may look alike for that."""
    texts = ["x = None", "x = ''", "x = []", "x = [None]", "x = ()", "return_ = None", "x = 'None'"]
    dumps = [code._dump(ast.parse(text), []) for text in texts]
    assert len(set(dumps)) == len(texts)
