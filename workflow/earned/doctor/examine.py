"""All checks of one engine, in the order in which one rests on another."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from earned.agents.opening import Opened
from earned.doctor.noise import ask, at_once, check_noise, plan_calls
from earned.doctor.parity import check_parity, compare, reference_engine, why_not
from earned.doctor.patient import Patient, opened
from earned.doctor.report import Check, Findings, Say, Verdict, guarded
from earned.doctor.server import log_tail
from earned.doctor.speed import ask_alone, check_speed
from earned.doctor.template import check_bos, check_system_role, look_at_tokens, read_tokens
from earned.doctor.weights import check_fit, check_weights, read_manifest
from earned.doctor.workload import Chat, Workload
from earned.engines.tokenizers import PromptTokens
from earned.errors import UserError
from earned.records.base import canonical_json
from earned.records.model import ModelManifest

OpenWorkload = Callable[[Chat, int], Workload]
ENOUGH = 2
"""Requests of the repeats, as a multiple of those that a run has under way at once."""
FEWEST = 4


@dataclass(frozen=True)
class Wanted:
    """What the user asked for; without `prompts`, enough to load the engine as a run does."""

    prompts: int | None = None
    repeats: int = 6
    parity: bool = False

    def prompts_for(self, at_once: int) -> int:
        """Number of prompts for an engine that has so many requests under way."""
        return self.prompts or max(FEWEST, -(-ENOUGH * at_once // self.repeats))


class Ready(NamedTuple):
    """An engine that answers, and what it will be asked."""

    patient: Patient
    made: ModelManifest | None
    opened: Opened
    tokens: PromptTokens | None
    work: Workload

    @property
    def untold(self) -> str:
        """Why the tokens that the model reads are not known, where they are not."""
        if self.opened.takes_messages:
            return "the endpoint renders messages by itself"
        return "the endpoint has no /tokenize"


def examine(patient: Patient, workload: OpenWorkload, wanted: Wanted, say: Say) -> list[Check]:
    """Check one engine; what cannot be had ends the checks with one that failed.

    Args:
        patient: the engine.
        workload: what its study will ask, given the chat template and a number of prompts.
        wanted: how much to ask.
        say: told each line as it is known.
    """
    findings = Findings(say)
    stage = "weights"
    try:
        made = read_manifest(patient.manifest) if patient.manifest else None
        if made and patient.manifest and patient.config.kind != "openai":
            findings.add(check_weights(made, patient.manifest.parent, patient.config))
        stage = "engine"
        with opened(patient, made, say) as (engine, tokens):
            engine.engine.probe()
            findings.add(_identity(engine))
            stage = "prompts"
            work = workload(engine.chat, wanted.prompts_for(at_once(patient.running)))
            ready = Ready(patient, made, engine, tokens, work)
            _compare(ready, wanted, findings)
            stage = "repeats"
            _measure(ready, wanted, findings)
    except UserError as error:
        tail = log_tail(patient.endpoint) if patient.served and stage != "weights" else ()
        said = str(error).removesuffix(".")
        findings.add(Check(name=stage, verdict="FAIL", said=said, detail=tail))
    return findings.checks


def _compare(ready: Ready, wanted: Wanted, findings: Findings) -> None:
    """Hold prompts and texts against what they should be."""
    opened, work = ready.opened, ready.work
    findings.add(guarded("window", lambda: check_fit(opened.engine, work, opened.running)))
    findings.add(guarded("template", lambda: check_system_role(opened)))
    findings.add(guarded("BOS", lambda: _bos(ready)))
    findings.add(guarded("parity", lambda: _parity(ready, wanted.parity, findings)))


def _measure(ready: Ready, wanted: Wanted, findings: Findings) -> None:
    """Ask for the repeats under the load of a run; no store keeps or answers anything."""
    engine, work, running = ready.opened.engine, ready.work, ready.opened.running
    calls = plan_calls(running, len(work.requests), wanted.repeats, work.arms)
    findings.say(f"  asking {sum(map(len, calls))} requests, {at_once(running)} at once")
    alone = ask_alone(engine, work.fresh)
    asked = ask(engine, work.requests, calls)
    findings.add(check_noise(asked, running))
    findings.add(check_speed(alone, asked, work, at_once(running)))


def _identity(opened: Opened) -> Check:
    """Name what answers, as it stands in every request key."""
    identity = opened.engine.identity
    return Check(
        name="engine",
        verdict="ok",
        said=f"{identity.engine} {identity.engine_version} answers, {opened.running.mode} mode",
        detail=(f"settings {canonical_json(identity.settings)}", f"model {identity.model}"),
        figures=identity.model_dump(mode="json"),
    )


def _bos(ready: Ready) -> Check:
    if ready.tokens is None:
        return Check(name="BOS", verdict="note", said=f"not known: {ready.untold}")
    request = ready.work.requests[0]
    read = read_tokens(ready.opened.engine, request)
    return check_bos(look_at_tokens(ready.tokens, request, read, ready.made))


def _parity(ready: Ready, asked: bool, findings: Findings) -> Check:
    patient, made = ready.patient, ready.made
    reason = why_not(patient.config, made, asked)
    if reason or made is None or patient.manifest is None or ready.tokens is None:
        said = f"not compared: {reason or ready.untold}"
        verdict: Verdict = "ok" if patient.config.kind == "transformers" else "note"
        return Check(name="parity", verdict=verdict, said=said)
    findings.say("  comparing with transformers in float32")
    reference = reference_engine(patient.config, made, patient.manifest.parent)
    pairs = compare(
        ready.opened.engine, ready.tokens, reference, reference.tokens, ready.work.requests
    )
    return check_parity(pairs, patient.config.settings.dtype)
