"""How a model author is asked, for whatever it writes."""

from __future__ import annotations

from collections.abc import Callable

from earned.audits.acquabench.authors.candidate import Verdict
from earned.audits.acquabench.config import AuthorConfig
from earned.engines.outcomes import is_overflow, is_withheld
from earned.errors import UserError
from earned.records.completion import Completion, Request

Chat = Callable[[str, str], str]
"""Renders (system, user) to a prompt with the model's own chat template."""


def request_for(prompt: str, config: AuthorConfig, repeat: int) -> Request:
    """Ask for one paragraph, greedily; `repeat` counts the attempts."""
    return Request(
        prompt=prompt, max_tokens=config.max_tokens, temperature=0.0, stop=("\n\n",), repeat=repeat
    )


def heard(said: Completion) -> Completion:
    """Stop where the engine failed: that says nothing of the question, and would be frozen."""
    if said.finish_reason == "error" and not (is_overflow(said) or is_withheld(said)):
        raise UserError(f"the author's engine failed ({said.error})", where="artifacts",
                        remedy="run again, what it has written is kept")  # fmt: skip
    return said


def first_line(said: Completion) -> str:
    """Take the first line that was written, without quotation marks around it."""
    lines = said.text.strip().splitlines()
    return lines[0].strip().strip('"“”') if lines else ""


def verdict_of(said: Completion) -> Verdict:
    """Read YES or NO; anything else rejects too."""
    word = said.text.strip().upper()
    if word.startswith("YES"):
        return Verdict(accepted=True, reason="")
    reason = "the verifier said no" if word.startswith("NO") else "the verifier said neither"
    return Verdict(accepted=False, reason=said.error or reason)
