from __future__ import annotations

from collections.abc import Callable

import pytest

from earned.config.engines import EngineConfig
from earned.doctor import parity
from earned.doctor.parity import NEW_TOKENS, Compared, check_parity, compare, why_not
from earned.records.model import ModelManifest
from toy_agents import BatchEngine, ask
from toy_tokens import MANIFEST, WordTokens

SAME = ([1, 2], [1, 2])


def config(**changes: object) -> EngineConfig:
    return EngineConfig.model_validate({"kind": "vllm", "weights": "toy", **changes})


def manifest(size: float = 1e9, form: str = "folder") -> ModelManifest:
    file = {"name": "weights", "size": int(size), "sha256": "0" * 64}
    return ModelManifest.model_validate(MANIFEST.model_dump() | {"files": [file], "format": form})


def test_equal_texts_pass() -> None:
    check = check_parity([Compared(SAME, ("a", "a")), Compared(SAME, ("b", "b"))], "bfloat16")
    assert check.verdict == "ok"
    assert check.said.startswith("2 of 2 texts equal")


@pytest.mark.parametrize(("dtype", "verdict"), [("float32", "FAIL"), ("auto", "note")])
def test_a_deviation_is_a_failure_in_float32_alone(dtype: str, verdict: str) -> None:
    pairs = [Compared(SAME, ("a", "a")), Compared(SAME, ("abcd", "abxd"))]
    check = check_parity(pairs, dtype)
    assert check.verdict == verdict
    assert "1 of 2 texts equal" in check.said
    assert "prompt 1 differs from character 2 on" in check.said
    assert check.figures["first_difference_chars"] == 2


def test_other_token_ids_are_a_failure_whatever_the_texts() -> None:
    check = check_parity([Compared(([1], [1, 1]), ("a", "a"))], "auto")
    assert check.verdict == "FAIL"
    assert "other token ids" in check.said


def test_prompts_are_continued_alone_by_few_tokens_and_without_stops() -> None:
    def engine(reply: Callable[[str, str], str]) -> BatchEngine:
        return BatchEngine(reply)

    first, second = engine(lambda p, _: p), engine(lambda p, _: p.upper())
    requests = [ask(f"hello {'you ' * n}") for n in range(parity.PROMPTS + 3)]
    pairs = compare(first, WordTokens(), second, WordTokens(), requests)
    assert len(pairs) == parity.PROMPTS
    assert pairs[1].texts == ("hello you ", "HELLO YOU ")
    assert pairs[1].ids[0] == pairs[1].ids[1]
    assert all(len(batch) == 1 for batch in first.batches + second.batches)
    assert NEW_TOKENS == 32


@pytest.mark.parametrize(
    ("engine", "made", "asked", "reason"),
    [
        (config(), manifest(), False, None),
        (config(kind="transformers"), manifest(), True, "the engine is the reference itself"),
        (config(), None, True, "the weights are not here"),
        (config(), manifest(form="gguf"), True, "quantised weights in GGUF"),
        (config(), manifest(66e9), False, "66 GB of weights for the CPU; ask with --parity"),
        (config(), manifest(66e9), True, None),
    ],
)
def test_why_an_engine_is_not_compared(
    engine: EngineConfig,
    made: ModelManifest | None,
    asked: bool,
    reason: str | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(parity, "find_spec", lambda _: object())
    assert why_not(engine, made, asked) == reason


def test_nothing_is_compared_without_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parity, "find_spec", lambda _: None)
    assert why_not(config(), manifest(), True) == "torch and transformers are not installed"
