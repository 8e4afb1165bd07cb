"""A model author's side of stage artifacts: its engine, its chat template, its store."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from earned.agents.driver import Episode
from earned.agents.generator import GeneratorEpisode
from earned.agents.opening import Opened
from earned.agents.runner import ProgressFile, run_episodes
from earned.errors import UserError
from earned.records.completion import Completion, Request

T = TypeVar("T")


class Authoring:
    """Runs an author's episodes; without an engine only authors that need none can work."""

    def __init__(self, opened: Opened | None, store: Path, progress: ProgressFile) -> None:
        self._opened = opened
        self._store = store
        self._progress = progress

    def chat(self, system: str, user: str) -> str:
        """Render a prompt for the author's model."""
        return self._engine().chat(system, user).text

    def write(self, asking: Iterable[Generator[Request, Completion, T]]) -> list[T]:
        """Run what asks the author's model to its end, and give what each came to."""
        episodes = [GeneratorEpisode(one) for one in asking]
        self.run(episodes)
        return [episode.result for episode in episodes]

    def run(self, episodes: Sequence[Episode]) -> None:
        """Run the episodes to their end."""
        opened = self._engine()
        running, store = opened.running, self._store
        run_episodes(episodes, opened.engine, running, store, self._progress, opened.turns)

    def _engine(self) -> Opened:
        if self._opened is None:
            raise UserError("the author needs an engine", remedy="name its model in the study")
        return self._opened
