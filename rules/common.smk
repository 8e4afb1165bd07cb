# The study's plan, and what every rule asks of it.

import shlex

from earned.config.load import resolve_study
from earned.config.plan import Plan, config_json
from earned.errors import UserError

try:
    PLAN = Plan(resolve_study(config))
    PLAN.check_files()
    STUDY = PLAN.study
    CELLS = {audit: PLAN.cells(audit) for audit in STUDY.audits}
    WEIGHTS = PLAN.all_weights()
except UserError as error:
    print(f"error: {error}", file=sys.stderr)
    sys.exit(2)

ROOT = PLAN.root


wildcard_constraints:
    audit="|".join(STUDY.audits),
    model="[A-Za-z0-9][A-Za-z0-9._-]*",
    regime="[A-Za-z0-9]+",
    surface="[a-z_]+",
    weights="[A-Za-z0-9][A-Za-z0-9._-]*",


def params_of(stage):
    """The configuration sub-tree of a stage, for its job's wildcards."""

    def given(wildcards):
        names = {k: v for k, v in wildcards.items() if k not in ("audit", "part")}
        return PLAN.parameters(stage, wildcards.audit, **names)

    return given


def code_of(stage):
    """The digest of a stage's code; a changed one re-runs the stage, a comment does not."""
    return lambda wildcards: PLAN.code(stage, wildcards.audit)


def endpoint_of(role, alias):
    """The service that a model's jobs need, if its engine is a local server."""
    return [f"{ROOT}/logs/serve/{role}.{alias}.json"] if PLAN.served(alias) else []


def client_threads(alias, part=False):
    """Cores of a cell's job: none beside a server that has them, unless parts did the work."""
    works = part or not PLAN.shards(alias)
    return 0 if works and PLAN.served(alias) else 1


def client_gpus(alias, part=False):
    """GPUs of a cell's job, which runs the model itself or asks a server for it."""
    works = part or not PLAN.shards(alias)
    return PLAN.gpus(alias) if works and not PLAN.served(alias) else 0


def option(flag, paths):
    """An option with its value, or nothing."""
    given = [paths] if isinstance(paths, str) else paths
    return f"--{flag} {shlex.join(given)}" if given else ""


def every_output():
    """Every file that the study's jobs declare, for the target; called when all rules are read."""
    made = [*rules.study.output, *rules.ledger.output]
    for audit in STUDY.audits:
        made += getattr(rules, f"tables_{audit}").output
        made += getattr(rules, f"figures_{audit}").output
        made += expand([*rules.population.output, *rules.cases.output], audit=audit)
        made += expand(rules.registration.output, audit=audit)
        made += expand(rules.analysis.output, audit=audit)
        made += expand(rules.artifacts.output, audit=audit, regime=PLAN.regimes(audit))
        for cell in CELLS[audit]:
            named = {"audit": audit, **cell._asdict()}
            made += expand([*rules.agents.output, *rules.scores.output], **named)
    return [str(path) for path in made]
