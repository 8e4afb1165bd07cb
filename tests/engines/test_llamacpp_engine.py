from __future__ import annotations

import asyncio

import pytest

from earned.config.engines import EngineConfig, ServeSettings
from earned.engines.build import build_engine
from earned.engines.chat import render_chat
from earned.engines.messages import render_messages
from earned.engines.openai_client import OpenAIEngine
from earned.engines.protocol import Engine
from earned.engines.serve_llamacpp import LlamaCppServer
from earned.errors import UserError
from earned.records.completion import Request
from earned.records.model import ModelManifest
from prefetched import prefetched

MODEL = "qwen2.5-coder-0.5b"
SETTINGS = ServeSettings(mode="deterministic", window=512)


@pytest.fixture(scope="module")
def served() -> tuple[Engine, ModelManifest]:
    folder, manifest = prefetched(MODEL)
    server = LlamaCppServer(folder / manifest.files[0].name, manifest, SETTINGS)
    config = EngineConfig(kind="llamacpp", weights=MODEL, settings=SETTINGS)
    return build_engine(config, manifest, server.endpoint), manifest


def ask(manifest: ModelManifest, user: str, max_tokens: int = 8) -> Request:
    chat = render_chat(
        manifest.chat_template, "Be brief.", user, bos=manifest.bos, eos=manifest.eos
    )
    return Request(prompt=chat.text, max_tokens=max_tokens, temperature=0, stop=(), repeat=0)


def test_a_text_depends_on_its_prompt_alone(served: tuple[Engine, ModelManifest]) -> None:
    engine, manifest = served
    one, two = ask(manifest, "Name a colour."), ask(manifest, "Name a fruit.")
    first = asyncio.run(engine.complete([one, two]))
    again = asyncio.run(engine.complete([two, one]))
    assert [answer.finish_reason == "error" for answer in first] == [False, False]
    assert first == list(reversed(again))


def test_the_server_sees_the_tokens_of_the_rendered_prompt(
    served: tuple[Engine, ModelManifest],
) -> None:
    """No token is added: what the server used is what its tokenizer counts in our text."""
    engine, manifest = served
    request = ask(manifest, "Name a colour.", 1)
    answer = asyncio.run(engine.complete([request]))[0]
    assert answer.prompt_tokens == engine.count_tokens(request.prompt)


def test_the_probe_knows_the_model_by_name(served: tuple[Engine, ModelManifest]) -> None:
    """Field case 5: llama.cpp itself answers to any name."""
    engine, _ = served
    engine.probe()
    assert isinstance(engine, OpenAIEngine)
    wrong = OpenAIEngine(engine._base_url, "another", engine.identity)
    with pytest.raises(UserError, match=f"no model another; it has: {MODEL}"):
        wrong.probe()


def test_a_prompt_over_the_window_is_refused_as_an_overflow(
    served: tuple[Engine, ModelManifest],
) -> None:
    """Field case 25: found before the call, and typed if it was not."""
    engine, manifest = served
    answer = asyncio.run(engine.complete([ask(manifest, "word " * 600)]))[0]
    assert answer.error.startswith("context_overflow")


@pytest.mark.slow
@pytest.mark.models
def test_its_chat_endpoint_says_what_its_completions_endpoint_says(
    served: tuple[Engine, ModelManifest],
) -> None:
    """The server renders the messages with the model's own template, to the same tokens."""
    engine, manifest = served
    assert isinstance(engine, OpenAIEngine)
    config = EngineConfig(
        kind="openai", base_url=engine._base_url, model=MODEL, protocol="chat", settings=SETTINGS
    )
    chat = build_engine(config, None, None)
    chat.probe()
    user = "Name a colour.\n\n"
    prompt = render_messages("Be brief.", user.strip(), system_role=True).text
    asked = Request(prompt=prompt, max_tokens=8, temperature=0, stop=(), repeat=0)
    (by_chat,) = asyncio.run(chat.complete([asked]))
    (by_prompt,) = asyncio.run(engine.complete([ask(manifest, user)]))
    assert by_chat == by_prompt
