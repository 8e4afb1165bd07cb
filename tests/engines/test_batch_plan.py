from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from earned.engines.batches import plan_batches
from earned.records.completion import Request


def ask(n: int, kind: int) -> Request:
    return Request(prompt=str(n), max_tokens=1 + kind, temperature=0, stop=(), repeat=0)


KINDS = st.lists(st.tuples(st.integers(0, 2), st.integers(1, 50)), max_size=30)


@given(KINDS, st.integers(1, 7))
def test_every_request_is_in_one_batch_with_its_like(
    given_: list[tuple[int, int]], size: int
) -> None:
    requests = [ask(n, kind) for n, (kind, _) in enumerate(given_)]
    lengths = [length for _, length in given_]
    batches = plan_batches(requests, lengths, size)
    assert sorted(n for batch in batches for n in batch) == list(range(len(requests)))
    assert all(len(batch) <= size for batch in batches)
    assert all(len({requests[n].max_tokens for n in batch}) == 1 for batch in batches)
    for batch in batches:
        assert [lengths[n] for n in batch] == sorted(lengths[n] for n in batch)
