"""`earned rescore` on a finished study with planted answers: right to the item."""

from __future__ import annotations

import shutil
from hashlib import sha256
from pathlib import Path

import polars as pl
import pytest

from earned.cli import main
from earned.records.files import read_json, read_record, read_records
from earned.records.lineage import Lineage
from earned.records.rescored import Rescored, RescoredItem
from earned.records.table import read_table
from earned.records.trajectory import Trajectory
from earned.verify.run import verify
from planted_answers import CELLS, RUN, accented, planted_study

EXACT = """
NAME = "exact"
RULES = (("same", "The same text."),)
def success(prediction, reference):
    return prediction == reference
"""


def planted(run: Trajectory) -> str:
    """The copier's CLEAN answers have accents, its GOLD ones small letters; the reader is right."""
    if run.model == "reader":
        return run.reference
    return {"CLEAN": accented(run.reference), "GOLD": run.reference.lower()}.get(
        run.condition, "unknown"
    )


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return planted_study(tmp_path_factory.mktemp("planted"), planted)


@pytest.fixture
def root(study: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(study, tmp_path / "mini", ignore=shutil.ignore_patterns("logs")))


def rescored(root: Path, scorer: str | Path) -> tuple[Path, Rescored]:
    assert main(["rescore", "--scorer", str(scorer), str(root)]) == 0
    name = Path(scorer).stem
    (folder,) = (root / "rescored").glob(f"{name}-*")
    return folder, read_record(folder / "report.json", Rescored)


def tree(root: Path) -> dict[str, bytes]:
    kept = (path for path in root.rglob("*") if path.is_file())
    names = {path.relative_to(root).as_posix(): path.read_bytes() for path in kept}
    return {n: b for n, b in names.items() if not n.startswith(("rescored/", "logs/"))}


def test_each_planted_answer_is_accepted_newly_under_the_rule_that_it_needs(root: Path) -> None:
    folder, report = rescored(root, "extended")
    table = read_table(folder / "items.parquet", RescoredItem)
    runs = [r for m in CELLS for r in read_records(root / RUN.format(m), Trajectory)]
    assert table.height == len(runs) == report.records
    for run, row in zip(runs, table.iter_rows(named=True), strict=True):
        is_planted = (run.model, run.condition) == ("copier", "CLEAN")
        assert (row["prediction"], row["reference"]) == (run.prediction, run.reference)
        assert row["success_second"] == (row["success_first"] or is_planted)
        assert row["rules"] == ("accents" if is_planted else "")
    assert {(a.prediction, a.reference) for a in report.accepted} == {
        (run.prediction, run.reference) for run in runs
        if (run.model, run.condition) == ("copier", "CLEAN")
    }  # fmt: skip
    assert all(a.rules == ("accents",) and a.arms == {"CLEAN": 1} for a in report.accepted)
    assert (report.adds_only, report.lost) == (True, ())


def test_counts_stand_by_model_regime_and_arm(root: Path) -> None:
    _, report = rescored(root, "extended")
    counted = {
        (f.model, f.condition): (f.records, f.first, f.second, f.wrong_to_right, f.right_to_wrong)
        for f in report.flips
    }
    assert counted == {
        ("copier", "CLEAN"): (3, 0, 3, 3, 0),
        ("copier", "GOLD"): (3, 3, 3, 0, 0),
        ("copier", "SHAM"): (3, 0, 0, 0, 0),
        **{("reader", arm): (3, 3, 3, 0, 0) for arm in ("CLEAN", "GOLD", "SHAM")},
    }


def test_effects_and_verdicts_stand_side_by_side_and_the_first_are_the_frozen(root: Path) -> None:
    folder, report = rescored(root, "extended")
    frozen = read_json(root / "acquabench/analysis/frozen_results.json")["analyses"]
    pairs = {(p.analysis, p.estimand): p for p in report.effects}
    assert report.effects_equal == len(pairs) == 8
    for (analysis, estimand), pair in pairs.items():
        found = frozen[analysis]
        effect = {**found["effects"], "net_rescue": found["residual"]["net_rescue"]}[estimand]
        assert pair.first.interval.model_dump(mode="json") == effect["interval"]
    moved = pairs["d0_copier", "delta_gc"]
    assert (moved.first.interval.point, moved.second.interval.point) == (1.0, 0.0)
    assert (moved.first.verdict, moved.second.verdict) == ("supported", "unresolved")
    assert pairs["d0_copier", "delta_sc"].second.interval.point == -1.0
    assert pairs["d0_copier", "delta_sc"].second.verdict == ""
    assert report.changed == ("d0_copier/delta_gc", "d0_copier/net_rescue")
    text = (folder / "report.md").read_text(encoding="utf-8")
    assert "Adds accepted answers only: **yes**" in text
    assert "| supported | unresolved | **yes** |" in text
    assert "first scorer's 8 effects were estimated again and equal the frozen results" in text


def test_the_official_scorer_changes_nothing(root: Path) -> None:
    _, report = rescored(root, "official")
    assert (report.accepted, report.lost, report.changed) == ((), (), ())


def test_a_users_scorer_is_kept_beside_what_it_says_and_its_losses_are_listed(
    root: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    scorer = tmp_path / "exact.py"
    scorer.write_text(EXACT, encoding="utf-8")
    folder, report = rescored(root, scorer)
    digest = sha256(EXACT.encode()).hexdigest()
    assert folder.name == f"exact-{digest[:12]}"
    assert (folder / "scorer.py").read_bytes() == EXACT.encode()
    assert "adds accepted answers only: no" in capsys.readouterr().out
    lost = [run for run in read_records(root / RUN.format("copier"), Trajectory)
            if run.condition == "GOLD" and run.prediction != run.reference]  # fmt: skip
    assert [item for answer in report.lost for item in answer.items] != []
    assert {item for answer in report.lost for item in answer.items} == {
        f"copier/D0/retrieval/GOLD/{run.qid}/0" for run in lost
    }
    text = (folder / "report.md").read_text(encoding="utf-8")
    assert "Adds accepted answers only: **no**" in text
    assert all(f"GOLD/{run.qid}/0" in text for run in lost)
    assert [(rule.name, rule.says) for rule in report.scorer.rules] == [("same", "The same text.")]


def test_nothing_of_the_study_changes_and_twice_gives_the_same_bytes(root: Path) -> None:
    before = tree(root)
    folder, _ = rescored(root, "extended")
    first = {path.name: path.read_bytes() for path in folder.iterdir()}
    rescored(root, "extended")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == first
    assert tree(root) == before
    assert verify(root).failures == []


def test_its_lineage_names_what_was_read_and_the_scorer(root: Path) -> None:
    folder, report = rescored(root, "extended")
    record = read_record(folder / "lineage.json", Lineage)
    assert {(d.option, Path(d.path).name) for d in record.inputs} == {
        ("trajectories", "trajectories.jsonl"), ("scores", "scores.parquet"),
        ("results", "frozen_results.json"),
    }  # fmt: skip
    assert record.parameters["scorer_sha256"] == report.scorer.sha256
    assert str(root) not in (folder / "lineage.json").read_text(encoding="utf-8")


def test_answers_are_read_from_the_trajectories_and_must_be_those_that_were_scored(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = root / RUN.format("copier")
    text = path.read_text(encoding="utf-8").replace('"prediction":"unknown"', '"prediction":"?"', 1)
    path.write_text(text, encoding="utf-8")
    assert main(["rescore", "--scorer", "extended", str(root)]) == 2
    assert "was scored with another answer" in capsys.readouterr().err
    assert not (root / "rescored").exists()


def test_an_effect_that_is_not_the_frozen_one_stops_it(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = root / "acquabench/scores/copier/D0/retrieval/scores.parquet"
    table = pl.read_parquet(path)
    flipped = table.with_columns(success=pl.lit(True))
    flipped.write_parquet(path)
    assert main(["rescore", "--scorer", "extended", str(root)]) == 2
    assert "delta_gc of d0_copier is not that of the frozen results" in capsys.readouterr().err
