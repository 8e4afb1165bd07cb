"""The tokenizer of a local server: llama.cpp's and vLLM's /tokenize, which lie beside /v1."""

from __future__ import annotations

import httpx2

from earned.errors import UserError

TIMEOUT_S = 60.0


def tokenize(base_url: str, model: str, prompt: str, *, special: bool = False) -> list[int]:
    """Token ids of a text in which special tokens are written out.

    Args:
        base_url: ends in /v1.
        model: the server's name for its model.
        prompt: the text.
        special: let the server add what its tokenizer would (a BOS, most often).

    Raises:
        UserError: the server has no working /tokenize.
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
    address = base_url.removesuffix("/").removesuffix("/v1") + "/tokenize"
    try:
        answer = httpx2.post(address, json=body, timeout=TIMEOUT_S)
        return [int(token) for token in answer.raise_for_status().json()["tokens"]]
    except (httpx2.HTTPError, ValueError, KeyError, TypeError) as error:
        raise UserError(
            f"the engine's server could not tokenize ({type(error).__name__})",
            remedy="look whether it runs, or set native_tokenize to false if it has no /tokenize",
        ) from None


def adds_special_tokens(base_url: str, model: str) -> bool:
    """Whether the server would add tokens of its own to a text prompt."""
    plain = tokenize(base_url, model, "a")
    return tokenize(base_url, model, "a", special=True) != plain
