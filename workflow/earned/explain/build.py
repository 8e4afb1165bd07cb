"""From a claim of the ledger to its explanation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from earned.audits.registry import stage_module
from earned.config.published import CONFIG
from earned.explain.behind import Behind
from earned.explain.chain import chain_of, outside
from earned.explain.choice import choose
from earned.explain.counts import recount
from earned.explain.evidence import Evidence
from earned.explain.examples import Sources, told
from earned.explain.frames import Marked, cell_of, marked_rows, read_scores
from earned.explain.record import Example, Explanation, Group, NamedFile, Recount, StageNode
from earned.explain.rules import rule_of
from earned.explain.trajectories import groups, missing, read_cells
from earned.ledger.claim import Claim
from earned.ledger.lookup import find_claim
from earned.lineage.hashing import sha256_file
from earned.records.files import read_json
from earned.render.pointer import lookup

UNKNOWN = "the audit does not say which records are behind this number, so its whole chain is named"


@dataclass(frozen=True)
class _Records:
    """What the evidence says of the records behind a number."""

    groups: tuple[Group, ...] = ()
    recount: Recount | None = None
    examples: tuple[Example, ...] = ()
    rule: str = ""


def explain(root: Path, wanted: str) -> Explanation:
    """Explain a number: its rule, its records, and how it was made.

    Args:
        root: the results folder.
        wanted: the claim's id, or a part that only its id contains.

    Raises:
        UserError: no or several claims match, or a file on the way is damaged or missing.
    """
    claim = find_claim(root, wanted)
    evidence = Evidence(root)
    results = _results(evidence, claim)
    behind = stage_module(claim.audit, "behind").behind(results, claim.locator)
    nodes = chain_of(evidence, claim.source, behind)
    records = _records(evidence, claim.audit, behind, results)
    return Explanation(
        claim=claim,
        behind=behind,
        files=_files(evidence, behind, nodes),
        rule=rule_of(evidence, claim.source, results, behind),
        records=records.groups,
        recount=records.recount,
        examples=records.examples,
        examples_rule=records.rule,
        chain=nodes,
        raw_data=outside(nodes, weights=False),
        weights=outside(nodes, weights=True),
        configuration=_configuration(evidence),
        remarks=(*evidence.said(), *(() if behind else (UNKNOWN,))),
    )


def _results(evidence: Evidence, claim: Claim) -> Any:  # noqa: ANN401 - a JSON document
    """Read the file of a claim, which must be the one that the ledger was made from.

    Raises:
        UserError: it is missing, or it holds another value.
    """
    results = read_json(evidence.root / claim.source)
    evidence.same(claim.source, claim.source_sha256)
    lookup(results, claim.locator)
    return results


def _files(
    evidence: Evidence, behind: Behind | None, nodes: Sequence[StageNode]
) -> tuple[NamedFile, ...]:
    """Name the files behind a number that hold no trajectory and no score."""
    if behind is None:
        return ()
    known = {one.path: one for node in nodes for one in (*node.inputs, *node.outputs)}
    known[CONFIG] = _configuration(evidence)
    wanted = (name for name in (*behind.inputs, *behind.files) if cell_of(name) is None)
    return tuple(known[name] for name in wanted if name in known)


def _configuration(evidence: Evidence) -> NamedFile:
    path = evidence.present(CONFIG, "configuration files")
    return NamedFile(path=CONFIG, sha256=sha256_file(path) if path else "", records=None,
                     made_by=CONFIG.rpartition("/")[0])  # fmt: skip


def _records(
    evidence: Evidence,
    audit: str,
    behind: Behind | None,
    results: Any,  # noqa: ANN401 - a JSON document
) -> _Records:
    if behind is None or behind.kind != "trajectories":
        return _Records()
    predicates = stage_module(audit, "behind").PREDICATES
    scores = read_scores(evidence, audit, behind)
    marked = None if scores is None else marked_rows(scores, behind, predicates)
    cells = [cell for path in behind.inputs if (cell := cell_of(path))]
    raw = read_cells(evidence, cells, behind)
    if lost := missing(raw, marked):
        evidence.remarks.append(f"{lost} score rows have no trajectory in this folder")
    seen = marked if marked is not None else [Marked(key, one.outcome) for key, one in raw.items()]
    rule, chosen = choose(seen, behind)
    keys = [row.key for one in chosen for row in one.rows if row.key in raw]
    return _Records(
        groups=groups(raw, marked, behind),
        recount=None if scores is None else recount(scores, behind, predicates, results),
        examples=told(chosen, raw, Sources.read(evidence, audit, keys)) if keys else (),
        rule=rule,
    )
