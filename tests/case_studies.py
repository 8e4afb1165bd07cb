"""Small studies by hand, of which a triplet may be a mechanism case."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

import polars as pl

from earned.audits.acquabench import cases, scores
from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.frozen import Cases, MechanismCase
from earned.audits.acquabench.score_row import ScoreRow
from earned.records.artifact import Arm, Artifact, Planted
from earned.records.evidence import Item, Source
from earned.records.population import Member
from earned.records.table import schema_of
from earned.records.trajectory import Step, Trajectory

SHOWN = 1800
PARAMETERS = {"display_chars": {"toy": SHOWN}}
ACTION = {"retrieval": "Search", "tool": "Lookup"}


def member(qid: str) -> Member:
    texts = {"Ann Ost": "Ann Ost was a pilot.", "Vale": "Vale is a port.", "Moor": "A moor."}
    item = Item(
        qid=qid,
        question="Where did Ann Ost live?",
        answer="Sele Harbour",
        kind="bridge",
        level="hard",
        supporting=(f"{qid}#0",),
        sources=tuple(
            Source(source_id=f"{qid}#{n}", title=title, text=text)
            for n, (title, text) in enumerate(texts.items())
        ),
    )
    return Member(item=item, rank=0, regimes=("D0",), eligible=True)


def planted(qid: str, position: int, sentence: str, holds_value: bool = True) -> Planted:
    return Planted(
        source_id=f"{qid}#{position}",
        position=position,
        sentence=sentence,
        text=f"As it was. {sentence}",
        holds_value=holds_value,
    )


def artifact(qid: str, regime: str) -> Artifact:
    arms = {}
    for condition, value in (("GOLD", "Sele Harbour"), ("SHAM", "Port Vane")):
        if regime == "D0":
            sources = (planted(qid, 0, f"Ann Ost did live in {value}."),)
        else:
            relation = planted(qid, 0, "Ann Ost did live in Key-1.", holds_value=False)
            sources = (relation, planted(qid, 1, f"Key-1 means {value}."))
        arms[condition] = Arm(value=value, planted=sources)
    return Artifact(qid=qid, regime=regime, arms=arms)


def step(surface: str, action: str | None, argument: str, shown: Sequence[str], seen: int) -> Step:
    """`seen`: of how many sources, from #0 on, an intervened arm would be planted."""
    return Step(
        thought="I look.",
        action=ACTION[surface] if action == "act" else action,
        argument=argument,
        diagnostics=(),
        dropped_actions=0,
        finish_reason="stop",
        shown=tuple(shown),
        planted_shown=tuple(n for n in range(seen) if any(s.endswith(f"#{n}") for s in shown)),
        completion="",
    )


class Played(NamedTuple):
    """What an arm did: positions shown at each step, and the answer given after them."""

    shown: tuple[str, ...]
    answer: str
    more: Mapping[str, Any] = MappingProxyType({})


FOLLOWS = {
    "CLEAN": Played(("12", "2"), "a pilot"),
    "GOLD": Played(("10",), "Sele Harbour"),
    "SHAM": Played(("10",), "Port Vane"),
}
"""A triplet of D0 in which the answer follows the planted source; seven steps in all."""
COMPOSES = {
    "CLEAN": Played(("2",), "unknown"),
    "GOLD": Played(("21", "0"), "Sele Harbour"),
    "SHAM": Played(("21", "0"), "unknown"),
}
"""The like for D2: the mapping is seen before the relation; eight steps."""


def triplet(
    qid: str = "q1",
    surface: str = "retrieval",
    regime: str = "D0",
    repeat: int = 0,
    **arms: Played,
) -> list[Trajectory]:
    """The three runs of one unit; `arms` replaces what arms did."""
    did = {**(FOLLOWS if regime == "D0" else COMPOSES), **arms}
    return [run_of(qid, surface, regime, repeat, c, did[c]) for c in CONDITIONS]


def run_of(
    qid: str, surface: str, regime: str, repeat: int, condition: str, did: Played
) -> Trajectory:
    seen = 0 if condition == "CLEAN" else 1 if regime == "D0" else 2
    looked = [
        step(surface, "act", f"look {n}", [f"{qid}#{digit}" for digit in places], seen)
        for n, places in enumerate(did.shown, 1)
    ]
    given = {
        "qid": qid,
        "audit": "acquabench",
        "regime": regime,
        "model": "toy",
        "surface": surface,
        "condition": condition,
        "repeat": repeat,
        "question": "Where did Ann Ost live?",
        "reference": "Sele Harbour",
        "prediction": did.answer,
        "outcome": "ok",
        "steps": (*looked, step(surface, "Finish", did.answer, (), 0)),
        "mode": "deterministic",
        "coupled": True,
        "capped_steps": 0,
        **did.more,
    }
    return Trajectory.model_validate(given)


class Study(NamedTuple):
    """The inputs of the stage."""

    rows: list[ScoreRow]
    runs: list[Trajectory]
    members: list[Member]
    artifacts: list[Artifact]

    def cases(self) -> Cases:
        table = pl.DataFrame(
            [row.model_dump() for row in self.rows], schema=schema_of(ScoreRow), orient="row"
        )
        return cases.run([table], self.runs, self.members, self.artifacts, PARAMETERS)

    def only(self) -> MechanismCase:
        (case,) = self.cases().cases
        return case


def study(*triplets: list[Trajectory]) -> Study:
    """Score the triplets as their cells would be scored."""
    runs = [run for one in triplets for run in one]
    members = [member(qid) for qid in sorted({run.qid for run in runs})]
    artifacts = [artifact(*at) for at in sorted({(run.qid, run.regime) for run in runs})]
    given = {"scoring": {"f1_percent": 80}, "display_chars": SHOWN}
    rows = [
        row
        for one in triplets
        for row in scores.run(
            one, members, [a for a in artifacts if a.regime == one[0].regime], given
        )
    ]
    return Study(rows, runs, members, artifacts)
