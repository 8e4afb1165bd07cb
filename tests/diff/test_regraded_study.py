"""`earned diff` on a study whose scorer was fixed: right to the item, and clear about its sides."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from earned.cli import main
from earned.diff.compare import compare
from earned.diff.records import LedgerDiff
from earned.diff.state import state_before
from earned.ledger.claim import Claim
from earned.ledger.history import read_log, unpack
from earned.ledger.lookup import read_claims
from regraded import regraded_study

SCORES = "acquabench/scores/*/D0/retrieval/scores.parquet"
MARK = "of 3, labels of"


@pytest.fixture(scope="module")
def study(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return regraded_study(tmp_path_factory)


@pytest.fixture(scope="module")
def found(study: Path) -> LedgerDiff:
    return compare(state_before(study), study)


def old_claims(study: Path) -> list[Claim]:
    raw = json.loads(unpack(state_before(study))["ledger/claims.json"])
    return [Claim.model_validate(one) for one in raw]


def test_both_ledgers_verify(found: LedgerDiff, study: Path) -> None:
    assert (found.old.verified, found.new.verified) == (True, True)
    assert found.old.claims == len(old_claims(study))
    assert found.new.claims == len(read_claims(study))
    first, last = read_log(study)
    assert (found.old.root_sha256, found.new.root_sha256) == (first.root_sha256, last.root_sha256)


def test_the_moves_are_those_of_a_plain_loop_over_both_ledgers(
    found: LedgerDiff, study: Path
) -> None:
    before = {claim.claim_id: claim for claim in old_claims(study)}
    after = {claim.claim_id: claim for claim in read_claims(study)}
    moved = {n for n in before.keys() & after.keys() if before[n].value != after[n].value}
    assert {move.claim_id for move in found.moved} == moved
    assert len(moved) > 100
    assert found.unmoved == len(before.keys() & after.keys()) - len(moved)
    verdicts = {n for n in before.keys() & after.keys() if before[n].verdict != after[n].verdict}
    assert {j.claim_id for j in found.judgements if j.what == "verdict"} == verdicts
    assert verdicts


def test_the_flips_go_both_ways_and_the_answers_stand(found: LedgerDiff, study: Path) -> None:
    ways = {(f.model, f.condition, f.old_success, f.new_success) for f in found.items.flips}
    assert ways == {
        (model, arm, success, not success)
        for model in ("copier", "reader")
        for arm, success in (("GOLD", True), ("SHAM", False))
    }
    scored = pl.concat(pl.read_parquet(path) for path in sorted(study.glob(SCORES)))
    now = {(r["model"], r["condition"], r["qid"]): r for r in scored.iter_rows(named=True)}
    for flip in found.items.flips:
        row = now[flip.model, flip.condition, flip.qid]
        assert (flip.new_success, flip.new_label) == (row["success"], row["label"])
        assert flip.old_prediction == flip.new_prediction == row["prediction"]
        assert flip.old_reference == flip.new_reference == row["reference"]
    assert sum(cell.answers_differ for cell in found.items.cells) == 0


def test_the_two_exchanged_give_the_mirrored_difference(found: LedgerDiff, study: Path) -> None:
    back = compare(study, state_before(study))
    assert (back.old, back.new) == (found.new, found.old)
    assert [(m.claim_id, m.new, m.old) for m in back.moved] == [
        (m.claim_id, m.old, m.new) for m in found.moved
    ]
    assert [(f.qid, f.new_success) for f in back.items.flips] == [
        (f.qid, f.old_success) for f in found.items.flips
    ]


def earned(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(list(arguments))
    said = capsys.readouterr()
    return code, said.out, said.err


def test_the_text_names_sides_counts_and_answers(
    study: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said, _ = earned(capsys, "diff", "--previous", str(study))
    assert code == 0
    lines = said.splitlines()
    assert any(line.startswith("both ledgers verify") for line in lines)
    assert "18 items compared: 2 wrong -> right, 2 right -> wrong, 0 only old, 0 only new" in lines
    assert "answers are the same in all of them: no flip comes from an agent" in lines
    assert "  acquabench/d0_main/d0_copier: G-C, G-S, Net rescue  supported -> unresolved" in lines
    assert any(line.startswith("  * acquabench/") and "+100.0 -> " in line for line in lines)
    (flip,) = [line for line in lines if line.startswith("  copier D0 retrieval SHAM e6")]
    assert flip.endswith(
        "wrong -> right; reference 'National Medal for Prose Fiction', "
        "answer 'Harbour School for Young Pilots' on both sides"
    )
    assert sum(MARK in line for line in lines) == 4


def test_a_section_is_cut_unless_all_is_asked_for(
    study: Path, found: LedgerDiff, capsys: pytest.CaptureFixture[str]
) -> None:
    _, short, _ = earned(capsys, "diff", "--previous", str(study))
    _, long, _ = earned(capsys, "diff", "--previous", "--all", str(study))
    assert f"… and {len(found.moved) - 20} more (--all shows them)" in short
    assert "more (--all shows them)" not in long
    shown = [line[4:].split("  ")[0] for line in long.splitlines() if line.startswith("  ")]
    assert {move.claim_id for move in found.moved} <= set(shown)


def test_the_json_is_the_record_and_names_no_place(
    study: Path, found: LedgerDiff, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said, _ = earned(capsys, "diff", "--json", "--previous", str(study))
    assert code == 0
    assert LedgerDiff.model_validate_json(said) == found
    assert str(study.parent) not in said


def test_a_state_does_not_differ_from_itself(
    study: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    present = str(study)
    code, said, _ = earned(capsys, "diff", present, present)
    assert code == 0
    assert "no claim moved" in said
    assert " -> " not in said.replace("0 wrong -> right, 0 right -> wrong", "")


@pytest.mark.parametrize("digits", [12, 64])
def test_a_kept_state_is_named_by_the_start_of_its_hash(
    study: Path, digits: int, capsys: pytest.CaptureFixture[str]
) -> None:
    first, last = read_log(study)
    _, previous, _ = earned(capsys, "diff", "--previous", str(study))
    _, at, _ = earned(capsys, "diff", "--at", first.root_sha256[:digits], str(study))
    assert at == previous
    _, present, _ = earned(capsys, "diff", "--at", last.root_sha256[:digits].upper(), str(study))
    assert "no claim moved" in present


def test_the_only_study_is_taken_where_none_is_named(
    study: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(study.parent.parent)
    code, said, _ = earned(capsys, "diff", "--previous")
    assert code == 0
    assert "18 items compared" in said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["diff"], "0 states were named; name OLD and NEW"),
        (["diff", "RESULTS"], "1 states were named; name OLD and NEW"),
        (["diff", "RESULTS", "RESULTS", "RESULTS"], "3 states were named"),
        (["diff", "--previous", "RESULTS", "RESULTS"], "2 states were named"),
        (["diff", "--at", "zzzzzz", "RESULTS"], "0 kept states begin with 'zzzzzz'"),
        (["diff", "--at", "", "RESULTS"], "2 kept states begin with ''"),
        (["diff", "--previous", "RESULTS/ledger"], "has no manifest.json"),
        (["diff", "RESULTS", "RESULTS/ledger"], "is no results folder, kept zip or release"),
        (["diff", "RESULTS", "RESULTS/manifest.json"], "is no whole zip"),
        (["diff", "nowhere", "RESULTS"], "is no results folder, kept zip or release"),
    ],
)
def test_a_wrong_wish_is_one_sentence(
    study: Path, capsys: pytest.CaptureFixture[str], given: list[str], said: str
) -> None:
    code, out, error = earned(capsys, *(text.replace("RESULTS", str(study)) for text in given))
    assert (code, out) == (2, "")
    assert said in error
    assert error.count("\n") == 1


def test_a_study_of_one_state_has_no_state_before(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = copied(study, tmp_path)
    shutil.rmtree(root / "history")
    code, _, error = earned(capsys, "diff", "--previous", str(root))
    assert (code, "its present state is not kept in history/" in error) == (2, True)


def copied(study: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(study, tmp_path / "copy"))


def test_a_kept_zip_can_be_compared_anywhere_under_any_name(study: Path, tmp_path: Path) -> None:
    old = Path(shutil.copy(state_before(study), tmp_path / "before the fix.zip"))
    assert compare(old, study).items == compare(state_before(study), study).items


def edit(root: Path, name: str, change: Any) -> None:
    path = root / name
    value = json.loads(path.read_text(encoding="utf-8"))
    change(value)
    path.write_text(json.dumps(value), encoding="utf-8")


def test_a_file_edited_after_the_manifest_stops_the_comparison(study: Path, tmp_path: Path) -> None:
    root = copied(study, tmp_path)
    edit(root, "ledger/claims.json", lambda claims: claims[0].update(value=0.125))
    code = main(["diff", str(study), str(root)])
    assert code == 2


def test_the_file_and_the_side_that_does_not_verify_are_named(
    study: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = copied(study, tmp_path)
    (root / "acquabench/analysis/items.parquet").unlink()
    for given, called in (((root, study), "old"), ((study, root), "new")):
        _, _, error = earned(capsys, "diff", *map(str, given))
        assert (
            f"the {called} ledger does not verify: acquabench/analysis/items.parquet: is" in error
        )
