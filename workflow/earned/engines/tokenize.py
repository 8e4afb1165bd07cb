"""The tokenizer of a local server: /tokenize and /detokenize of llama.cpp and vLLM, beside /v1."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import httpx2
from tenacity import retry, retry_if_exception_type, stop_after_attempt
from tenacity.wait import wait_exponential

from earned.engines.away import ServerAwayError
from earned.errors import UserError

TIMEOUT_S = 60.0
ATTEMPTS = 3
PAUSE_S = 0.2


def tokenize(base_url: str, model: str, prompt: str, *, special: bool = False) -> list[int]:
    """Token ids of a text in which special tokens are written out.

    Args:
        base_url: ends in /v1.
        model: the server's name for its model.
        prompt: the text.
        special: let the server add what its tokenizer would (a BOS, most often).

    Raises:
        ServerAwayError: it does not answer.
        UserError: it has no working /tokenize.
    """
    # each server reads the fields it knows: the first two are vLLM's, the others llama.cpp's
    body = {
        "model": model,
        "prompt": prompt,
        "add_special_tokens": special,
        "content": prompt,
        "add_special": special,
        "parse_special": True,
    }
    try:
        return [int(token) for token in _post(base_url, "tokenize", body)["tokens"]]
    except httpx2.TransportError:
        raise ServerAwayError(
            "the engine's server does not answer",
            remedy="what is stored is not asked again: look at its log, then run again",
        ) from None
    except (httpx2.HTTPError, ValueError, KeyError, TypeError) as error:
        raise UserError(
            f"the engine's server could not tokenize ({type(error).__name__})",
            remedy="set native_tokenize to false if it has no /tokenize",
        ) from None


def detokenize(base_url: str, model: str, ids: Sequence[int]) -> str:
    """The text of tokens, special ones written out.

    Raises:
        UserError: the server has no working /detokenize.
    """
    try:
        answer = _post(base_url, "detokenize", {"model": model, "tokens": list(ids)})
        return str(answer["prompt"] if "prompt" in answer else answer["content"])
    except (httpx2.HTTPError, ValueError, KeyError, TypeError) as error:
        raise UserError(
            f"the engine's server could not write tokens out ({type(error).__name__})",
            remedy="look whether it runs and has a /detokenize",
        ) from None


@retry(
    stop=stop_after_attempt(ATTEMPTS),
    wait=wait_exponential(multiplier=PAUSE_S),
    retry=retry_if_exception_type(httpx2.HTTPError),
    reraise=True,
)
def _post(base_url: str, path: str, body: Mapping[str, Any]) -> Any:  # noqa: ANN401 - any JSON
    address = base_url.removesuffix("/").removesuffix("/v1") + "/" + path
    return _client().post(address, json=body).raise_for_status().json()


@cache
def _client() -> httpx2.Client:  # making one takes far longer than asking
    return httpx2.Client(timeout=TIMEOUT_S)
