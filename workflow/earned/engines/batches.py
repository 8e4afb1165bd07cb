"""Which requests are decoded together."""

from __future__ import annotations

from collections.abc import Sequence

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
