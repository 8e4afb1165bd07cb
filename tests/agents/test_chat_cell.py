"""A cell behind an endpoint that only takes chat messages, through the real stage."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cell_runs import cell_config, frozen_parts, frozen_study, records, run_cell
from earned.agents import opening
from earned.agents.store import read_blocks
from earned.audits.acquabench.agents import policy
from earned.config.study import StudyConfig
from earned.records.trajectory import Trajectory
from fault_server import FaultServer, Reply, is_probe, message, running, status
from mini import mini_config, run_mini

KEY = "sk-very-secret"
LIMIT = 3


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The stage runs in this process, and must not end it."""
    monkeypatch.setattr(opening, "end_with_parent", lambda: None)
    monkeypatch.setenv("KEY_HERE", KEY)


def remote(server: FaultServer, **engine: Any) -> dict[str, Any]:
    given = {
        "kind": "openai", "base_url": server.base_url, "model": "m", "protocol": "chat",
        "api_key_env": "KEY_HERE", "attempts": 2, "backoff_s": 0.001,
    }  # fmt: skip
    return {"engine": {**given, **engine}}


def study(server: FaultServer, **engine: Any) -> StudyConfig:
    return mini_config(
        models={"remote": remote(server, **engine)}, limit=LIMIT, surfaces=("retrieval",)
    )


def read_aloud(frozen: Path) -> FaultServer:
    """The scripted reader behind a chat endpoint, which repeats the label it is asked for."""
    reader = policy("reader", *frozen_parts(frozen))

    def answer(body: dict[str, Any], number: int) -> Reply:
        *_, last = body["messages"]
        if is_probe(body):
            return message("b")
        text = "\n\n".join(one["content"] for one in body["messages"])
        label = last["content"].rpartition("\n")[2]
        said = f"{label}{reader(text)}\nObservation: invented by {KEY}"
        return message(said, reasoning_content="Action 1: Finish[never read]")

    return FaultServer(answer)


def played(
    factory: pytest.TempPathFactory, into: Path, **engine: Any
) -> tuple[FaultServer, Path, list[Trajectory]]:
    frozen = frozen_study(factory)
    with running(read_aloud(frozen)) as server:
        folder = run_cell(frozen, into, study(server, **engine))
    server.bodies = [body for body in server.bodies if not is_probe(body)]
    return server, folder, records(folder)


def users(server: FaultServer) -> list[str]:
    return [body["messages"][-1]["content"] for body in server.bodies]


def test_the_transcript_ends_the_user_message_and_that_is_recorded(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Section 5 of the audit: recorded as transcript_in_user."""
    server, _, made = played(tmp_path_factory, tmp_path)
    assert all([one["role"] for one in body["messages"]] == ["system", "user"]
               for body in server.bodies)  # fmt: skip
    later = [user for user in users(server) if "Observation 1:" in user.rpartition("Question: ")[2]]
    assert len(later) >= LIMIT
    assert all(user.endswith(("Thought 2:", "Thought 3:")) for user in later)
    assert all(one.transcript_in_user and not one.system_folded for one in made)


def test_all_arms_have_one_head_and_equal_requests_are_asked_once(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    server, _, made = played(tmp_path_factory, tmp_path)
    openings = [user for user in users(server) if user.endswith("Thought 1:")]
    assert len(made) == 3 * LIMIT
    assert len(openings) == LIMIT
    assert len(set(users(server))) == len(server.bodies)
    assert len({str(body["messages"][0]) for body in server.bodies}) == 1


def test_a_policy_behind_a_chat_endpoint_acts_as_in_this_process(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    _, _, made = played(tmp_path_factory, tmp_path / "remote")
    frozen = frozen_study(tmp_path_factory)
    local = records(run_cell(frozen, tmp_path / "local", cell_config(limit=LIMIT)))
    assert [acted(one) for one in made] == [acted(one) for one in local]


def acted(one: Trajectory) -> tuple[object, ...]:
    steps = [(s.thought, s.action, s.argument, s.shown, s.diagnostics) for s in one.steps]
    return one.qid, one.condition, one.prediction, one.outcome, steps


def test_a_missing_system_role_is_folded_in_for_all_arms_and_recorded(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Field case 23."""
    server, _, made = played(tmp_path_factory, tmp_path, system_role=False)
    assert all(len(body["messages"]) == 1 for body in server.bodies)
    openings = {user.partition("\n\n")[0] for user in users(server)}
    assert len(openings) == 1
    assert openings.pop().startswith("You answer a question")
    assert all(one.transcript_in_user and one.system_folded for one in made)


def test_the_key_is_in_no_file(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    _, folder, _ = played(tmp_path_factory, tmp_path)
    written = [path for path in tmp_path.rglob("*") if path.is_file() and not path.is_symlink()]
    assert folder / "completions.jsonl" in written
    assert all(KEY.encode() not in path.read_bytes() for path in written)
    assert all(b"127.0.0.1" not in path.read_bytes() for path in written)


def test_recorded_chat_completions_are_replayed_without_the_endpoint(
    tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    _, folder, made = played(tmp_path_factory, tmp_path / "first")
    replay = {"engine": {"kind": "replay", "replay": str(tmp_path / "first")}}
    again = mini_config(models={"remote": replay}, limit=LIMIT, surfaces=("retrieval",))
    frozen = frozen_study(tmp_path_factory)
    assert records(run_cell(frozen, tmp_path / "again", again)) == [
        one.model_copy(update={"mode": "deterministic"}) for one in made
    ]
    assert read_blocks((folder / "completions.jsonl").read_bytes(), "")[0].identity is not None


@pytest.mark.parametrize(
    ("refusal", "said"),
    [(status(401), "refused the key"), (status(404), "HTTP status 404"),
     ((200, "text/html", b"<html>"), "does not speak the chat protocol")],
)  # fmt: skip
def test_a_wrong_endpoint_fails_the_job_before_its_first_record(
    refusal: Reply,
    said: str,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Field case 5."""
    frozen = frozen_study(tmp_path_factory)
    with running(FaultServer(lambda *_: refusal)) as server, pytest.raises(AssertionError):
        run_cell(frozen, tmp_path, study(server))
    told = capsys.readouterr().err
    assert said in told
    assert KEY not in told
    assert not list(tmp_path.rglob("trajectories.jsonl"))


def test_an_author_works_through_a_chat_endpoint(tmp_path: Path) -> None:
    """It writes the sentence, and then says YES to it."""

    def answer(body: dict[str, Any], number: int) -> Reply:
        user = body["messages"][-1]["content"]
        if user.rstrip().endswith("Reply with YES or NO only."):
            return message("YES")
        entry = user.rpartition("Entry: ")[2].partition("\n")[0]
        return message(f"Statement: The name that was looked for is {entry}.")

    with running(FaultServer(answer)) as server:
        author = {"author": {"kind": "model", "model": "remote"}}
        config = mini_config(models={"remote": remote(server)}, limit=2, audit=author)
        folder = run_mini(tmp_path, config=config, until="artifacts")
    made, artifacts = frozen_parts(folder)
    assert len(artifacts) >= 2
    assert {body["messages"][0]["role"] for body in server.bodies[1:]} == {"system"}
    assert len(server.bodies) == 1 + 2 * len(made)
