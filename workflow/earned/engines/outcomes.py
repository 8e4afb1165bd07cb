"""The completion of a request that no attempt could answer."""

from __future__ import annotations

from earned.records.completion import Completion

CONTEXT_OVERFLOW = "context_overflow"
WITHHELD = "the content filter withheld the answer"


def failed(error: str) -> Completion:
    """A completion that says why there is none; never text that could be scored."""
    return Completion(
        text="", finish_reason="error", prompt_tokens=0, completion_tokens=0, error=error
    )


def is_withheld(completion: Completion) -> bool:
    """Whether a content filter took the answer away; asked again it would be taken again."""
    return completion.error.startswith(WITHHELD)


def is_overflow(completion: Completion) -> bool:
    """Whether the engine itself refused the prompt as longer than its window."""
    return completion.error.startswith(CONTEXT_OVERFLOW)
