"""A toy model's manifest and tokenizer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from earned.records.model import ModelManifest

MANIFEST = ModelManifest.model_validate(
    {
        "name": "toy",
        "repository": "a/b",
        "revision": "1",
        "licence": "MIT",
        "format": "folder",
        "files": [],
        "chat_template": None,
        "chat_template_sha256": None,
        "bos": "<s>",
        "eos": "</s>",
        "context_length": 100,
        "system_role": True,
    }
)


@dataclass
class WordTokens:
    """One token a word; an id is a place in `words`."""

    added: tuple[str, ...] = ()

    def ids(self, prompt: str) -> list[int]:
        return [sum(word.encode()) for word in prompt.split()]

    def pieces(self, ids: Sequence[int]) -> list[str]:
        known = {sum(word.encode()): word for word in ("<s>", "hello", "you", "</s>")}
        return [known[n] for n in ids]

    def own(self) -> list[int]:
        return self.ids(" ".join(self.added))
