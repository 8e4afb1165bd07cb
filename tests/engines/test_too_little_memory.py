"""A model or a batch that does not fit is one sentence that says what to lower."""

from __future__ import annotations

import pytest

from earned.engines.transformers_load import enough_memory
from earned.errors import UserError

torch = pytest.importorskip("torch", reason="the transformers engine needs envs/torch.lock")

SAID_ON_A_CPU = "[enforce fail] DefaultCPUAllocator: can't allocate memory: you tried to allocate"


@pytest.mark.parametrize(
    "error",
    [
        torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB"),
        RuntimeError(SAID_ON_A_CPU),
        MemoryError(),
    ],
)
def test_too_little_memory_is_the_users_to_mend(error: Exception) -> None:
    with (
        pytest.raises(UserError, match="the memory of cuda:0 is too small; lower batch_size"),
        enough_memory("cuda:0", "lower batch_size"),
    ):
        raise error


def test_what_torch_itself_says_of_a_cpu_is_understood() -> None:
    with pytest.raises(UserError, match="the memory of cpu is too small"), enough_memory("cpu", ""):
        torch.empty(2**60, dtype=torch.uint8)


def test_another_fault_stays_what_it_is() -> None:
    with pytest.raises(RuntimeError, match="mat1 and mat2"), enough_memory("cpu", ""):
        raise RuntimeError("mat1 and mat2 shapes cannot be multiplied")
