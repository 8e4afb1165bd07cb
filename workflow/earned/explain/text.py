"""An explanation as plain lines, one fact a line; long lists are cut."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from earned.explain.record import Explanation, Group, NamedFile, StageNode
from earned.explain.telling import example_lines, shortened
from earned.lineage.hashing import short

LABEL = 15
MOST_GROUPS = 16
MOST_ALIKE = 4
"""Stages of one kind that are named."""
MOST_FILES = 4
MOST_REMARK = 160
_COLUMNS = ("model", "regime", "surface", "condition", "outcome", "records", "counted")
_HEADS = ("model", "regime", "surface", "arm", "outcome", "records", "counted")


def text_lines(found: Explanation) -> list[str]:
    """Lay an explanation out as lines; none is made safe for a terminal yet."""
    return [
        *_claim(found),
        *_rule(found),
        *_remarks(found),
        *_records(found),
        *_examples(found),
        *_made_by(found),
    ]


def labelled(label: str, *texts: str) -> Iterator[str]:
    """Write texts under each other behind a label."""
    for n, text in enumerate(texts):
        yield f"{'' if n else label:<{LABEL}}{text}".rstrip()


def cut(lines: Sequence[str], most: int, indent: str = "") -> list[str]:
    """Keep the first lines of a long list, and say how many it leaves out."""
    if len(lines) <= most:
        return list(lines)
    return [*lines[:most], f"{indent}… and {len(lines) - most} more"]


def records_said(count: int) -> str:
    """Say a number of records."""
    return f"{count} record{'' if count == 1 else 's'}"


def _claim(found: Explanation) -> Iterator[str]:
    claim = found.claim
    yield from labelled("claim", claim.claim_id)
    yield from labelled("says", claim.statement)
    yield from labelled("value", f"{claim.value} ({claim.unit}), shown as {claim.display}")
    yield from labelled("interval", f"{claim.low} to {claim.high}") if claim.low is not None else ()
    yield from labelled("verdict", claim.verdict) if claim.verdict else ()
    yield from labelled("boundary", claim.boundary) if claim.boundary and not found.rule else ()
    place = f"{claim.source}#{claim.locator}"
    yield from labelled("read at", place, f"sha256 {claim.source_sha256}")


def _rule(found: Explanation) -> Iterator[str]:
    rule = found.rule
    if rule is None:
        return
    yield ""
    yield from labelled("supports", rule.supports or "nothing")
    yield from labelled("not supported", *rule.not_supported)
    yield from labelled("boundary", rule.boundary)
    yield from labelled("why", f"{rule.verdict}: {rule.why}")
    yield from labelled("rule", *_frozen_rule(found))
    yield from labelled("registration", rule.registration) if rule.registration else ()


def _frozen_rule(found: Explanation) -> Iterator[str]:
    rule = found.rule
    assert rule is not None
    if rule.rule is None:
        yield f"sha256 {short(rule.rule_sha256)}, frozen in no file of this folder"
        return
    bounds = {k: v for k, v in rule.rule.items() if isinstance(v, int | float)}
    said = ", ".join(f"{name} {value:g}" for name, value in bounds.items())
    yield f"{rule.estimand}{f', {said}' if said else ''}"
    where = f"sha256 {short(rule.rule_sha256)}, as frozen in {rule.frozen_in}"
    differs = f"DIFFERS from the rule in {rule.frozen_in}, sha256 {short(rule.frozen_sha256)}"
    yield where if rule.same else f"sha256 {short(rule.rule_sha256)} {differs}"


def _remarks(found: Explanation) -> Iterator[str]:
    behind = found.behind
    yield ""
    if behind is not None:
        yield from labelled("behind it", behind.says)
        yield from labelled("note", behind.note) if behind.note else ()
        chosen = f"{behind.view}: it decides what is right and wrong below"
        yield from labelled("choice", chosen) if behind.view else ()
        yield from labelled("files", *_files(found)) if found.files else ()
    if found.recount is not None:
        yield from labelled("recounted", found.recount.says, *_agreement(found))
    for remark in found.remarks:
        yield from labelled("remark", shortened(remark, MOST_REMARK))


def _files(found: Explanation) -> list[str]:
    return cut([_file(one) for one in found.files], MOST_FILES)


def _agreement(found: Explanation) -> Iterator[str]:
    recount = found.recount
    assert recount is not None
    wrong = [check for check in recount.checks if not check.agrees]
    for check in wrong:
        yield f"DIFFERS: {check.pointer} is {check.claimed}, and {check.counted} were counted"
    if recount.checks and not wrong:
        yield "agrees with the results"


def _records(found: Explanation) -> Iterator[str]:
    if not found.records:
        return
    yield from labelled("records", _counted(found))
    rows = [_HEADS, *map(_row, found.records)]
    widths = [max(len(row[n]) for row in rows) for n in range(len(_HEADS))]
    lines = ["  " + "  ".join(_set(row, widths)).rstrip() for row in rows]
    yield lines[0]
    yield from cut(lines[1:], MOST_GROUPS, "  ")


def _counted(found: Explanation) -> str:
    """Say how many trajectories there are, and which of them count."""
    total = sum(group.records for group in found.records)
    said = f"{total} trajector{'y' if total == 1 else 'ies'}"
    counted = [group.counted for group in found.records if group.counted is not None]
    subset = found.behind.subset_says if found.behind else ""
    if not counted or not subset:
        return said
    how_many = "all" if sum(counted) == total else f"{sum(counted)} of them"
    return f"{said}, {how_many} counted ({subset})"


def _row(group: Group) -> tuple[str, ...]:
    values = (getattr(group, name) for name in _COLUMNS)
    return tuple("–" if value is None else str(value) for value in values)


def _set(row: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """Set numbers on the right, words on the left."""
    for n, (text, width) in enumerate(zip(row, widths, strict=True)):
        yield text.rjust(width) if n >= len(_COLUMNS) - 2 else text.ljust(width)


def _examples(found: Explanation) -> Iterator[str]:
    if not found.examples:
        return
    yield ""
    yield from labelled("examples", found.examples_rule, "* marks a planted source")
    several = len({arm.model for one in found.examples for arm in one.arms}) > 1
    for number, example in enumerate(found.examples, 1):
        yield from example_lines(number, example, named=several)


def _made_by(found: Explanation) -> Iterator[str]:
    yield ""
    yield "made by"
    kinds: dict[str, list[str]] = {}
    for node in found.chain:
        kinds.setdefault(node.stage, []).append(_stage(node))
    for kind, alike in kinds.items():
        yield from cut(alike, MOST_ALIKE, f"  stage {kind:<12} ")
    for name, files in (("raw data", found.raw_data), ("weights", found.weights)):
        shown = cut([_file(one) for one in files], MOST_FILES)
        yield from labelled(name, *shown)
    yield from labelled("configuration", _file(found.configuration))


def _stage(node: StageNode) -> str:
    behind = [one for one in node.inputs if one.behind]
    records = [one.records for one in node.outputs if one.records is not None]
    counts = f", {records_said(sum(records))}" if records else ""
    of = "" if len(behind) == len(node.inputs) else f" of {len(node.inputs)}"
    inputs = f"{len(behind)}{of} inputs" if len(node.inputs) != 1 else "1 input"
    hashes = f"code {short(node.code_sha256)}  parameters {short(node.parameters_sha256)}"
    return f"  stage {node.stage:<12} {hashes}  {node.folder} ({inputs}{counts})"


def _file(one: NamedFile) -> str:
    counted = "" if one.records is None else f", {records_said(one.records)}"
    digest = f"sha256 {short(one.sha256)}" if one.sha256 else "not in this folder"
    return f"{one.path}  {digest}{counted}"
