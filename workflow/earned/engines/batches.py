"""Which requests are decoded together, and how they are laid side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from earned.records.completion import Request


def plan_batches(
    requests: Sequence[Request], lengths: Sequence[int], batch_size: int
) -> list[list[int]]:
    """Plan batches of requests decoded the same way, sorted by length to keep padding small.

    The plan depends on the requests alone, so the same requests form the same batches again.

    Args:
        requests: the requests.
        lengths: tokens of each prompt.
        batch_size: requests per batch at most.

    Returns:
        Indices into `requests`, each exactly once.
    """
    kinds: dict[tuple[float, tuple[str, ...], int], list[int]] = {}
    for n, request in enumerate(requests):
        kind = (request.temperature, request.stop, request.max_tokens)
        kinds.setdefault(kind, []).append(n)
    batches: list[list[int]] = []
    for kind in sorted(kinds):
        order = sorted(kinds[kind], key=lambda n: (lengths[n], n))
        batches += [order[at : at + batch_size] for at in range(0, len(order), batch_size)]
    return batches


class Padded(NamedTuple):
    """Token ids of one width, and a mask that is 0 where they are padding."""

    ids: list[list[int]]
    mask: list[list[int]]


def pad_after(shared: int, prompts: Sequence[Sequence[int]], pad: int) -> Padded:
    """Pad prompts to one width, after the first `shared` tokens of each; 0 pads on the left."""
    width = max(map(len, prompts))
    gaps = [width - len(prompt) for prompt in prompts]
    return Padded(
        ids=[
            [*prompt[:shared], *[pad] * gap, *prompt[shared:]]
            for prompt, gap in zip(prompts, gaps, strict=True)
        ],
        mask=[[1] * shared + [0] * gap + [1] * (width - gap - shared) for gap in gaps],
    )
