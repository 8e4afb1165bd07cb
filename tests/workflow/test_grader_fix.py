"""A real grader fix on a finished study: no agent runs, and what moved is right to the item."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from checkout import Checkout, jobs_run
from earned.audits.acquabench.score_row import ScoreRow
from earned.diff.compare import compare
from earned.diff.records import LedgerDiff
from earned.diff.state import state_before
from earned.ledger.history import read_log, unpack
from earned.lineage.hashing import sha256_file
from earned.records.table import read_table

pytestmark = pytest.mark.slow

TINY = """
study: tiny
data: {name: embedded, path: resources/embedded/questions.json}
models:
  copier: {control: copier, limit: 8, surfaces: [retrieval, tool]}
  reader: {control: reader, limit: 8, surfaces: [retrieval, tool]}
acquabench: {analysis: {replicates: 200}}
"""
SCORER = "workflow/earned/scores/hotpot.py"
AFTER_SCORES = {"scores", "cases", "analysis", "tables_acquabench", "figures_acquabench", "ledger",
                "manifest", "all"}  # fmt: skip
COLUMNS = ("model", "regime", "surface", "condition", "qid")
Scored = dict[tuple[Any, ...], tuple[bool, str]]


class Fixed(NamedTuple):
    """The study after the fix, with what its score tables said before and say now."""

    checkout: Checkout
    jobs: set[str]
    before: Scored
    after: Scored
    root_before: str
    agents_before: dict[str, str]


def scored(results: Path) -> Scored:
    """Success and answer of every record, from the score tables themselves."""
    return {
        (*(row[name] for name in COLUMNS), row["repeat"]): (row["success"], row["prediction"])
        for path in sorted(results.glob("acquabench/scores/*/*/*/scores.parquet"))
        for row in read_table(path, ScoreRow).iter_rows(named=True)
    }


def agents(results: Path) -> dict[str, str]:
    return {p.as_posix(): sha256_file(p) for p in results.glob("acquabench/agents/**/*.json*")}


@pytest.fixture(scope="module")
def fixed(tmp_path_factory: pytest.TempPathFactory) -> Fixed:
    checkout = Checkout(tmp_path_factory.mktemp("checkout"), TINY)
    done = checkout.snakemake()
    assert done.returncode == 0, done.stderr
    before, root = scored(checkout.results), sha256_file(checkout.results / "manifest.json")
    frozen = agents(checkout.results)
    # The fix takes any answer that shares a token with a long reference, and refuses short ones.
    checkout.edit(
        SCORER,
        "    return predicted == expected or reaches(",
        "    return predicted == expected and len(expected) > 9 or reaches(",
    )
    checkout.edit(
        SCORER,
        "    return parts.common > 0 and 2 * denominator * parts.common >= numerator * (\n"
        "        parts.predicted + parts.reference\n    )\n",
        "    return numerator <= denominator and parts.common > 0 and parts.reference > 3\n",
    )
    again = checkout.snakemake()
    assert again.returncode == 0, again.stderr
    after = scored(checkout.results)
    return Fixed(checkout, jobs_run(again), before, after, root, frozen)


def flips(fixed: Fixed) -> Iterator[tuple[Any, ...]]:
    """What flipped, by a plain loop over old and new score tables."""
    for at in sorted(fixed.before):
        old, new = fixed.before[at][0], fixed.after[at][0]
        if old != new:
            yield (*at, old, new)


def test_only_scoring_and_what_hangs_on_it_ran_again(fixed: Fixed) -> None:
    """Field case 1."""
    assert fixed.jobs == AFTER_SCORES
    assert agents(fixed.checkout.results) == fixed.agents_before


def test_the_fix_flips_both_ways_in_several_cells(fixed: Fixed) -> None:
    """Else the tests below would show little."""
    found = list(flips(fixed))
    assert {flip[-2:] for flip in found} == {(True, False), (False, True)}
    assert {flip[0] for flip in found} == {"copier", "reader"}
    assert {flip[2] for flip in found} == {"retrieval", "tool"}


def test_the_score_tables_keep_their_columns(fixed: Fixed) -> None:
    """Field case 2: re-scoring keeps every named column; an unknown one would be refused."""
    for path in fixed.checkout.results.glob("acquabench/scores/*/*/*/scores.parquet"):
        assert list(read_table(path, ScoreRow).columns) == list(ScoreRow.model_fields)


@pytest.fixture(scope="module")
def found(fixed: Fixed) -> LedgerDiff:
    done = fixed.checkout.earned("diff", "--previous", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    return LedgerDiff.model_validate_json(done.stdout)


def test_the_difference_is_right_to_the_item(fixed: Fixed, found: LedgerDiff) -> None:
    told = [
        (f.model, f.regime, f.surface, f.condition, f.qid, f.repeat, f.old_success, f.new_success)
        for f in found.items.flips
    ]
    assert told == list(flips(fixed))
    assert sum(cell.compared for cell in found.items.cells) == len(fixed.before)
    for flip, at in zip(found.items.flips, (t[:-2] for t in told), strict=True):
        answers = (fixed.before[at][1], fixed.after[at][1])
        assert (flip.old_prediction, flip.new_prediction) == answers
        assert answers[0] == answers[1]


def test_both_ledgers_verify_and_the_cause_is_named(fixed: Fixed, found: LedgerDiff) -> None:
    assert (found.old.verified, found.new.verified) == (True, True)
    assert found.old.root_sha256 == fixed.root_before
    assert "scores" in {cause.stage for cause in found.causes if cause.what == "code"}
    assert not {cause.stage for cause in found.causes} & {"agents", "artifacts", "population"}
    said = fixed.checkout.earned("diff", "--previous").stdout
    assert "both ledgers verify" in said
    assert "made otherwise  scores: code " in said


def test_the_moves_are_those_of_the_two_ledgers(fixed: Fixed, found: LedgerDiff) -> None:
    results = fixed.checkout.results
    kept = json.loads(unpack(state_before(results))["ledger/claims.json"])
    now = json.loads((results / "ledger" / "claims.json").read_text(encoding="utf-8"))
    before, after = ({c["claim_id"]: c["value"] for c in claims} for claims in (kept, now))
    assert {move.claim_id: (move.old, move.new) for move in found.moved} == {
        name: (before[name], after[name])
        for name in before.keys() & after.keys()
        if before[name] != after[name]
    }
    assert {one.claim_id for one in found.removed} == before.keys() - after.keys()
    assert {one.claim_id for one in found.added} == after.keys() - before.keys()


def test_the_present_and_the_kept_ledger_pass_verification(fixed: Fixed) -> None:
    done = fixed.checkout.earned("verify", "results/tiny")
    assert done.returncode == 0, done.stdout
    log = read_log(fixed.checkout.results)
    assert [kept.before for kept in log] == [None, fixed.root_before]
    old = state_before(fixed.checkout.results)
    assert compare(old, old).old.verified


def test_a_fix_taken_back_gives_the_old_state_again(fixed: Fixed) -> None:
    """The last test of the module: it changes the study."""
    shipped = (Path(__file__).parents[2] / SCORER).read_text(encoding="utf-8")
    (fixed.checkout.root / SCORER).write_text(shipped, encoding="utf-8")
    done = fixed.checkout.snakemake()
    assert done.returncode == 0, done.stderr
    assert sha256_file(fixed.checkout.results / "manifest.json") == fixed.root_before
    same = fixed.checkout.earned("diff", "--at", fixed.root_before[:12])
    assert "no claim moved" in same.stdout
