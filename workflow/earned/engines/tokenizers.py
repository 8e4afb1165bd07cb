"""How an engine cuts a prompt into tokens, one by one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from earned.engines.tokenize import detokenize, tokenize

_ANY = "a"


class PromptTokens(Protocol):
    """A tokenizer as its engine uses it."""

    def ids(self, prompt: str) -> list[int]:
        """Token ids of a rendered prompt, nothing added."""
        ...

    def pieces(self, ids: Sequence[int]) -> list[str]:
        """The text of each token, special ones written out."""
        ...

    def own(self) -> list[int]:
        """The tokens that the tokenizer would put around a text if it were let."""
        ...


@dataclass(frozen=True)
class ServerTokens:
    """The tokenizer of a server with /tokenize and /detokenize."""

    base_url: str
    model: str

    def ids(self, prompt: str) -> list[int]:
        """Ask the server."""
        return tokenize(self.base_url, self.model, prompt)

    def pieces(self, ids: Sequence[int]) -> list[str]:
        """Ask the server, token by token."""
        return [detokenize(self.base_url, self.model, [token]) for token in ids]

    def own(self) -> list[int]:
        """Compare what the server makes of a text with and without its own tokens."""
        added = tokenize(self.base_url, self.model, _ANY, special=True)
        return _beyond(added, self.ids(_ANY))


@dataclass(frozen=True)
class LoadedTokens:
    """A tokenizer of transformers."""

    tokenizer: Any

    def ids(self, prompt: str) -> list[int]:
        """Tokenize; the rendered template carries its special tokens, none is added."""
        return [int(n) for n in self.tokenizer(prompt, add_special_tokens=False)["input_ids"]]

    def pieces(self, ids: Sequence[int]) -> list[str]:
        """Decode token by token."""
        return [str(self.tokenizer.decode([token])) for token in ids]

    def own(self) -> list[int]:
        """Compare what it makes of a text with and without its own tokens."""
        return _beyond([int(n) for n in self.tokenizer(_ANY)["input_ids"]], self.ids(_ANY))


def _beyond(added: Sequence[int], plain: Sequence[int]) -> list[int]:
    """Keep the tokens of `added` that `plain` does not account for, in order."""
    left, beyond = Counter(plain), []
    for token in added:
        if left[token]:
            left[token] -= 1
        else:
            beyond.append(token)
    return beyond
