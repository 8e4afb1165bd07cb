"""Which units stand for a number: a rule that anybody can apply again."""

from __future__ import annotations

from hashlib import sha256

from earned.explain.behind import Behind, Term
from earned.explain.choice import AS_THEY_COME, DIFFER_FIRST, EACH_KIND, ONE_UNIT, choose
from earned.explain.frames import Key, Marked

ARMS = ("CLEAN", "GOLD")
QIDS = sorted((f"q{n}" for n in range(8)), key=lambda q: sha256(q.encode()).hexdigest())
"""Questions in the order of their hashes."""
RATE = (Term(noun="successes", place="in GOLD", conditions=("GOLD",), hits="success"),)
CONTRAST = (*RATE, Term(noun="successes", conditions=("CLEAN",), hits="success", sign=-1))


def about(terms: tuple[Term, ...] = (), **more: object) -> Behind:
    given = {"says": "", "kind": "trajectories", "models": ("toy",), "conditions": ARMS}
    return Behind.model_validate({**given, "terms": terms, **more})


def unit(
    qid: str,
    hits: str,
    behind: Behind,
    *,
    surface: str = "retrieval",
    counted: bool = True,
    model: str = "toy",
) -> list[Marked]:
    """One unit; `hits` holds a digit for CLEAN and one for GOLD."""
    rows = []
    for arm, digit in zip(ARMS, hits, strict=True):
        based = tuple(arm in term.conditions for term in behind.terms)
        found = tuple(own and digit == "1" for own in based)
        key = Key(model, "D0", surface, arm, 0, qid)
        rows.append(Marked(key, "ok", digit == "1", counted, found, based))
    return rows


def qids(rows: list[Marked], behind: Behind) -> list[str]:
    return [one.rows[0].key.qid for one in choose(rows, behind)[1]]


def test_units_come_in_the_order_of_the_hash_of_their_question() -> None:
    rows = [row for qid in reversed(QIDS) for row in unit(qid, "00", about())]
    assert qids(rows, about()) == QIDS[:3]
    assert choose(rows, about())[0] == AS_THEY_COME


def test_units_that_differ_come_first_in_a_contrast() -> None:
    behind = about(CONTRAST)
    differing = {QIDS[5]: "01", QIDS[7]: "10"}
    rows = [row for qid in QIDS for row in unit(qid, differing.get(qid, "11"), behind)]
    rule, chosen = choose(rows, behind)
    assert rule == DIFFER_FIRST
    assert qids(rows, behind) == [QIDS[5], QIDS[7], QIDS[0]]
    assert [one.why.rsplit(" ", 1)[1] for one in chosen] == ["differs", "differs", "agrees"]


def test_a_rate_shows_a_hit_and_a_miss() -> None:
    behind = about(RATE)
    rows = [row for qid in QIDS for row in unit(qid, "01" if qid == QIDS[6] else "00", behind)]
    rule, chosen = choose(rows, behind)
    assert rule == EACH_KIND
    assert qids(rows, behind) == [QIDS[6], QIDS[0], QIDS[1]]
    assert [one.why.startswith("not") for one in chosen] == [False, True, True]


def test_every_arm_of_a_unit_is_shown_in_the_order_of_reports() -> None:
    behind = about(RATE)
    (only,) = choose([*reversed(unit("q", "01", behind))], behind)[1]
    assert [row.key.condition for row in only.rows] == ["CLEAN", "GOLD"]


def test_no_question_comes_twice_while_there_are_others() -> None:
    rows = [
        row
        for qid in QIDS[:3]
        for surface in ("retrieval", "tool")
        for row in unit(qid, "00", about(), surface=surface)
    ]
    assert qids(rows, about()) == QIDS[:3]
    assert qids(rows[:4], about()) == [QIDS[0], QIDS[0]]


def test_what_does_not_count_is_no_example_unless_nothing_counts() -> None:
    behind = about(RATE)
    rows = [row for qid in QIDS for row in unit(qid, "01", behind, counted=qid in QIDS[4:6])]
    assert qids(rows, behind) == QIDS[4:6]
    none = [row for qid in QIDS for row in unit(qid, "00", behind, counted=False)]
    assert qids(none, behind) == QIDS[:3]


def test_models_stand_side_by_side_only_where_they_are_compared() -> None:
    rows = [row for model in ("toy", "other") for row in unit("q", "00", about(), model=model)]
    apart = choose(rows, about(models=("other", "toy")))[1]
    assert [len(one.rows) for one in apart] == [2, 2]
    (together,) = choose(rows, about(models=("other", "toy"), paired=True))[1]
    assert [row.key.model for row in together.rows] == ["other", "other", "toy", "toy"]


def test_a_number_about_one_unit_shows_it() -> None:
    behind = about(qid="q")
    rule, chosen = choose(unit("q", "00", behind), behind)
    assert (rule, len(chosen)) == (ONE_UNIT, 1)


def test_the_order_does_not_hang_on_the_order_of_the_rows() -> None:
    behind = about(CONTRAST)
    rows = [row for qid in QIDS for row in unit(qid, "01" if qid > "q3" else "00", behind)]
    assert choose(rows, behind) == choose(rows[::-1], behind)
