"""The population table's figures: who was asked for, built and left out, regime by regime."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring import no_engine
from earned.audits.acquabench import artifacts
from earned.audits.acquabench.config import REGIMES, SURFACE_NAMES, SampleConfig
from earned.audits.acquabench.estimands.populations import grouped_reasons, populations
from earned.audits.acquabench.frozen import AnswerLength, Spread
from earned.audits.acquabench.population import draw
from earned.audits.acquabench.regime_notes import ROLES, SERIALIZATIONS, STRUCTURES
from earned.audits.acquabench.regimes.construction import (
    Aliases,
    Construction,
    Distribution,
    GateScore,
    Mode,
)
from earned.audits.acquabench.surfaces import SURFACES, Shown
from earned.population.hotpotqa import load_items
from support import shared_dir

LABELS = {"D0": ["Llama-3.1-8B", "Qwen2.5-14B"], "D2": [], "style": ["Llama-3.1-8B"]}


def made(
    qid: str, regime: str = "D0", reference: str = "Sele Harbour", reason: str = "", **more: Any
) -> Construction:
    template = "" if reason.startswith("no template") else "Ann Ost lived in <VALUE>."
    given = {"template": template, "accepted": not reason, "reason": reason, **more}
    return Construction(
        qid=qid,
        regime=regime,
        author="rule",
        verifier="rule",
        question="Where did Ann Ost live?",
        reference=reference,
        **given,
    )


def distributed(qid: str, mode: Mode | None, *tried: tuple[Mode, float, float]) -> Construction:
    scores = tuple(GateScore(mode=name, gold=gold, sham=sham) for name, gold, sham in tried)
    part = Distribution(handle="Key-1", tried=scores, mode=mode)
    return made(qid, "D2", reason="" if mode else "gate: over 25 %", distribution=part)


D0 = [
    made("q1", reference="Ann Ost"),
    made("q2", reference="Vale"),
    made("q3", reference="the old port of Vale", reason="no template: deictic"),
    made("q4", reason="no decoy: no other item"),
]
D2 = [
    distributed("q5", "append", ("append", 0.25, 0.0)),
    distributed("q6", "standalone", ("append", 0.5, 0.1), ("standalone", 0.125, 0.25)),
    distributed("q7", None, ("append", 0.5, 0.1), ("standalone", 0.375, 0.0)),
]


def test_the_direct_regime_counts_what_was_asked_for_written_and_paired() -> None:
    found = populations(D0, LABELS, 4)["D0"]
    assert (found.parent, found.templates, found.paired) == (4, 3, 2)
    assert (found.parent_regime, found.alias_eligible) == (None, None)
    assert found.rejected == {"no decoy: no other item": 1, "no template: deictic": 1}
    assert (found.author, found.verifier) == ("rule", "rule")
    assert found.support == "2/4 questions × 4 surfaces; Llama-3.1-8B, Qwen2.5-14B"
    assert (found.modes, found.gate) == ({}, {})


def test_accepted_and_rejected_answers_are_compared_by_their_length() -> None:
    found = populations(D0, LABELS, 4)["D0"]
    assert found.accepted_answers == AnswerLength(items=2, words=1.5, chars=5.5)
    assert found.rejected_answers == AnswerLength(items=2, words=3.5, chars=16.0)
    whole = populations(D0[:2], LABELS, 4)["D0"]
    assert whole.rejected_answers == AnswerLength(items=0, words=None, chars=None)


def test_the_parent_of_a_derived_regime_is_what_the_direct_one_accepted() -> None:
    aliases = {
        "q1": Aliases(reference=(), decoy=(), reference_alias="A. Ost", decoy_alias="B. Ire"),
        "q2": Aliases(reference=(), decoy=(), reference_alias="V."),
    }
    d1 = [
        made("q1", "D1", aliases=aliases["q1"]),
        made("q2", "D1", aliases=aliases["q2"], reason="no alias of the decoy"),
    ]
    found = populations([*d1, *D0, made("q1", "style")], LABELS, 4)
    assert list(found) == ["D0", "D1", "style"]
    assert (found["D1"].parent, found["D1"].parent_regime, found["D1"].paired) == (2, "D0", 1)
    assert found["D1"].alias_eligible == 2
    assert found["D1"].support == "1/2 questions × 4 surfaces; not run"
    assert (found["style"].parent, found["style"].parent_regime) == (2, "D0")
    assert found["style"].support == "1/2 questions × 1 surface; Llama-3.1-8B"


def test_the_distributed_regime_gives_modes_and_the_gate_of_the_accepted_mode() -> None:
    found = populations(D2, LABELS, 2)["D2"]
    assert (found.parent, found.templates, found.paired) == (3, 3, 2)
    assert found.modes == {"append": 1, "standalone": 1}
    assert found.gate == {
        "GOLD": Spread(low=0.125, high=0.25, mean=0.1875),
        "SHAM": Spread(low=0.0, high=0.25, mean=0.125),
    }
    assert found.support == "2/3 questions × 2 surfaces; scripted controls only"


def test_a_regime_that_accepts_nothing_has_no_figure_in_place_of_a_mean() -> None:
    found = populations(D2[2:], LABELS, 4)["D2"]
    assert found.modes == {"append": 0, "standalone": 0}
    assert found.gate["GOLD"] == Spread(low=None, high=None, mean=None)
    assert found.rejected == {"gate: over 25 %": 1}


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_the_records_changes_nothing(seed: int) -> None:
    records = [*D0, *D2]
    turned = random.Random(seed).sample(records, len(records))
    assert populations(turned, LABELS, 4) == populations(records, LABELS, 4)


def test_few_reasons_are_all_named() -> None:
    reasons = ["no template: deictic", "no decoy: no other item", "no template: deictic"]
    assert grouped_reasons(reasons) == {"no decoy: no other item": 1, "no template: deictic": 2}


def test_of_many_reasons_the_rare_details_are_pooled() -> None:
    rare = [f"no template: rare-{n}" for n in range(12)]
    often = ["no template: deictic"] * 3 + ["no base"]
    gate = ["gate: 0.3", "gate: 0.4"]
    assert grouped_reasons([*rare, *often, *gate]) == {
        "gate": 2,
        "no base": 1,
        "no template: deictic": 3,
        "no template: other": 12,
    }


@given(
    st.lists(
        st.sampled_from([f"{k}{d}" for k in "ab" for d in ["", *map(": {}".format, range(9))]])
    )
)
def test_pooling_loses_no_item_and_sorts(reasons: list[str]) -> None:
    found = grouped_reasons(reasons)
    assert sum(found.values()) == len(reasons)
    assert list(found) == sorted(found)


def test_the_real_items_give_a_readable_list_of_reasons(tmp_path: Path) -> None:
    items = load_items(shared_dir() / "data" / "hotpotqa_dev_distractor_197.json")
    members = draw(items, {"D0": SampleConfig(size=184)})
    parameters = {"regime": "D0", "author": {"kind": "rule"}}
    _, records = artifacts.run(members, [], parameters, no_engine(tmp_path))
    found = populations(records, {"D0": []}, 4)["D0"]
    assert found.parent == 184
    assert sum(found.rejected.values()) == found.parent - found.paired
    assert 2 < len(found.rejected) < 15
    # The paper's selection by length: what is rejected has the longer answers.
    assert found.accepted_answers.chars is not None
    assert found.rejected_answers.chars is not None
    assert found.accepted_answers.chars < found.rejected_answers.chars


def test_every_regime_and_surface_has_its_note() -> None:
    assert set(STRUCTURES) == set(ROLES) == set(REGIMES)
    assert set(SERIALIZATIONS) == set(SURFACE_NAMES)


@pytest.mark.parametrize(
    ("surface", "token"),
    [
        ("retrieval", "[Document: "),
        ("tool", "local_evidence_lookup"),
        ("memory", "<memory"),
        ("subagent", "ocal reporter"),
    ],
)
def test_a_surfaces_note_says_what_the_surface_shows(surface: str, token: str) -> None:
    assert token in SURFACES[surface].serialize([Shown(title="Ann Ost", text="A pilot.")])
    assert token in SERIALIZATIONS[surface]  # type: ignore[index]
