"""Prompts for endpoints that only take chat messages.

No template of ours is rendered for them, so the text of a prompt holds both messages with one
control character between: what stands before the first `DIVIDER` is the system message, all after
it the one user message. An agent's transcript is appended to the text as for any engine, and so
ends the user message. All bytes that decide the body are thus in the prompt, and in its key.
"""

from __future__ import annotations

from earned.engines.chat import RenderedChat
from earned.errors import UserError

DIVIDER = "\x1e"


def render_messages(system: str, user: str, *, system_role: bool) -> RenderedChat:
    """Write a system and a user text as one prompt.

    Without a system role the system text opens the user message, whatever the texts are, so every
    arm is rendered the same way.

    Raises:
        UserError: the system text holds the divider itself.
    """
    if DIVIDER in system:
        raise UserError("the system prompt holds the control character U+001E",
                        remedy="take it out")  # fmt: skip
    if system_role:
        return RenderedChat(text=f"{system}{DIVIDER}{user}\n\n", system_folded=False)
    opening = f"{system}\n\n" if system else ""
    return RenderedChat(text=f"{DIVIDER}{opening}{user}\n\n", system_folded=bool(system))


def split_messages(prompt: str) -> list[dict[str, str]]:
    """Make the messages of a prompt; one without a divider is the user's alone."""
    system, divider, user = prompt.partition(DIVIDER)
    if not divider:
        return [{"role": "user", "content": prompt}]
    first = [{"role": "system", "content": system}] if system else []
    return [*first, {"role": "user", "content": user}]


def without_echo(prompt: str, answer: str) -> str:
    """Drop what an answer repeats of its prompt's end, from the start of a line of it.

    A model that is sent a message does not continue it: asked for what follows `Thought 3:`, it
    may write that label again, or the whole transcript first.
    """
    end, said = prompt.rstrip(), answer.lstrip()
    longest, start = 0, len(end)
    while start > 0:
        start = max(end.rfind("\n", 0, start), end.rfind(DIVIDER, 0, start))
        repeated = end[start + 1 :]
        if len(repeated) > len(said):
            break
        if said.startswith(repeated):
            longest = len(repeated)
    return said[longest:] if longest else answer
