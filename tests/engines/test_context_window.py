from __future__ import annotations

from earned.engines.scripted import ScriptedEngine
from earned.engines.window import fits
from earned.records.completion import EngineIdentity, Request

IDENTITY = EngineIdentity(engine="scripted", engine_version="1", model="m", settings={})


class Counting(ScriptedEngine):
    def __init__(self) -> None:
        super().__init__(lambda prompt: prompt, IDENTITY)
        self.counted = 0

    def count_tokens(self, prompt: str) -> int:
        self.counted += 1
        return super().count_tokens(prompt)


def ask(prompt: str, max_tokens: int = 2) -> Request:
    return Request(prompt=prompt, max_tokens=max_tokens, temperature=0, stop=(), repeat=0)


def test_a_prompt_short_in_bytes_is_never_tokenized() -> None:
    """Field case 25."""
    engine = Counting()
    assert fits(engine, ask("12345678"), 10)
    assert engine.counted == 0


def test_a_prompt_long_in_bytes_is_decided_by_its_tokens() -> None:
    """Field case 25."""
    engine = Counting()
    assert fits(engine, ask("word " * 8), 10)
    assert not fits(engine, ask("word " * 9), 10)
    assert engine.counted == 2


def test_bytes_and_not_characters_bound_the_tokens() -> None:
    engine = Counting()
    fits(engine, ask("é" * 5), 10)
    assert engine.counted == 1
