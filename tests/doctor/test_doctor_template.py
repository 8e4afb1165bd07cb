from __future__ import annotations

import pytest

from earned.agents.opening import Opened
from earned.agents.runner import Running
from earned.doctor.template import (
    FirstTokens,
    check_bos,
    check_system_role,
    look_at_tokens,
    read_tokens,
)
from toy_agents import BatchEngine, ask
from toy_tokens import MANIFEST, WordTokens


@pytest.mark.parametrize(
    ("prompt", "added", "read", "verdict", "message"),
    [
        ("<s> hello you", (), 3, "ok", "one BOS"),
        ("<s> hello you", ("<s>",), 3, "ok", "one BOS"),
        ("<s> hello you", ("<s>",), 0, "ok", "one BOS"),
        ("hello you", (), 2, "ok", "no BOS"),
        ("hello you", ("<s>",), 2, "note", "no BOS: the template writes none, though"),
        ("<s> <s> hello", (), 3, "FAIL", "DOUBLED BOS"),
        ("<s> hello you", ("<s>",), 4, "FAIL", "DOUBLED BOS; the second one is the engine's own"),
        ("hello you", ("<s>",), 3, "FAIL", "the engine reads +1 tokens beside those"),
        ("hello you", (), 1, "FAIL", "the engine reads -1 tokens beside those"),
    ],
)
def test_the_first_tokens_are_judged_with_what_the_engine_reads(
    prompt: str, added: tuple[str, ...], read: int, verdict: str, message: str
) -> None:
    check = check_bos(look_at_tokens(WordTokens(added), ask(prompt), read, MANIFEST))
    assert check.verdict == verdict
    assert check.said.startswith(message)


def test_ids_and_texts_are_shown() -> None:
    check = check_bos(FirstTokens((1, 9), ("<s>", "\n"), 1, (1,), ("<s>",), 0))
    assert check.detail == (
        "the prompt begins 1:'<s>' 9:'\\n'",
        "the tokenizer alone would add '<s>'",
    )


def test_a_model_without_bos_has_none_to_double() -> None:
    assert check_bos(FirstTokens((5, 5), ("a", "a"), None, (), (), 0)).said == "no BOS"


def test_the_tokens_read_are_those_of_a_real_answer() -> None:
    engine = BatchEngine()
    assert read_tokens(engine, ask("one two")) == 1  # the toy's own count
    assert engine.batches == [["one two"]]


@pytest.mark.parametrize(
    ("template", "verdict", "message"),
    [
        ("{% for m in messages %}{{ m.role }}{{ m.content }}{% endfor %}", "ok", "has a system"),
        ("{{ messages[-1].content }}", "note", "has no system role"),
        (None, "note", "no chat template here"),
    ],
)
def test_how_the_system_text_reaches_the_model_is_said(
    template: str | None, verdict: str, message: str
) -> None:
    made = MANIFEST.model_copy(update={"chat_template": template})
    check = check_system_role(Opened(BatchEngine(), Running("throughput", 1, 1, 100), made))
    assert check.verdict == verdict
    assert check.said.startswith(message)
