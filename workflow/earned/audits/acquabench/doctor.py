"""What AcquaBench will ask of an engine, without data set and artifacts: its opening requests."""

from __future__ import annotations

from pathlib import Path

from earned.agents.episode import ActionEpisode, Limits
from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.environment import SurfaceEnvironment
from earned.audits.acquabench.params import AgentParams
from earned.audits.acquabench.plan import cells, parameters
from earned.audits.acquabench.prompts import load_prompts
from earned.audits.acquabench.surfaces import surface_named
from earned.config.plan import Cell
from earned.config.study import StudyConfig
from earned.doctor.workload import Chat, Workload
from earned.population.hotpotqa import load_items
from earned.records.completion import Request
from earned.records.evidence import Item

EMBEDDED = Path("resources/embedded/questions.json")


def workload(study: StudyConfig, model: str, chat: Chat, questions: int) -> Workload:
    """Open the agent on the first embedded questions, under the limits of the study's model.

    Args:
        study: the study.
        model: an alias of it.
        chat: renders a system and a user text.
        questions: how many; no more than there are.

    Raises:
        UserError: a prompt template is at fault.
    """
    items = load_items(EMBEDDED)[:questions]
    given = [_given(study, cell) for cell in cells(study) if cell.model == model]
    agent = given[0].agent
    return Workload(
        requests=tuple(_opening(given[n % len(given)], item, chat) for n, item in enumerate(items)),
        fresh=_opening(given[0], items[0], lambda system, user: chat(f"{user}\n{system}", user)),
        arms=len(CONDITIONS),
        trajectories=sum(_units(study, params) for params in given) * len(CONDITIONS),
        steps=agent.steps,
        observed_chars=agent.keep_observations * agent.top_k * agent.display_chars,
    )


def window(study: StudyConfig, model: str) -> int:
    """Give the context window of a model's agent, in tokens."""
    return (study.models[model].agent or study.acquabench.agent).window


def _given(study: StudyConfig, cell: Cell) -> AgentParams:
    return AgentParams.model_validate(parameters(study, "agents", **cell._asdict()))


def _opening(params: AgentParams, item: Item, chat: Chat) -> Request:
    """Ask what a cell's episode asks first, greedily; no arm differs there yet."""
    agent, surface = params.agent, surface_named(params.surface)
    prompts = load_prompts(agent.prompts)
    head = chat(prompts.render_system(surface), prompts.render_user(surface, item.question)).text
    limits = Limits(agent.steps, agent.max_tokens, 0.0, agent.keep_observations, repeat=0)
    environment = SurfaceEnvironment(item, None, surface, prompts, agent)
    request = ActionEpisode(head, environment, limits).pending()
    assert request is not None
    return request


def _units(study: StudyConfig, params: AgentParams) -> int:
    regimes = study.acquabench.regimes
    drawn = regimes.D2 if params.regime == "D2" else regimes.D0
    assert drawn is not None
    return min(drawn.size, params.limit or drawn.size)
