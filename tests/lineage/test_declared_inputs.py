"""Each stage declares every file that it is handed, so that a change of one is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from earned.config.plan import Plan
from earned.lineage.stage import LINEAGE, Stage
from earned.records.files import read_record
from earned.records.lineage import Lineage
from earned.registration.chain import NAME, in_force
from mini import STAGES, arguments, mini_config, run_mini
from support import ROOT

CONFIG = mini_config(models=("reader",), limit=2, surfaces=("tool", "memory"))
NO_INPUT = ("--root", "--audit", "--params", "--out")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run_mini(tmp_path_factory.mktemp("declared"), config=CONFIG)


@pytest.mark.parametrize("stage", [s for s in STAGES if s not in ("study", "manifest")])
def test_every_file_on_a_command_line_is_an_input_of_the_lineage(folder: Path, stage: str) -> None:
    """Field case 10: what is not declared is not checked again."""
    jobs = list(arguments(Plan(CONFIG, models=ROOT / "config/models"), folder, stage))
    assert jobs
    for argv in jobs:
        out, handed, option = Path(), set(), ""
        for word in argv:
            option = word if word.startswith("--") else option
            if word == option:
                continue
            out = Path(word) if option == "--out" else out
            handed |= set() if option in NO_INPUT else {Path(word).name}
        lineage = read_record(out / LINEAGE, Lineage)
        declared = lineage.inputs
        assert handed
        if stage == "agents":  # the file may grow: its last record is declared in its place
            handed.remove(NAME)
            registered = folder / "acquabench" / "registration" / NAME
            assert lineage.registrations == (in_force(registered),)
        assert {Path(digest.path).name for digest in declared} == handed
        assert all(digest.records for digest in declared if digest.path.endswith(".jsonl"))


def test_records_are_counted_of_declared_inputs_only(tmp_path: Path) -> None:
    """Field case 10: an input counted but never hashed would not be checked."""
    with pytest.raises(AssertionError, match="no declared input"):
        Stage("scores", "acquabench", tmp_path, {}).counted(tmp_path / "items.jsonl", 3)
