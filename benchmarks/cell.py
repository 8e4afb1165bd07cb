"""One D0 cell of the embedded model: as an audit, naively, in Inspect AI, and the engine alone.

Each variant has a fresh server. The audit and the engine alone run first and again last, so that a
machine that slows down meanwhile shows in the spread.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from benchmarks.inspect_side import Inspected, inspect_version, inspected
from benchmarks.report import Figure, Times, times
from benchmarks.units import Units, demo_params, embedded_units
from benchmarks.variants import Alone, Played, alone, audit, naive
from earned.audits.acquabench.conditions import CONDITIONS
from earned.audits.acquabench.params import AgentParams
from earned.records.trajectory import Step, Trajectory

T = TypeVar("T", Played, Alone, Inspected)
QIDS = 3
QUICK = {"steps": 1, "max_tokens": 16, "top_k": 1, "display_chars": 80}
CALLS_PER_SECOND: list[float] = []
"""Of the audits run so far in this process."""


@dataclass(frozen=True)
class Results:
    """Everything that was run."""

    params: AgentParams
    audits: list[Played]
    alones: list[Alone]
    naive: Played
    inspect: dict[bool, Inspected]
    version: str | None


def measure(quick: bool) -> list[Figure]:
    """Run every variant of the cell."""
    version = inspect_version()
    with embedded_units() as units:
        params = demo_params(limit=1 if quick else QIDS)
        if quick:
            agent = params.agent.model_copy(update=QUICK)
            params = params.model_copy(update={"agent": agent})
        results = _run(units, params, version, 1 if quick else 2)
    rates = [len(played.engine.calls) / played.seconds for played in results.audits]
    CALLS_PER_SECOND.extend(rates)
    figures = [_throughput(results), _efficiency(results), *_calls(results)]
    return [*figures, *_against_inspect(results)]


def _run(units: Units, params: AgentParams, version: str | None, rounds: int) -> Results:
    base = units.root / "bench"
    audits = [_said("audit", audit(units, params, base / "audit0"))]
    alones = [_said("engine alone", alone(audits[0], params, base / "alone0"))]
    one_by_one = _said("naive", naive(units, params, base / "naive"))
    inspect = {}
    for cache in (False, True) if version else ():
        folder = base / f"inspect{cache:d}"
        inspect[cache] = _said("Inspect AI", inspected(units, params, folder, cache=cache))
    for number in range(1, rounds):
        audits.append(_said("audit", audit(units, params, base / f"audit{number}")))
        last = alone(audits[-1], params, base / f"alone{number}")
        alones.append(_said("engine alone", last))
    shutil.rmtree(base)
    return Results(params, audits, alones, one_by_one, inspect, version)


def _said(name: str, result: T) -> T:
    print(f"   {name}: {result.seconds:.1f} s", flush=True)
    return result


def _throughput(of: Results) -> Figure:
    ours = _seconds(of.audits)
    count = len(of.naive.records)
    rates = [count / seconds for seconds in ours.seconds]
    ratios = sorted(of.naive.seconds / seconds for seconds in ours.seconds)
    return Figure(
        f"trajectories per second, D0 on the embedded model ({_size(of.params)})",
        "the same loop, one request at a time, no coupling, no prefix cache",
        _several([times(ratio) for ratio in ratios]),
        "≥ 3×",
        f"{_several([f'{rate:.3f}' for rate in sorted(rates)])} against "
        f"{count / of.naive.seconds:.3f} trajectories a second; {len(of.audits[0].engine.calls)} "
        f"and {len(of.naive.engine.calls)} calls, {_same(of.audits[0].records, of.naive.records)}"
        f"{_failures(of)}",
    )


def _efficiency(of: Results) -> Figure:
    rates = [
        (
            played.engine.generated_tokens / played.seconds,
            by_itself.generated_tokens / by_itself.seconds,
        )
        for played, by_itself in zip(of.audits, of.alones, strict=True)
    ]
    return Figure(
        f"engine efficiency: generated tokens per second inside the audit ({_size(of.params)})",
        "the engine alone on the same prompts in the same order",
        _several([f"{inside / outside:.3f}" for inside, outside in rates]),
        "≥ 0.9",
        "; ".join(f"{inside:.1f} and {outside:.1f} tokens a second" for inside, outside in rates),
    )


def _calls(of: Results) -> list[Figure]:
    first = of.audits[0]
    calls, distinct = len(first.engine.calls), first.engine.distinct
    needed = sum(len(steps_of(record)) for record in first.records)
    k = needed / len(first.records)
    share = len(CONDITIONS)
    highest = (1 + share * (k - 1)) / (share * k)
    return [
        Figure("engine calls ÷ distinct request keys", "1", f"{calls / distinct:.2f}", "1.00",
               f"{calls} calls, {distinct} keys"),
        Figure(
            "unique ÷ naive calls",
            f"its bounds (1+3(k−1))/3k = {highest:.3f}, and 1/3; k = {k:.2f} calls a trajectory",
            f"{calls / needed:.3f}", "between them", f"{calls} and {needed} calls",
        ),
    ]  # fmt: skip


def _against_inspect(of: Results) -> list[Figure]:
    what = f"the same D0 cell in Inspect AI {of.version or ''}, same server, same prompts"
    if not of.inspect:
        return [Figure(what, "its wall time", "not measured", "≥ 2× faster", "not installable")]
    ours = _seconds(of.audits)
    return [_one_inspect(what, cache, found, of, ours) for cache, found in of.inspect.items()]


def _one_inspect(what: str, cache: bool, found: Inspected, of: Results, ours: Times) -> Figure:
    first = of.audits[0]
    same = sum(
        [[s.action, s.argument] for s in steps_of(r)] == found.actions[f"{r.qid} {r.condition}"]
        for r in first.records
    )
    return Figure(
        f"{what} ({_size(of.params)})",
        f"its wall time, its own cache of equal prompts {'on' if cache else 'off (its default)'}",
        _several([times(ratio) for ratio in sorted(found.seconds / s for s in ours.seconds)]),
        "≥ 2×",
        f"{found.seconds:.1f} s against {ours.spread}; requests {found.requests} and "
        f"{len(first.engine.calls)}, prompt tokens {found.prompt_tokens:,} and "
        f"{first.engine.prompt_tokens:,}; same actions in {same} of {len(first.records)}",
    )


def steps_of(record: Trajectory) -> list[Step]:
    """Every continuation of a trajectory, the forced one last: one call each, were none shared."""
    return [*record.steps, *([record.forced] if record.forced else [])]


def _same(one: Sequence[Trajectory], other: Sequence[Trajectory]) -> str:
    equal = [
        [(s.action, s.argument) for s in steps_of(a)]
        == [(s.action, s.argument) for s in steps_of(b)]
        for a, b in zip(one, other, strict=True)
    ]
    return f"same actions in {sum(equal)} of {len(equal)}"


def _failures(of: Results) -> str:
    failed = sum(played.engine.failed for played in (*of.audits, of.naive))
    return f"; {failed} CALLS FAILED" if failed else ""


def _seconds(of: Sequence[Played]) -> Times:
    return Times(tuple(played.seconds for played in of))


def _several(values: Sequence[str]) -> str:
    return " and ".join(values)


def _size(params: AgentParams) -> str:
    return f"{params.surface}, {params.limit} qids × {len(CONDITIONS)} arms"
