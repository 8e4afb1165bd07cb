"""Earned: was this benchmark score earned? From questions to a verified claim ledger."""

import json
import os
import sys

from snakemake.utils import min_version

min_version("9.0")

HERE = workflow.basedir
sys.path.insert(0, f"{HERE}/workflow")
# Jobs run the package of this checkout with the Python that runs Snakemake.
shell.prefix(
    f"export PYTHONPATH='{HERE}/workflow' PATH='{os.path.dirname(sys.executable)}':$PATH; "
)


configfile: "config/config.yaml"


include: "rules/common.smk"
include: "rules/prefetch.smk"
include: "rules/study.smk"
include: "rules/population.smk"
include: "rules/artifacts.smk"
include: "rules/registration.smk"
include: "rules/agents.smk"
include: "rules/scores.smk"
include: "rules/cases.smk"
include: "rules/analysis.smk"
include: "rules/tables.smk"
include: "rules/figures.smk"
include: "rules/ledger.smk"
include: "rules/paper.smk"
include: "rules/release.smk"


rule all:
    default_target: True
    input:
        f"{ROOT}/manifest.json",
        *every_output(),  # else a file lost from the middle of a finished study is not made again
    localrule: True
