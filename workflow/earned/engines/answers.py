"""What an endpoint sent, read as a completion."""

from __future__ import annotations

from earned.engines.faults import UnreadableAnswerError, WithheldAnswerError
from earned.engines.messages import without_echo
from earned.engines.stops import cut_at_stop
from earned.records.completion import Completion, FinishReason, Request

MOST_TOKENS = 2**31
UNCLOSED = "<think>"
"""Stands for reasoning that an endpoint keeps to itself and that came to no answer."""


def read_answer(answer: object, request: Request, *, chat: bool = False) -> Completion:
    """Take text, finish reason and usage out of whatever a server sent.

    Raises:
        UnreadableAnswerError: it holds no completion.
        WithheldAnswerError: a content filter withheld the text.
    """
    choices = getattr(answer, "choices", None)
    choice = choices[0] if isinstance(choices, list) and choices else None
    reason = getattr(choice, "finish_reason", None)
    if reason == "content_filter":
        raise WithheldAnswerError
    text = _said(choice, reason, request.prompt) if chat else getattr(choice, "text", None)
    if not isinstance(text, str) or reason not in ("stop", "length") or not _can_be_stored(text):
        raise UnreadableAnswerError
    text, was_cut = cut_at_stop(text, request.stop)
    finish: FinishReason = "stop" if was_cut or reason == "stop" else "length"
    usage = getattr(answer, "usage", None)
    return Completion(
        text=text,
        finish_reason=finish,
        prompt_tokens=_count(usage, "prompt_tokens"),
        completion_tokens=_count(usage, "completion_tokens"),
    )


def _said(choice: object, reason: object, prompt: str) -> object:
    """The text of a message; `reasoning_content` beside it is never read for actions."""
    message = getattr(choice, "message", None)
    content = getattr(message, "content", None)
    reasoned = any(getattr(message, name, None) for name in ("reasoning_content", "reasoning"))
    cut_short = not content and reason == "length"
    if message is not None and (cut_short or (content is None and reasoned)):
        return UNCLOSED
    if content is None:
        return getattr(message, "refusal", None)
    return without_echo(prompt, content) if isinstance(content, str) else None


def _count(usage: object, field: str) -> int:
    count = getattr(usage, field, 0)
    return count if type(count) is int and 0 <= count < MOST_TOKENS else 0


def _can_be_stored(text: str) -> bool:
    """Whether a text can be stored: JSON may hold half of a surrogate pair."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
