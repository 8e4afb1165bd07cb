"""Which stage ran where, and on which files, against the study's configuration.

A stage is made again as its own record says. So the record must say what the configuration makes
of the study: a stage by another name, or on fewer or other inputs, would be its own witness.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from earned.config.plan import Plan
from earned.config.published import CONFIG, published_study
from earned.config.study import StudyConfig
from earned.lineage.outside import OUTSIDE
from earned.lineage.stage import LINEAGE
from earned.records.lineage import FileDigest, Lineage
from earned.verify.report import Report

WHOLE = ("study", "ledger")
"""Stages that run once for a whole study; their folders lie at its top."""
GROWN = {
    "agents": frozenset(("trajectories.jsonl", "completions.jsonl")),
    "registration": frozenset(("registration.jsonl",)),
}
"""Stages that are not made again, with all that they write."""
STAGES = frozenset((*WHOLE, *GROWN, "population", "artifacts", "scores", "cases", "analysis",
                    "tables", "figures"))  # fmt: skip
FROM_OUTSIDE = frozenset(("data", "published", "prompts", "manifest", "endpoint", "recorded"))
"""Options whose files no stage of the study makes."""
Given = frozenset[tuple[str, str]]
"""Option and path of each input from within the study."""


@dataclass(frozen=True)
class Expected:
    """What a stage reads in its folder, as the configuration has it."""

    given: Given
    outside: Mapping[str, frozenset[str] | None] = field(default_factory=dict)
    """Option to the files that no stage makes; None: one file, wherever it lay."""


def check_wiring(root: Path, records: Mapping[str, Lineage], report: Report) -> None:
    """Compare each record with its place, and those of the study's stages with the plan.

    A record that the plan does not name may be left by an earlier run; it must be in its place.

    Args:
        root: the results folder.
        records: path to lineage record, of every stage.
        report: takes what was found.
    """
    study = published_study(root)
    plan = Plan(study)
    for where, record in records.items():
        for fault in _misplaced(where, record):
            report.fail(where, fault)
    for folder, expected in _planned(plan, with_registration=_registered(root, study)):
        where = f"{folder}/{LINEAGE}"
        if where not in records:
            report.fail(where, f"is missing, and {CONFIG} names its stage")
            continue
        for fault in (*_other_inputs(expected, records[where]), *_unmade(records[where], records)):
            report.fail(where, fault)
    _check_pin(study, records, report)


def _registered(root: Path, study: StudyConfig) -> bool:
    """Whether the study registered anything; one of an older version did not, and that is said."""
    return any((root / audit / "registration").exists() for audit in study.audits)


def _misplaced(where: str, record: Lineage) -> Iterator[str]:
    folder = PurePosixPath(where).parent
    audit, stage = (folder.parts[0],) * 2 if len(folder.parts) == 1 else folder.parts[:2]
    at_top = len(folder.parts) == 1
    if stage not in STAGES or at_top != (stage in WHOLE):
        yield "lies where no stage writes"
    elif (record.stage, record.audit) != (stage, audit):
        yield f"is of stage {record.stage} of {record.audit}, which does not write there"
    for digest in record.outputs:
        name = PurePosixPath(digest.path)
        if name.parent != folder:
            yield f"names the output {digest.path}, which lies elsewhere"
        elif name.name not in GROWN.get(stage, {name.name}):
            yield f"names the output {digest.path}, which stage {stage} does not write"


def _other_inputs(expected: Expected, record: Lineage) -> Iterator[str]:
    option_of = {path: option for option, path in expected.given}
    inside = [d for d in record.inputs if _is_inside(d)]
    # Records of older versions name no options.
    found = {(d.option or option_of.get(d.path, ""), d.path) for d in inside}
    for option, path in sorted(expected.given - found):
        yield f"does not name {path} as --{option}, which {CONFIG} gives its stage"
    for option, path in sorted(found - expected.given):
        yield f"names {path} as --{option}, which {CONFIG} does not give its stage"
    yield from _other_outside(expected, record)


def _is_inside(digest: FileDigest) -> bool:
    """Whether a stage of the study makes it; a store to replay is another run's, wherever it is."""
    return not digest.path.startswith(OUTSIDE) and digest.option != "recorded"


def _other_outside(expected: Expected, record: Lineage) -> Iterator[str]:
    outside = [d for d in record.inputs if d.path.startswith(OUTSIDE)]
    for digest in outside:
        if digest.option and digest.option not in FROM_OUTSIDE:
            yield f"names {digest.path} as --{digest.option}, which a stage of the study makes"
    for option, paths in expected.outside.items():
        named = [d.path for d in outside if d.option == option]
        if len(named) != 1 if paths is None else set(named) != paths:
            told = ", ".join(named) or "nothing"
            yield f"names {told} as --{option}, and not what {CONFIG} gives"


def _unmade(record: Lineage, records: Mapping[str, Lineage]) -> Iterator[str]:
    """Look beside each input for the record of its making."""
    for digest in record.inputs:
        if not _is_inside(digest):
            continue
        beside = (Path(digest.path).parent / LINEAGE).as_posix()
        made = records[beside].outputs if beside in records else ()
        if digest.lineage is None or digest.path not in {output.path for output in made}:
            yield f"names the input {digest.path} without the record that makes it"


def _check_pin(study: StudyConfig, records: Mapping[str, Lineage], report: Report) -> None:
    """Compare the data file that was read with the one that the configuration pins."""
    for where, record in records.items():
        for digest in record.inputs if record.stage == "population" else ():
            if not _is_pinned(digest, study.data.sha256):
                report.fail(where, f"read another data file than {CONFIG} pins")


def _is_pinned(digest: FileDigest, sha256: str | None) -> bool:
    return digest.option != "data" or sha256 is None or digest.sha256 == sha256


def _planned(plan: Plan, *, with_registration: bool) -> Iterator[tuple[str, Expected]]:
    """Give the folder of each stage's run, with what it reads."""
    audits = plan.study.audits
    yield "study", Expected(frozenset())
    for audit in audits:
        yield from _of_audit(plan, audit, with_registration)
    yield (
        "ledger",
        Expected(
            _each("results", (f"{a}/analysis/frozen_results.json" for a in audits))
            | _each("tables", (f"{a}/tables/tables.jsonl" for a in audits))
            | _each("figures", (f"{a}/figures/figures.json" for a in audits))
        ),
    )


def _of_audit(plan: Plan, audit: str, with_registration: bool) -> Iterator[tuple[str, Expected]]:
    def here(paths: list[str]) -> list[str]:
        return [path.removeprefix(f"{plan.root}/") for path in paths]

    items, base = _one("population", f"{audit}/population/items.jsonl"), f"{audit}/artifacts"
    artifacts = here(plan.artifact_files(audit, "artifacts.jsonl"))
    registration = f"{audit}/registration/registration.jsonl"
    scores = _each("scores", here(plan.score_tables(audit)))
    results = Expected(_one("results", f"{audit}/analysis/frozen_results.json"))
    yield f"{audit}/population", Expected(frozenset(), {"data": None})
    for regime in plan.regimes(audit):
        parents = _each("parent", here(plan.parent_files(audit, regime)))
        yield f"{base}/{regime}", Expected(items | parents)
    if with_registration:
        yield f"{audit}/registration", Expected(items | _each("artifacts", artifacts))
    for model, regime, surface in plan.cells(audit):
        cell = f"{model}/{regime}/{surface}"
        frozen = items | _one("artifacts", f"{base}/{regime}/artifacts.jsonl")
        runs = _one("trajectories", f"{audit}/agents/{cell}/trajectories.jsonl")
        yield f"{audit}/agents/{cell}", Expected(frozen)
        yield f"{audit}/scores/{cell}", Expected(frozen | runs)
    runs = _each("trajectories", here(plan.trajectories(audit)))
    yield f"{audit}/cases", Expected(scores | runs | items | _each("artifacts", artifacts))
    yield (
        f"{audit}/analysis",
        Expected(
            scores
            | _each("construction", here(plan.artifact_files(audit, "construction.jsonl")))
            | _one("cases", f"{audit}/cases/cases.json")
            | (_one("registration", registration) if with_registration else frozenset()),
            {"published": frozenset(OUTSIDE + path for path in plan.published(audit))},
        ),
    )
    yield f"{audit}/tables", results
    yield f"{audit}/figures", results


def _one(option: str, path: str) -> Given:
    return frozenset(((option, path),))


def _each(option: str, paths: Iterator[str] | list[str]) -> Given:
    return frozenset((option, path) for path in paths)
