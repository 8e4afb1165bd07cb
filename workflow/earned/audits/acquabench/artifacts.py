"""Stage artifacts of AcquaBench: frozen GOLD and SHAM sources, with the audit of their making."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from earned.artifacts.authoring import Authoring
from earned.audits.acquabench.config import Regime
from earned.audits.acquabench.params import ArtifactParams
from earned.audits.acquabench.regimes import aliased, direct, distributed, styled
from earned.audits.acquabench.regimes.construction import Construction
from earned.config.base import validate_config
from earned.records.artifact import Artifact
from earned.records.population import Member

CONSTRUCTION = Construction
Built = tuple[list[Artifact], list[Construction]]
Builder = Callable[[Sequence[Member], Sequence[Construction], ArtifactParams, Authoring], Built]

_BUILDERS: dict[Regime, Builder] = {
    "D0": direct.build,
    "D1": aliased.build,
    "D2": distributed.build,
    "style": styled.build,
}


def run(
    members: Sequence[Member],
    parent: Sequence[Construction],
    parameters: Mapping[str, object],
    authoring: Authoring,
) -> Built:
    """Build one regime's artifacts.

    Args:
        members: the whole population.
        parent: construction records of the regime that this one is built from; empty where it has
            a request set of its own.
        parameters: `ArtifactParams`.
        authoring: runs a model author's episodes.

    Returns:
        Artifacts of the accepted members and construction records of all asked for, both in qid
        order.
    """
    config = validate_config(ArtifactParams, parameters, where="artifacts")
    return _BUILDERS[config.regime](members, parent, config, authoring)
