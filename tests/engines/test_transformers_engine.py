from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from earned.config.engines import EngineConfig, ServeSettings
from earned.engines.build import build_engine
from earned.engines.chat import render_chat
from earned.engines.outcomes import is_overflow
from earned.engines.prefixes import BLOCK, Prefixes
from earned.engines.transformers_engine import TransformersEngine
from earned.errors import UserError
from earned.records.completion import EngineIdentity, Request
from earned.records.model import ModelManifest
from prefetched import prefetched

MODEL = "smollm2-135m"
IDENTITY = EngineIdentity(engine="transformers", engine_version="1", model="m", settings={})


@pytest.fixture(scope="module")
def loaded() -> tuple[TransformersEngine, ModelManifest]:
    folder, manifest = prefetched(MODEL)
    settings = ServeSettings(mode="deterministic", dtype="float32", window=256)
    config = EngineConfig(kind="transformers", weights=MODEL, settings=settings, batch_size=2)
    engine = build_engine(config, manifest, None, folder=folder)
    assert isinstance(engine, TransformersEngine)
    return engine, manifest


def ask(manifest: ModelManifest, user: str, *stop: str, max_tokens: int = 6) -> Request:
    chat = render_chat(
        manifest.chat_template, "Be brief.", user, bos=manifest.bos, eos=manifest.eos
    )
    return Request(prompt=chat.text, max_tokens=max_tokens, temperature=0, stop=stop, repeat=0)


def test_the_same_call_gives_the_same_texts(
    loaded: tuple[TransformersEngine, ModelManifest],
) -> None:
    engine, manifest = loaded
    requests = [ask(manifest, f"Count to {word}.") for word in ("three", "a hundred and four", "9")]
    first = asyncio.run(engine.complete(requests))
    assert asyncio.run(engine.complete(requests)) == first
    assert all(answer.completion_tokens > 0 for answer in first)


def test_padding_on_the_left_leaves_a_greedy_text_alone(
    loaded: tuple[TransformersEngine, ModelManifest],
) -> None:
    engine, manifest = loaded
    short, long = ask(manifest, "Hi."), ask(manifest, "Tell me of the sea. " * 4)
    together = asyncio.run(engine.complete([short, long]))
    alone = asyncio.run(engine.complete([short]))
    assert together[0].text == alone[0].text


@pytest.mark.slow
@pytest.mark.models
def test_a_shared_prefix_leaves_greedy_texts_alone(
    loaded: tuple[TransformersEngine, ModelManifest], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In float32; batches of two, so a prefix is used again, and a text follows its own batch."""
    engine, manifest = loaded
    rules = "Copy the name that the evidence gives, and nothing else, however long the text. " * 7
    asked = [
        ask(manifest, f"{rules}The mayor of {town}is Ada. Who is the mayor?")
        for town in ("Bo ", "a town by the sea ", "Lo ", "the old capital of the north ")
    ]
    computed: list[int] = []
    before = Prefixes.before

    def noting(self: Prefixes, prefix: list[int], prompts: int) -> dict[str, object]:
        computed.append(len(prefix))
        return before(self, prefix, prompts)

    monkeypatch.setattr(Prefixes, "before", noting)
    with_reuse = asyncio.run(engine.complete(asked))
    assert computed == [2 * BLOCK] * 2
    assert asyncio.run(engine.complete(asked)) == with_reuse
    monkeypatch.setattr(engine, "_prefixes", None)
    assert asyncio.run(engine.complete(asked)) == with_reuse


def test_the_prompt_gets_no_second_beginning_token(
    loaded: tuple[TransformersEngine, ModelManifest],
) -> None:
    engine, _ = loaded
    tokenizer = engine._tokenizer
    tokenizer.add_bos_token = True
    assert engine.count_tokens(tokenizer.bos_token) == 1


def test_a_stop_string_ends_the_text(loaded: tuple[TransformersEngine, ModelManifest]) -> None:
    """Field case 24."""
    engine, manifest = loaded
    whole = asyncio.run(engine.complete([ask(manifest, "Count to three.")]))[0]
    stop = whole.text[3:5]
    cut = asyncio.run(engine.complete([ask(manifest, "Count to three.", stop)]))[0]
    assert cut.text == whole.text[: whole.text.index(stop)]
    assert cut.finish_reason == "stop"


def test_a_full_answer_says_that_it_ran_into_the_limit(
    loaded: tuple[TransformersEngine, ModelManifest],
) -> None:
    engine, manifest = loaded
    answer = asyncio.run(engine.complete([ask(manifest, "Count to three.", max_tokens=2)]))[0]
    assert (answer.finish_reason, answer.completion_tokens) == ("length", 2)


def test_a_prompt_over_the_window_is_never_run(
    loaded: tuple[TransformersEngine, ModelManifest],
) -> None:
    """Field case 25."""
    engine, manifest = loaded
    over, fine = ask(manifest, "word " * 300), ask(manifest, "Hi.", max_tokens=1)
    answers = asyncio.run(engine.complete([over, fine]))
    assert is_overflow(answers[0])
    assert answers[1].finish_reason == "length"


def test_decoding_defaults_of_the_weights_are_dropped(
    loaded: tuple[TransformersEngine, ModelManifest],
) -> None:
    engine, _ = loaded
    config = engine._model.generation_config
    assert config.repetition_penalty in {None, 1.0}
    assert config.eos_token_id


def test_a_folder_that_is_no_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="is no model that transformers can load"):
        TransformersEngine(tmp_path, IDENTITY)
