"""One trajectory in the making: thought, action, observation, until an answer or the last step."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from earned.agents.parser import FINISH, ParsedStep, parse_forced_finish, parse_step
from earned.agents.reasoning import split_reasoning
from earned.agents.transcript import (
    STOPS,
    Turn,
    forced_finish_suffix,
    render_transcript,
)
from earned.engines.outcomes import is_overflow
from earned.engines.stops import cut_at_stop
from earned.records.base import Record
from earned.records.completion import Completion, Request
from earned.records.trajectory import Outcome, Step


class Observation(Record):
    """What the environment answers to one action."""

    text: str
    shown: tuple[str, ...] = ()
    empty_query: bool = False
    planted_shown: tuple[int, ...] = ()


class Environment(Protocol):
    """The world of one unit under one condition."""

    action: str
    known_actions: tuple[str, ...]
    omitted: str
    forced_request: str

    def act(self, argument: str) -> Observation:
        """Carry out the surface's action."""
        ...

    def complain(self, parsed: ParsedStep, step: int) -> str:
        """Say what was wrong with a step that held no action to carry out."""
        ...


@dataclass(frozen=True)
class Limits:
    """What an agent may use."""

    steps: int
    max_tokens: int
    temperature: float
    keep_observations: int
    repeat: int


@dataclass
class ActionEpisode:
    """The action loop (AcquaBench, action channels).

    Args:
        head: the rendered chat up to the assistant's turn.
        environment: what carries out actions.
        limits: steps, tokens and decoding.
    """

    head: str
    environment: Environment
    limits: Limits
    turns: list[Turn] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    forced: Step | None = None
    prediction: str = ""
    outcome: Outcome | None = None
    error: str = ""
    _unclosed: bool = False

    def pending(self) -> Request | None:
        """Ask for the next step, or for the forced finish once the steps are spent."""
        if self.outcome is not None:
            return None
        prompt = self.head + render_transcript(
            self.turns,
            omitted=self.environment.omitted,
            keep_observations=self.limits.keep_observations,
        )
        if self._spent:
            prompt += forced_finish_suffix(len(self.turns) + 1, self.environment.forced_request)
        return Request(
            prompt=prompt,
            max_tokens=self.limits.max_tokens,
            temperature=self.limits.temperature,
            stop=STOPS,
            repeat=self.limits.repeat,
        )

    def feed(self, key: str, completion: Completion) -> None:
        """Take one continuation; every ending sets exactly one outcome."""
        self._take(key, completion)
        if self.outcome is not None:
            self.turns.clear()  # what was observed is most of an episode's memory

    def _take(self, key: str, completion: Completion) -> None:
        if completion.finish_reason == "error":
            refused = is_overflow(completion)
            self.outcome = "context_overflow" if refused else "engine_error"
            self.error = completion.error
            return
        text, unclosed = split_reasoning(cut_at_stop(completion.text, STOPS)[0])
        self._unclosed |= unclosed
        if self._spent:
            self._finish_forced(text, key, completion)
        else:
            self._take_step(text, key, completion)

    def overflow(self) -> None:
        """End because the prompt does not fit the window."""
        self.outcome = "context_overflow"

    @property
    def capped_steps(self) -> int:
        """Count continuations that ended at the token cap."""
        made = [*self.steps, *([self.forced] if self.forced else [])]
        return sum(step.finish_reason == "length" for step in made)

    @property
    def _spent(self) -> bool:
        return len(self.steps) >= self.limits.steps

    def _take_step(self, text: str, key: str, completion: Completion) -> None:
        number = len(self.steps) + 1
        parsed = parse_step(
            text,
            step=number,
            expected_action=self.environment.action,
            known_actions=self.environment.known_actions,
        )
        observation = self._observe(parsed, number)
        self.steps.append(_step(parsed, observation, key, completion))
        if parsed.action == FINISH and parsed.argument:
            self.prediction, self.outcome = parsed.argument, "ok"
            return
        self.turns.append(
            Turn(
                thought=parsed.thought,
                action_line=parsed.action_line,
                observation=observation.text,
            )
        )

    def _observe(self, parsed: ParsedStep, number: int) -> Observation:
        if parsed.action == self.environment.action:
            return self.environment.act(parsed.argument)
        if parsed.action == FINISH and parsed.argument:
            return Observation(text="")
        return Observation(text=self.environment.complain(parsed, number))

    def _finish_forced(self, text: str, key: str, completion: Completion) -> None:
        answer = parse_forced_finish(text)
        parsed = ParsedStep(
            thought=self.environment.forced_request,
            action=None if answer is None else FINISH,
            argument=answer or "",
            diagnostics=(),
            dropped_actions=0,
        )
        self.forced = _step(parsed, Observation(text=""), key, completion)
        if answer is not None:
            self.prediction, self.outcome = answer, "forced_finish"
        else:
            self.outcome = "unclosed_reasoning" if self._unclosed else "parse_error"


def _step(parsed: ParsedStep, seen: Observation, key: str, completion: Completion) -> Step:
    return Step(
        thought=parsed.thought,
        action=parsed.action,
        argument=parsed.argument,
        diagnostics=parsed.diagnostics,
        dropped_actions=parsed.dropped_actions,
        finish_reason=completion.finish_reason,
        shown=seen.shown,
        empty_query=seen.empty_query,
        planted_shown=seen.planted_shown,
        completion=key,
        prompt_tokens=completion.prompt_tokens,
        completion_tokens=completion.completion_tokens,
    )
