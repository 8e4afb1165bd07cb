"""An example as plain lines: a unit, then each arm with what it did."""

from __future__ import annotations

from collections.abc import Iterator

from earned.explain.record import Example, ExampleArm, ExampleStep, ShownSource

MOST_TEXT = 72
MOST_STEPS = 8
MOST_SOURCES = 3
PLANTED = "*"


def example_lines(number: int, example: Example, *, named: bool) -> Iterator[str]:
    """Tell one example; `named` names the model of each arm."""
    why = f": {example.why}" if example.why else ""
    yield f"  {number}. {example.qid}, {example.regime}, {example.surface}{why}"
    yield f"     question   {shortened(example.question)}"
    yield f"     reference  {shortened(example.reference)}"
    runs = {arm.repeat for arm in example.arms}
    names = [_name(arm, named, several_runs=len(runs) > 1) for arm in example.arms]
    width = max(map(len, (*names, "reference")))
    for name, arm in zip(names, example.arms, strict=True):
        yield from _arm_lines(arm, f"{name:<{width}}")


def shortened(text: str, most: int = MOST_TEXT) -> str:
    """Cut a long text."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _name(arm: ExampleArm, named: bool, several_runs: bool) -> str:
    model, run = ([arm.model] if named else []), ([f"run {arm.repeat}"] if several_runs else [])
    return " ".join((arm.condition, *model, *run))


def _arm_lines(arm: ExampleArm, name: str) -> Iterator[str]:
    scored = {True: "right", False: "wrong", None: "not scored here"}[arm.success]
    answer = shortened(arm.prediction) if arm.prediction else "no answer"
    supplied = f", supplied {shortened(arm.supplied)}" if arm.supplied else ""
    yield f"     {name}  {scored}: {answer} ({arm.outcome}{supplied})"
    if arm.error:
        yield f"       error: {shortened(arm.error)}"
    for number, step in enumerate(arm.steps[:MOST_STEPS], 1):
        yield f"       {number} {_step(step)}"
    if len(arm.steps) > MOST_STEPS:
        yield f"       … and {len(arm.steps) - MOST_STEPS} more"


def _step(step: ExampleStep) -> str:
    done = f"{step.action}[{shortened(step.argument)}]" if step.action else "no readable action"
    forced = "forced: " if step.forced else ""
    return f"{forced}{done}{_shown(step)}"


def _shown(step: ExampleStep) -> str:
    if not step.shown:
        return ""
    named = ", ".join(map(_source, step.shown[:MOST_SOURCES]))
    rest = step.shown[MOST_SOURCES:]
    more = f", … and {len(rest)} more" if rest else ""
    hidden = step.planted - sum(source.planted for source in step.shown[:MOST_SOURCES])
    return f" → {named}{more}{f' ({hidden} planted)' if hidden else ''}"


def _source(source: ShownSource) -> str:
    return f"{PLANTED if source.planted else ''}{source.title or source.source_id}"
