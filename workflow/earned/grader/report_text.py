"""The report for a reader, as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from earned.grader.agreement import Tally
from earned.grader.headline import Headline
from earned.grader.population import Agreement, GroupAgreement
from earned.grader.report import GraderReport, summary_lines
from earned.render.display import show
from earned.render.escape import escape_markdown
from earned.render.table import Format
from earned.stats.intervals import Interval

COUNTED = ("drawn", "judged", "unsure", "blank", "wrongly accepted", "wrongly rejected")


def report_text(report: GraderReport) -> str:
    """Write the report; only rounded figures, those of the JSON beside it are exact."""
    blocks = [
        f"# Does the grader agree with a human? Study {escape_markdown(report.study)}",
        f"Plan {report.plan_sha256}.",
        "\n".join(f"- {escape_markdown(line)}" for line in summary_lines(report)),
        *_population("Every item", report.whole),
        *_defective(report),
        *(_population("Without the defective items", report.sound) if report.defective else ()),
        "## Headline effects",
        _headlines(report),
        "## Where they differ",
        _disagreements(report),
        "## Method",
        escape_markdown(report.method),
    ]
    return "\n\n".join(blocks) + "\n"


def _population(title: str, found: Agreement) -> list[str]:
    return [
        f"## {title}: agreement",
        f"{found.population} distinct answers to {found.qids} items. Agreement, in %: sample as "
        f"drawn {_interval(found.overall.agreement)}; population {_interval(found.weighted)}. "
        f"Cohen's kappa: sample {_kappa(found.kappa)}; population {_kappa(found.weighted_kappa)}. "
        f"Net error of the machine, in points: {_interval(found.net_error, 'points')}.",
        _table(
            ("stratum", "machine", "answers", *COUNTED, "agreement, % [95%]"),
            (
                (
                    one.stratum,
                    "right" if one.accepted else "wrong",
                    str(one.population),
                    *_counts(one.tally),
                    _interval(one.tally.agreement),
                )
                for one in found.strata
            ),
        ),
        _groups("arm", found.arms),
        _groups("model", found.models),
        _table(
            ("net error of", "less that of", "points [95%]"),
            ((one.first, one.second, _interval(one.difference, "points"))
             for one in found.between_arms),
        ),
    ]  # fmt: skip


def _groups(kind: str, groups: Sequence[GroupAgreement]) -> str:
    heads = (kind, "answers", *COUNTED, "agreement of the rows, %", "of its answers, %",
             "net error, points", "borrowed, %")  # fmt: skip
    return _table(
        heads,
        (
            (
                one.name,
                str(one.population),
                *_counts(one.tally),
                _interval(one.tally.agreement),
                _interval(one.weighted),
                _interval(one.net_error, "points"),
                show(one.borrowed, "percent"),
            )
            for one in groups
        ),
    )


def _defective(report: GraderReport) -> list[str]:
    heads = ("qid", "question", "reference", "rows: defective", "rows: not", "notes")
    rows = (
        (one.qid, one.question, one.reference, str(one.defective_rows), str(one.ok_rows),
         "; ".join(one.notes))
        for one in report.defective
    )  # fmt: skip
    made = _table(heads, rows) if report.defective else "None."
    return ["## Items ruled defective", made]


def _headlines(report: GraderReport) -> str:
    heads = ("analysis", "effect", *(f"{part}, {which}" for which in ("every item", "without")
             for part in ("points [95%]", "units", "questions", "verdict")))  # fmt: skip
    return _table(
        heads,
        (
            (one.whole.label, one.whole.estimand, *_effect(one.whole), *_effect(one.sound))
            for one in report.headlines
        ),
    )


def _effect(one: Headline) -> tuple[str, ...]:
    return _interval(one.interval, "points"), str(one.units), str(one.qids), one.verdict


def _disagreements(report: GraderReport) -> str:
    if not report.disagreements:
        return "Nowhere."
    heads = ("row", "qid", "stratum", "reference", "answer", "human", "arms", "models", "note")
    return _table(
        heads,
        (
            (one.row, one.qid, one.stratum, one.reference, one.answer, one.human,
             ", ".join(one.arms), ", ".join(one.models), one.note)
            for one in report.disagreements
        ),
    )  # fmt: skip


def _counts(found: Tally) -> tuple[str, ...]:
    counts = (found.rows, found.judged, found.unsure, found.blank,
              found.machine_right_human_wrong, found.machine_wrong_human_right)  # fmt: skip
    return tuple(map(str, counts))


def _interval(found: Interval, form: Format = "percent") -> str:
    if found.low is None or found.high is None:
        return f"{show(found.point, form)} ({found.reason})"
    return f"{show(found.point, form)} [{show(found.low, form)}, {show(found.high, form)}]"


def _kappa(value: float | None) -> str:
    return "not defined" if value is None else show(value, "decimal")


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [
        list(heads),
        ["---"] * len(heads),
        *([escape_markdown(c) for c in row] for row in rows),
    ]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
