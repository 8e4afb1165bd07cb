"""The caveats: what must stand beside the results."""

from __future__ import annotations

import pytest

from earned.audits.acquabench.caveats import caveats


@pytest.mark.parametrize(
    "said",
    [
        "drawing of questions only",
        "adds exactly 0 to a contrast",
        "rescue rates and attributable counts are lower than in uncoupled runs",
        "both rescue rates contain regression to the mean, their difference does not",
        "repeating whole triplets",
        "on the units that both fail",
        "one family, and Holm's adjusted p-values stand beside them",
        "not independent replications",
        "Regimes are never pooled",
        "somewhat too short",
    ],
)
def test_a_coupled_study_says(said: str) -> None:
    assert len([text for text in caveats(coupled=True) if said in text]) == 1


def test_an_uncoupled_study_says_nothing_of_shared_requests() -> None:
    apart = caveats(coupled=False)
    assert not [text for text in apart if "adds exactly 0" in text]
    assert len(apart) == len(caveats(coupled=True))
