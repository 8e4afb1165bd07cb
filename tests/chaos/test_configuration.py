"""A configuration that is changed half-way, and changed back."""

from __future__ import annotations

import pytest

from chaos.disturbed import Disturbed
from chaos.tally import dice, moments

pytestmark = pytest.mark.chaos


def test_a_configuration_changed_half_way_and_back_loses_no_completion(
    scripted: Disturbed, promised: dict[str, bytes]
) -> None:
    """The registration is append-only and tells of the change; the evidence is compared."""
    scripted.promised, promised_to = None, dict(promised)
    store, records = (f"{scripted.cell}/{n}.jsonl" for n in ("completions", "trajectories"))
    (moment,) = moments(dice("configuration"), 1, promised[store].count(b'"key":'))
    study, file = scripted.checkout, scripted.checkout.root / "config/studies/tiny.yaml"
    text = file.read_text()
    scripted.strike("agent killed", scripted.plan("die", moment), scripted.target)
    change(scripted, text.replace("replicates: 100", "replicates: 100, seed: 14"))
    assert (study.results / store).read_bytes() == promised_to[store]
    assert (study.results / records).read_bytes() == promised_to[records]
    change(scripted, text.replace("reader, limit", "reader, agent: {steps: 1}, limit"))
    assert (study.results / records).read_bytes() != promised_to[records]
    change(scripted, text)
    assert (study.results / records).read_bytes() == promised_to[records]


def change(study: Disturbed, text: str) -> None:
    study.struck("changed configuration")
    study.checkout.study(text)
    study.finish(study.target)
