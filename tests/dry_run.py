"""Read what a dry run says of its jobs."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_HEAD = re.compile(r"^\s*(?:local)?(?:rule|checkpoint) (\w+):$")
_DETAIL = re.compile(r"^\s+(wildcards|threads|resources): (.*)$")


@dataclass
class Job:
    """One job of a dry run."""

    rule: str
    wildcards: dict[str, str] = field(default_factory=dict)
    threads: int = 1
    resources: dict[str, str] = field(default_factory=dict)

    @property
    def model(self) -> str:
        return self.wildcards.get("model", "")

    def number(self, resource: str) -> int:
        return int(self.resources.get(resource, 0))


def read_jobs(text: str) -> list[Job]:
    """List the jobs in the order shown."""
    jobs: list[Job] = []
    for line in text.splitlines():
        if head := _HEAD.match(line):
            jobs.append(Job(head[1]))
        elif jobs and (detail := _DETAIL.match(line)):
            _take(jobs[-1], detail[1], detail[2])
    return jobs


def _take(job: Job, name: str, value: str) -> None:
    if name == "threads":
        job.threads = int(value)
        return
    pairs = dict(pair.split("=", 1) for pair in value.split(", "))
    if name == "wildcards":
        job.wildcards = pairs
    else:
        job.resources = pairs
