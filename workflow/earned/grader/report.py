"""The report of an audit of the grader: unblinded, on the whole population and without defects."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from earned.grader.agreement import Judged
from earned.grader.draw import KeyRow
from earned.grader.headline import BothPopulations, side_by_side
from earned.grader.plan import ESTIMATOR, Plan
from earned.grader.population import Agreement, agreement
from earned.grader.sheet import Ruling
from earned.grader.study import Study
from earned.records.base import Record


class DefectiveItem(Record):
    """An item that at least one row calls defective."""

    audit: str
    qid: str
    question: str
    reference: str
    defective_rows: int = Field(ge=1)
    ok_rows: int = Field(ge=0, description="rows of the item that say ok, or nothing")
    notes: tuple[str, ...]


class Disagreement(Record):
    """A row on which human and machine differ."""

    row: str
    audit: str
    qid: str
    stratum: str
    reference: str
    answer: str
    human: str
    arms: tuple[str, ...]
    models: tuple[str, ...]
    note: str


class GraderReport(Record):
    """Everything that follows from a returned sheet."""

    study: str
    plan_sha256: str
    method: str
    whole: Agreement = Field(description="every item")
    sound: Agreement = Field(description="without the items ruled defective")
    defective: tuple[DefectiveItem, ...]
    disagreements: tuple[Disagreement, ...]
    headlines: tuple[BothPopulations, ...]


def make_report(
    study: Study, plan: Plan, plan_sha256: str, rulings: Sequence[tuple[KeyRow, Ruling]]
) -> GraderReport:
    """Unblind the rulings and compare them with the machine's verdicts.

    Args:
        study: with the population that the plan was made for.
        plan: the plan.
        plan_sha256: its hash.
        rulings: every row that was drawn, with what the human wrote.
    """
    defective = defective_items(rulings)
    gone = {(item.audit, item.qid) for item in defective}
    rows, answers = [_judged(*pair) for pair in rulings], study.answers
    return GraderReport(
        study=plan.study,
        plan_sha256=plan_sha256,
        method=ESTIMATOR,
        whole=agreement(answers, rows),
        sound=agreement(
            [answer for answer in answers if answer.item not in gone],
            [row for row in rows if row.item not in gone],
        ),
        defective=tuple(defective),
        disagreements=tuple(_disagreements(rulings)),
        headlines=tuple(_headlines(study, gone)),
    )


def defective_items(rulings: Sequence[tuple[KeyRow, Ruling]]) -> list[DefectiveItem]:
    """List the items that a human ruled defective in any row, sorted."""
    by_item: dict[tuple[str, str], list[tuple[KeyRow, Ruling]]] = {}
    for row, ruling in rulings:
        by_item.setdefault(row.answer.item, []).append((row, ruling))
    return [
        _defective(pairs)
        for _, pairs in sorted(by_item.items())
        if any(ruling.item == "defective" for _, ruling in pairs)
    ]


def _defective(pairs: Sequence[tuple[KeyRow, Ruling]]) -> DefectiveItem:
    said = [(row.answer, ruling) for row, ruling in pairs if ruling.item == "defective"]
    answer = said[0][0]
    return DefectiveItem(
        audit=answer.audit,
        qid=answer.qid,
        question=answer.question,
        reference=answer.reference,
        defective_rows=len(said),
        ok_rows=len(pairs) - len(said),
        notes=tuple(ruling.note for _, ruling in said if ruling.note),
    )


def _judged(row: KeyRow, ruling: Ruling) -> Judged:
    answer = row.answer
    return Judged(answer.stratum, ruling.verdict, answer.item, answer.arms, answer.models)


def _disagreements(rulings: Sequence[tuple[KeyRow, Ruling]]) -> list[Disagreement]:
    return [
        Disagreement(
            row=row.row,
            audit=row.answer.audit,
            qid=row.answer.qid,
            stratum=row.answer.stratum,
            reference=row.answer.reference,
            answer=row.answer.prediction,
            human=ruling.verdict,
            arms=row.answer.arms,
            models=row.answer.models,
            note=ruling.note,
        )
        for row, ruling in rulings
        if _judged(row, ruling).counts and (ruling.verdict == "right") != row.answer.success
    ]


def _headlines(study: Study, gone: set[tuple[str, str]]) -> list[BothPopulations]:
    found = []
    for grader in study.graders:
        without = {qid for audit, qid in gone if audit == grader.audit}
        whole = grader.headlines(frozenset())
        sound = grader.headlines(without) if without else whole
        found += side_by_side(grader.audit, whole, sound)
    return found


def summary_lines(report: GraderReport) -> list[str]:
    """Say the report in a few lines."""
    whole = report.whole.overall
    lines = [
        f"judged {whole.judged} of {whole.rows} rows; {whole.unsure} unsure, {whole.blank} not "
        "judged",
        f"human and machine agree on {whole.judged - len(report.disagreements)}; "
        f"wrongly accepted {whole.machine_right_human_wrong}, "
        f"wrongly rejected {whole.machine_wrong_human_right}",
    ]
    if report.defective:
        names = ", ".join(item.qid for item in report.defective)
        lines.append(f"ruled defective, and out of every arm: {names}")
    return lines + _moved(report.headlines)


def _moved(headlines: Sequence[BothPopulations]) -> list[str]:
    return [
        f"verdict moved without them: {one.whole.label}, {one.whole.estimand}: "
        f"{one.whole.verdict} to {one.sound.verdict}"
        for one in headlines
        if one.whole.verdict != one.sound.verdict
    ]
