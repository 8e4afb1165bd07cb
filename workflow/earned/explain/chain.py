"""The stages from a number down to raw data, configuration and code, by their lineage records."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from pathlib import PurePosixPath

from earned.errors import UserError
from earned.explain.behind import Behind
from earned.explain.evidence import Evidence, producer
from earned.explain.record import NamedFile, StageNode
from earned.ledger.manifest import MANIFEST
from earned.lineage.hashing import sha256_json
from earned.lineage.outside import OUTSIDE
from earned.records.lineage import FileDigest, Lineage

_OF_CELLS = ("scores", "agents")
_OF_REGIMES = "artifacts"


def chain_of(evidence: Evidence, source: str, behind: Behind | None) -> tuple[StageNode, ...]:
    """Follow a number's source through every stage that it was made from, its own stage first.

    Args:
        evidence: the results folder.
        source: the file that holds the number.
        behind: what is behind it; None follows every input.

    Raises:
        UserError: a lineage record is missing or damaged.
    """
    nodes: dict[str, StageNode] = {}
    waiting = [source.rpartition("/")[0]]
    while waiting:
        folder = waiting.pop(0)
        made = evidence.lineage(folder) if folder not in nodes else None
        if made:
            nodes[folder] = _node(folder, *made, _Scope(source, behind))
            waiting += _above(nodes[folder])
    return _in_order(nodes)


def _above(node: StageNode) -> list[str]:
    """Name the folders that a stage's inputs come from, as far as they are behind the number."""
    found = (one.made_by for one in node.inputs if one.behind)
    return [folder for folder in dict.fromkeys(found) if folder]


def _in_order(nodes: Mapping[str, StageNode]) -> tuple[StageNode, ...]:
    """Put each stage behind all that read what it made; equals stay as they were found.

    Raises:
        UserError: the lineage records lead in a circle, which no run can make them do.
    """
    places = {folder: n for n, folder in enumerate(nodes)}
    sorter = TopologicalSorter({folder: _above(node) for folder, node in nodes.items()})
    try:
        sorter.prepare()
    except CycleError as error:
        raise UserError("its lineage leads back to itself", where=str(error.args[1][0]),
                        remedy="run earned verify, and restore the file") from None  # fmt: skip
    levels: list[list[str]] = []
    while sorter.is_active():
        ready = sorter.get_ready()
        levels.append(sorted((one for one in ready if one in places), key=places.__getitem__))
        sorter.done(*ready)
    return tuple(nodes[folder] for level in reversed(levels) for folder in level)


def outside(nodes: Sequence[StageNode], weights: bool) -> tuple[NamedFile, ...]:
    """List the files outside the folder that the stages read: manifests of weights, or the rest."""
    found = {
        (one.path, one.sha256): one  # files of one name may lie in different places
        for node in nodes
        for one in node.inputs
        if one.behind and one.path.startswith(OUTSIDE)
    }
    named = (one for _, one in sorted(found.items()))
    return tuple(one for one in named if one.path.endswith(f"/{MANIFEST}") == weights)


class _Scope:
    """Tells which inputs of a stage a number was made from."""

    def __init__(self, source: str, behind: Behind | None) -> None:
        self._folder = source.rpartition("/")[0]
        self._behind = behind

    def holds(self, folder: str, path: str) -> bool:
        """Tell of one input of the stage that wrote a folder."""
        if self._behind is None:
            return True
        if folder == self._folder:
            return path in self._behind.inputs or not _is_evidence(path)
        return not _is_gathered(folder) or self._in_cells(path, self._behind)

    @staticmethod
    def _in_cells(path: str, behind: Behind) -> bool:
        """Tell of an input of a stage that gathers all cells."""
        _, stage, *where = *PurePosixPath(path).parts, "", "", ""
        if stage in _OF_CELLS:
            cell = zip(where, (behind.models, behind.regimes, behind.surfaces), strict=False)
            return all(part in allowed for part, allowed in cell)
        return stage != _OF_REGIMES or where[0] in behind.regimes


def _is_evidence(path: str) -> bool:
    """Whether a source lists the file as evidence, so that it is behind some numbers alone."""
    return path.startswith(OUTSIDE) or PurePosixPath(path).parts[1:2] != ("registration",)


def _is_gathered(folder: str) -> bool:
    return PurePosixPath(folder).parts[1:2] not in ((_OF_REGIMES,), *((s,) for s in _OF_CELLS))


def _node(folder: str, made: Lineage, digest: str, scope: _Scope) -> StageNode:
    return StageNode(
        folder=folder,
        stage=made.stage,
        audit=made.audit,
        parameters_sha256=sha256_json(made.parameters),
        code_sha256=made.code_sha256,
        environment_sha256=made.environment_sha256,
        lineage_sha256=digest,
        registrations=made.registrations,
        inputs=tuple(_inputs(folder, made, scope)),
        outputs=tuple(_named(one) for one in made.outputs),
    )


def _inputs(folder: str, made: Lineage, scope: _Scope) -> Iterator[NamedFile]:
    """Name the inputs, those behind the number first."""
    found = [_named(one, scope.holds(folder, one.path)) for one in made.inputs]
    yield from sorted(found, key=lambda one: not one.behind)


def _named(digest: FileDigest, behind: bool = True) -> NamedFile:
    return NamedFile(path=digest.path, sha256=digest.sha256, records=digest.records,
                     made_by=producer(digest), behind=behind)  # fmt: skip
