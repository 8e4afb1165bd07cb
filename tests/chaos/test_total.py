"""The count over the whole suite; runs last."""

from __future__ import annotations

import pytest

from chaos.tally import KINDS, Tally

pytestmark = pytest.mark.chaos


def test_every_kind_of_fault_was_injected_and_survived_and_no_record_is_lost(tally: Tally) -> None:
    assert set(tally.injected) == set(KINDS)
    assert tally.survived == tally.injected
    assert tally.lost == 0
