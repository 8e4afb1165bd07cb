"""The chain of an explanation as a tree, from the number to raw data."""

from __future__ import annotations

from io import StringIO

from rich.console import Console
from rich.text import Text
from rich.tree import Tree

from earned.explain.record import Explanation, NamedFile, StageNode
from earned.explain.text import records_said
from earned.lineage.hashing import short
from earned.render.escape import one_line

WIDTH = 10_000
"""Wider than any line: a terminal folds long lines itself, and a file keeps them whole."""


def tree_lines(found: Explanation, *, plain: bool = False) -> list[str]:
    """Draw the chain; a stage that is reached twice is named once, and then referred to.

    Args:
        found: the explanation.
        plain: draw with ASCII characters alone.
    """
    claim = found.claim
    tree = Tree(_label(f"{claim.claim_id} = {claim.display}"))
    at = tree.add(_label(f"{claim.source}  sha256 {short(claim.source_sha256)}"))
    nodes = {node.folder: node for node in found.chain}
    if found.chain:
        _Growing(nodes).stage(at, found.chain[0])
    tree.add(_label(f"configuration  {_file(found.configuration)}"))
    for remark in found.remarks:
        tree.add(_label(f"remark: {remark}"))
    return _drawn(tree, plain)


class _Growing:
    """Grows a tree; remembers which stages stand in it."""

    def __init__(self, nodes: dict[str, StageNode]) -> None:
        self._nodes = nodes
        self._named: set[str] = set()

    def stage(self, tree: Tree, node: StageNode) -> None:
        """Put a stage on, and below it what it was made from."""
        if node.folder in self._named:
            tree.add(_label(f"{node.stage}  {node.folder}, named above"))
            return
        self._named.add(node.folder)
        own = tree.add(_label(_head(node)))
        for one in node.inputs:
            if one.behind:
                self._input(own, one)
        if others := sum(not one.behind for one in node.inputs):
            own.add(_label(f"{others} other inputs, which this number was not made from"))

    def _input(self, tree: Tree, one: NamedFile) -> None:
        at = tree.add(_label(_file(one)))
        if one.made_by in self._nodes:
            self.stage(at, self._nodes[one.made_by])


def _head(node: StageNode) -> str:
    records = [one.records for one in node.outputs if one.records is not None]
    counted = f"  {records_said(sum(records))}" if records else ""
    return (
        f"{node.stage}  {node.folder}  code {short(node.code_sha256)}  "
        f"parameters {short(node.parameters_sha256)}{counted}"
    )


def _file(one: NamedFile) -> str:
    counted = "" if one.records is None else f"  {records_said(one.records)}"
    digest = f"sha256 {short(one.sha256)}" if one.sha256 else "not in this folder"
    return f"{one.path}  {digest}{counted}"


def _label(text: str) -> Text:
    """Make a label of text as it is: no markup, no colour, nothing that moves a cursor."""
    return Text(one_line(text), no_wrap=True, overflow="ignore")


def _drawn(tree: Tree, plain: bool) -> list[str]:
    console = Console(file=StringIO(), color_system=None, width=WIDTH, legacy_windows=False)
    options = console.options.update(no_wrap=True, overflow="ignore")
    options.encoding = "ascii" if plain else "utf-8"
    lines = console.render_lines(tree, options, pad=False)
    return ["".join(segment.text for segment in line).rstrip() for line in lines]
