"""The prompt files: what they hold, and what a user's own may hold."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from earned.agents.parser import parse_step
from earned.agents.transcript import END_OF_OBSERVATION, STOPS
from earned.audits.acquabench.prompts import SHIPPED, Prompts, load_prompts
from earned.audits.acquabench.surfaces import ACTIONS, SURFACES, Surface
from earned.errors import UserError
from earned.scores.stopwords import STOPWORDS
from support import ROOT

ANY_SURFACE = pytest.mark.parametrize("surface", SURFACES.values(), ids=lambda one: one.name)
QUESTION = "Who kept the light at Quaverness?"
STEP = re.compile(r"^Thought (\d+):.*\nAction \d+:.*$", re.MULTILINE)
EMBEDDED = ROOT / "resources" / "embedded" / "questions.json"


@pytest.fixture(scope="module")
def prompts() -> Prompts:
    return load_prompts()


@ANY_SURFACE
def test_both_messages_name_the_surface_s_action_and_no_other(
    prompts: Prompts, surface: Surface
) -> None:
    for text in (prompts.render_system(surface), prompts.render_user(surface, QUESTION)):
        assert [action for action in ACTIONS if f"{action}[" in text] == [surface.action]


@ANY_SURFACE
def test_the_question_stands_last_on_one_line(prompts: Prompts, surface: Surface) -> None:
    text = prompts.render_user(surface, "Who kept\n the light?")
    assert text.splitlines()[-1].endswith(" Who kept the light?")


@ANY_SURFACE
def test_the_example_is_in_the_asked_form(prompts: Prompts, surface: Surface) -> None:
    text = prompts.render_user(surface, QUESTION)
    steps = list(STEP.finditer(text))
    parsed = [
        parse_step(match[0], step=number, expected_action=surface.action, known_actions=ACTIONS)
        for number, match in enumerate(steps, 1)
    ]
    assert [step.diagnostics for step in parsed] == [()] * 3
    assert [step.action for step in parsed] == [surface.action, surface.action, "Finish"]


@ANY_SURFACE
def test_the_example_shows_evidence_as_the_surface_does(prompts: Prompts, surface: Surface) -> None:
    text = prompts.render_user(surface, QUESTION)
    observations = re.findall(
        rf"^Observation \d+:\n(.*?)\n{END_OF_OBSERVATION}$", text, re.MULTILINE | re.DOTALL
    )
    assert len(observations) == 2
    assert all(surface.parse(observation) for observation in observations)


def test_the_example_shares_no_name_with_the_embedded_set(prompts: Prompts) -> None:
    if not EMBEDDED.is_file():
        pytest.skip("the embedded question set is not here")
    example = prompts.render_user(SURFACES["retrieval"], "")
    names = set(re.findall(r"\b[A-Z][a-z]{3,}\b", example)) - {
        *("Thought", "Action", "Observation", "Question", "Search", "Finish", "Document"),
        *("Which", "Example", "First", "Next"),
    }
    assert len(names) >= 3
    embedded = json.dumps(json.loads(EMBEDDED.read_text(encoding="utf-8")))
    common = {name for name in names if re.search(rf"\b{name}\b", embedded)}
    assert {name for name in common if name.lower() not in STOPWORDS} == set()


def test_no_environment_line_holds_a_stop_or_a_second_line(prompts: Prompts) -> None:
    surface = SURFACES["tool"]
    lines = (
        prompts.render_omitted(),
        prompts.render_unparsable(surface, 2),
        prompts.render_mismatch(surface, "Search"),
        prompts.render_empty(surface, 2),
        prompts.render_forced_finish(QUESTION),
    )
    assert all(line and "\n" not in line for line in lines)
    assert not [line for line in lines for stop in STOPS if stop in f"\n{line}"]
    assert "Lookup[" in lines[1]
    assert "Search" in lines[2]


def test_an_own_file_replaces_the_shipped_one_of_its_name(prompts: Prompts, tmp_path: Path) -> None:
    (tmp_path / "system.j2").write_text("Only {{ action }}[query].\n", encoding="utf-8")
    own = load_prompts(tmp_path)
    assert own.render_system(SURFACES["tool"]) == "Only Lookup[query]."
    assert own.user == prompts.user
    assert own != prompts


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("system", "{{ action }} {{ arm }}", "unknown placeholder 'arm'"),
        ("system", "no rule", "no placeholder 'action'"),
        ("user", "{{ action }}[x]", "no placeholder 'question'"),
        ("user", "{{ question }} {{ action }}[x]", "question is not last"),
        ("omitted", "{{ action }}", "unknown placeholder 'action'"),
        ("system", "{{ action ", "line 1"),
        ("user", "{{ show(3) }}{{ action }}{{ question }}", "cannot be rendered"),
        ("system", "{{ action }}{{ 1 / 0 }}", "cannot be rendered"),
        ("sytem", "{{ action }}", "did you mean system.j2"),
    ],
)
def test_a_faulty_own_file_is_named_with_its_fault(
    name: str, text: str, fault: str, tmp_path: Path
) -> None:
    (tmp_path / f"{name}.j2").write_text(text, encoding="utf-8")
    with pytest.raises(UserError, match=fault) as caught:
        load_prompts(tmp_path)
    assert f"{name}.j2" in str(caught.value)


def test_a_missing_or_empty_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no such prompt folder"):
        load_prompts(tmp_path / "none")
    with pytest.raises(UserError, match=r"no \*\.j2 file"):
        load_prompts(tmp_path)


def test_a_missing_shipped_file_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for path in SHIPPED.glob("*.j2"):
        if path.stem != "empty":
            (tmp_path / path.name).write_bytes(path.read_bytes())
    monkeypatch.setattr("earned.audits.acquabench.prompts.SHIPPED", tmp_path)
    with pytest.raises(UserError, match=r"empty\.j2: cannot be read"):
        load_prompts()


def test_a_template_cannot_reach_python_s_internals(tmp_path: Path) -> None:
    escape = "{{ show.__globals__ }}{{ action }}{{ question }}"
    (tmp_path / "user.j2").write_text(escape, encoding="utf-8")
    with pytest.raises(UserError):
        load_prompts(tmp_path)
