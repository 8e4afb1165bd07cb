"""Members by hand, and a model author that follows a script."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from earned.agents.opening import Opened
from earned.agents.runner import ProgressFile, Running
from earned.artifacts.authoring import Authoring
from earned.audits.acquabench.authors.candidate import Candidate, Verdict
from earned.audits.acquabench.regimes.bases import admissible_sources
from earned.audits.acquabench.regimes.construction import Attempt, Construction
from earned.engines.scripted import ScriptedEngine
from earned.records.completion import EngineIdentity
from earned.records.evidence import Item, Source
from earned.records.population import Member

DEFAULT_SOURCES = (("Ann Ost", "Ann Ost was a pilot."), ("Vale", "Vale is a port."))


def member(
    qid: str,
    answer: str,
    question: str = "Where did Ann Ost live?",
    sources: tuple[tuple[str, str], ...] = DEFAULT_SOURCES,
    supporting: tuple[int, ...] = (0,),
    **more: Any,
) -> Member:
    """One drawn item; `supporting` gives positions among `sources` of (title, text)."""
    made = tuple(
        Source(source_id=f"{qid}#{n}", title=title, text=text)
        for n, (title, text) in enumerate(sources)
    )
    item = Item(
        qid=qid,
        question=question,
        answer=answer,
        kind="bridge",
        level="hard",
        supporting=tuple(f"{qid}#{n}" for n in supporting),
        sources=made,
    )
    given = {"rank": 0, "regimes": ("D0",), "eligible": True, **more}
    return Member(item=item, **given)


def record_of(one: Member, **more: Any) -> Construction:
    """The construction record of a member, by author `rule` in D0; `more` fills or replaces."""
    given: dict[str, Any] = {"regime": "D0", "author": "rule", "verifier": "rule", **more}
    item = one.item
    return Construction(qid=item.qid, question=item.question, reference=item.answer, **given)


def opened_with(one: Member, template: str, accepted: bool = True, **more: Any) -> Construction:
    """The record of a member whose base is chosen, with one attempt at its template."""
    candidate = Candidate(attempt=0, sentence="s", template=template, parse="p", reason="")
    verdict = Verdict(accepted=accepted, reason="" if accepted else "no")
    return record_of(
        one,
        base=admissible_sources(one.item)[0].source_id,
        base_position=0,
        attempts=(Attempt(candidate=candidate, faults=(), verdict=verdict),),
        template=template if accepted else "",
        reason="" if accepted else "no template: no",
        **more,
    )


def no_engine(folder: Path) -> Authoring:
    """What stage artifacts gives an author that needs no model."""
    return Authoring(None, folder / "store.jsonl", ProgressFile(folder / "progress.json"))


def scripted_author(
    folder: Path, policy: Callable[[str], str], window: int = 8192
) -> tuple[Authoring, list[str]]:
    """A model author whose replies are a function of the prompt, and the prompts it gets."""
    prompts: list[str] = []

    def reply(prompt: str) -> str:
        prompts.append(prompt)
        return policy(prompt)

    identity = EngineIdentity(engine="scripted", engine_version="1", model="author", settings={})
    running = Running("deterministic", 4, 1, window)
    opened = Opened(ScriptedEngine(reply, identity), running, None)
    progress = ProgressFile(folder / "progress.json")
    return Authoring(opened, folder / "store.jsonl", progress), prompts
