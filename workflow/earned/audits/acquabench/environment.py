"""The world of one unit: the evidence store behind one surface, under one condition."""

from __future__ import annotations

from functools import lru_cache

from earned.agents.display import display_text
from earned.agents.episode import Observation
from earned.agents.evidence_store import EvidenceStore
from earned.agents.parser import ParsedStep
from earned.audits.acquabench.conditions import sources_under
from earned.audits.acquabench.config import AgentConfig
from earned.audits.acquabench.prompts import Prompts
from earned.audits.acquabench.surfaces import ACTIONS, Shown, Surface
from earned.records.artifact import Arm
from earned.records.evidence import Item, Source

STORES = 2048
"""Stores kept ready; one takes some 100 kB, and less than a millisecond to make again."""


@lru_cache(maxsize=STORES)
def _store(sources: tuple[Source, ...]) -> EvidenceStore:
    return EvidenceStore(sources)


class SurfaceEnvironment:
    """Answers a surface's action from the store (AcquaBench, action channels)."""

    known_actions = ACTIONS

    def __init__(
        self, item: Item, arm: Arm | None, surface: Surface, prompts: Prompts, config: AgentConfig
    ) -> None:
        self.action = surface.action
        self.omitted = prompts.render_omitted()
        self.forced_request = prompts.render_forced_finish(item.question)
        self._surface = surface
        self._prompts = prompts
        self._config = config
        self._sources = {source.source_id: source for source in sources_under(item, arm)}
        self._planted = [planted.source_id for planted in (arm.planted if arm else ())]

    def act(self, argument: str) -> Observation:
        """Search the store and show the best sources, each cut to the display limit."""
        found = _store(tuple(self._sources.values())).search(argument, self._config.top_k)
        shown = [self._shown(source_id) for source_id in found.source_ids]
        return Observation(
            text=self._surface.serialize(shown),
            shown=found.source_ids,
            empty_query=found.empty_query,
            planted_shown=tuple(i for i, p in enumerate(self._planted) if p in found.source_ids),
        )

    def complain(self, parsed: ParsedStep, step: int) -> str:
        """Name what kept a step from being carried out."""
        if parsed.action is None:
            return self._prompts.render_unparsable(self._surface, step)
        if parsed.action in ACTIONS and parsed.action != self.action:
            return self._prompts.render_mismatch(self._surface, parsed.action)
        return self._prompts.render_empty(self._surface, step)

    def _shown(self, source_id: str) -> Shown:
        source = self._sources[source_id]
        text = display_text(source.text, self._config.display_chars)
        return Shown(title=source.title, text=text)
