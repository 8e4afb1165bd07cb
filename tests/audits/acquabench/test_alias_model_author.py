"""The model author of aliases, with an engine that follows a script."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from aliasing import TEMPLATE, answering, from_d0
from authoring import scripted_author
from earned.agents.opening import Opened
from earned.agents.runner import ProgressFile, Running
from earned.artifacts.authoring import Authoring
from earned.audits.acquabench.artifacts import run
from earned.audits.acquabench.authors.prompts import render_alias, render_alias_verify
from earned.audits.acquabench.regimes.construction import Aliases, Construction
from earned.engines.scripted import ScriptedEngine
from earned.errors import UserError
from earned.records.artifact import Artifact
from earned.records.completion import Completion, EngineIdentity, Request
from toy_agents import said

GIVEN = {"regime": "D1", "author": {"kind": "model", "model": "m"}}
STREET = answering("q1", "Peachtree Street")
TOWER = answering("q2", "Holm Tower")
MEMBERS = [STREET, TOWER]
PARENT = from_d0(STREET, TOWER)
VERIFY = "Reply with YES or NO only."
ASKED = "Entry: Peachtree Street\nGive"
Policy = Callable[[str], str]


def writes(reference: Sequence[str], decoy: Sequence[str], verdicts: Sequence[str]) -> Policy:
    """Write the forms one attempt after another, and give the verdicts; the last repeats."""
    rows = {"r": iter(reference), "d": iter(decoy), "v": iter(verdicts)}
    last = dict.fromkeys(rows, "")

    def reply(prompt: str) -> str:
        asked = "r" if ASKED in prompt else "d"
        kind = "v" if VERIFY in prompt else asked
        last[kind] = next(rows[kind], last[kind])
        return last[kind]

    return reply


def authored(
    folder: Path, policy: Policy, **author: int
) -> tuple[list[Artifact], Construction, Aliases, list[str]]:
    authoring, prompts = scripted_author(folder, policy)
    given = {"regime": "D1", "author": {"kind": "model", "model": "m", **author}}
    artifacts, (record,) = run(MEMBERS, [PARENT], given, authoring)
    assert record.aliases is not None
    return artifacts, record, record.aliases, prompts


def test_accepted_forms_of_both_become_the_arms(tmp_path: Path) -> None:
    policy = writes(['"Peachtree St."\nThat is all.'], ["H. Tower"], ["YES"])
    (artifact,), record, aliases, prompts = authored(tmp_path, policy)
    assert [arm.value for arm in artifact.arms.values()] == ["Peachtree St", "H. Tower"]
    assert (aliases.reference_alias, aliases.decoy_alias) == ("Peachtree St", "H. Tower")
    assert aliases.reference[0].form == "model"
    assert record.template == TEMPLATE
    assert len(prompts) == 4


def test_the_decoy_is_asked_for_after_the_example_of_the_reference(tmp_path: Path) -> None:
    policy = writes(["Peachtree St."], ["H. Tower"], ["YES"])
    _, _, _, (first, _, second, _) = authored(tmp_path, policy)
    assert "Holm Tower" not in first
    assert "Entry: Peachtree Street\nShort form: Peachtree St\n\nEntry: Holm Tower\n" in second


def test_each_attempt_asks_differently_and_without_the_question() -> None:
    users = [render_alias("Holm Tower", attempt)[1] for attempt in range(4)]
    assert len(set(users)) == 4
    assert all(user.endswith("Short form:") for user in users)
    assert "variant" not in users[0]
    assert "{{ x }}" in render_alias_verify("{{ x }}", "x")[1]


def test_four_attempts_at_most_and_every_form_is_kept(tmp_path: Path) -> None:
    bad = ["Peachtree Street", "the street", "", "Peach Road"]
    artifacts, record, aliases, prompts = authored(tmp_path, writes(bad, ["H. Tower"], ["YES"]))
    assert artifacts == []
    assert [attempt.alias for attempt in aliases.reference] == bad
    assert [attempt.faults[0] for attempt in aliases.reference] == [
        "canonical-phrase",
        "token-rule",
        "empty",
        "token-rule",
    ]
    assert all(attempt.verdict is None for attempt in aliases.reference)
    assert aliases.decoy == (), "not tried without an alias of the reference"
    assert record.reason == "no alias of the reference: token-rule"
    assert len(prompts) == 4


def test_fewer_attempts_can_be_configured(tmp_path: Path) -> None:
    _, _, aliases, _ = authored(tmp_path, writes(["no"], ["no"], ["YES"]), attempts=2)
    assert len(aliases.reference) == 2


@pytest.mark.parametrize(
    ("verdict", "reason"), [("NO", "the verifier said no"), ("Well", "the verifier said neither")]
)
def test_any_verdict_but_yes_rejects(tmp_path: Path, verdict: str, reason: str) -> None:
    policy = writes(["Peachtree St."], ["H. Tower"], ["YES", verdict])
    artifacts, record, aliases, _ = authored(tmp_path, policy)
    assert artifacts == []
    assert aliases.reference_alias
    assert len(aliases.decoy) == 4
    assert record.reason == f"no alias of the decoy: {reason}"


def test_a_later_attempt_can_be_accepted(tmp_path: Path) -> None:
    policy = writes(["P. S.", "Peachtree St."], ["H. Tower"], ["NO", "YES"])
    artifacts, _, aliases, _ = authored(tmp_path, policy)
    assert len(artifacts) == 1
    assert [attempt.accepted for attempt in aliases.reference] == [False, True]


def test_a_prompt_over_the_window_rejects_and_says_so(tmp_path: Path) -> None:
    authoring, prompts = scripted_author(tmp_path, lambda _: "x", window=10)
    artifacts, (record,) = run(MEMBERS, [PARENT], GIVEN, authoring)
    assert (artifacts, prompts) == ([], [])
    assert record.reason.startswith("no alias of the reference: context_overflow")


class Dying(ScriptedEngine):
    """Fails at every request but the first few."""

    def __init__(self, alive: int) -> None:
        identity = EngineIdentity(
            engine="scripted", engine_version="1", model="author", settings={}
        )
        super().__init__(writes(["Peachtree St."], ["H. Tower"], ["YES"]), identity)
        self.alive, self.asked = alive, 0

    async def complete(self, requests: Sequence[Request]) -> list[Completion]:
        self.asked += 1
        if self.asked > self.alive:
            return [said("", reason="error", error="the connection failed") for _ in requests]
        return await super().complete(requests)


def dying(folder: Path, engine: Dying) -> Authoring:
    opened = Opened(engine, Running("deterministic", 1, 1, 8192), None)
    return Authoring(opened, folder / "store.jsonl", ProgressFile(folder / "progress.json"))


@pytest.mark.parametrize("alive", [0, 1, 2, 3])
def test_a_failed_engine_stops_the_stage_and_a_second_run_goes_on(
    tmp_path: Path, alive: int
) -> None:
    """Field case 37: a failed request is no rejected alias."""
    with pytest.raises(UserError, match="the author's engine failed"):
        run(MEMBERS, [PARENT], GIVEN, dying(tmp_path, Dying(alive)))
    healthy = Dying(99)
    artifacts, _ = run(MEMBERS, [PARENT], GIVEN, dying(tmp_path, healthy))
    assert len(artifacts) == 1
    assert healthy.asked == 4 - alive
