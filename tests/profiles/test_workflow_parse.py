"""What including the Snakefile does, and what it refuses."""

from __future__ import annotations

import json

import pytest

from checkout import Checkout
from earned.lineage.code import OURS
from support import ROOT

STUDY = """
study: tiny
data: {path: resources/downloads/data.json, url: "http://host/data.json", sha256: "%s"}
models:
  reader: {control: reader}
  big: {engine: {kind: vllm, weights: qwen2.5-14b}}
""" % ("0" * 64)
WATCH = """
import json, os, sys
seen = []
def watch(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo"):
        seen.append(event)
    if event in ("open", "os.listdir", "os.scandir") and not isinstance(arguments[0], int | None):
        seen.append(os.path.relpath(os.fspath(arguments[0])))
sys.addaudithook(watch)
from snakemake.cli import main
try:
    main(["--list-rules", "--config", "study=tiny"])
except SystemExit as end:
    assert not end.code, end.code
print(json.dumps({"seen": seen, "modules": sorted(sys.modules)}))
"""
HEAVY = {"torch", "transformers", "vllm", "xllamacpp", "openai", "polars", "huggingface_hub"}
NO_NETWORK = ("population", "artifacts", "registration", "agents", "scores", "cases", "analysis",
              "tables", "figures", "ledger")  # fmt: skip
FETCHERS = {f"earned.prefetch.{name}" for name in ("fetch", "hub", "sources", "wheels")}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    made = Checkout(tmp_path_factory.mktemp("checkout"), STUDY)
    (made.root / "resources" / "models").unlink(missing_ok=True)
    for file in ("resources/downloads/data.json", "results/tiny/acquabench/population/items.jsonl"):
        (made.root / file).parent.mkdir(parents=True, exist_ok=True)
        (made.root / file).write_text("{")
    return made


@pytest.fixture(scope="module")
def parsed(checkout: Checkout) -> dict[str, list[str]]:
    done = checkout.run("-P", "-c", WATCH)
    assert done.returncode == 0, done.stderr
    value = json.loads(done.stdout.splitlines()[-1])
    assert isinstance(value, dict)
    return value


def test_including_the_snakefile_reads_its_configuration_and_no_data(
    parsed: dict[str, list[str]],
) -> None:
    """Field case 16."""
    assert "config/studies/tiny.yaml" in parsed["seen"]
    assert not [path for path in parsed["seen"] if path.split("/")[0] in ("resources", "results")]


def test_including_the_snakefile_touches_no_network(parsed: dict[str, list[str]]) -> None:
    """Field case 16."""
    assert not [event for event in parsed["seen"] if event.startswith("socket.")]


def test_including_the_snakefile_imports_no_engine_and_no_table_library(
    parsed: dict[str, list[str]],
) -> None:
    """Field case 16: what makes an import slow is not imported."""
    assert not HEAVY & set(parsed["modules"])


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["studdy=tiny"], "unknown key studdy; did you mean study."),
        (["study=tiny", "acquabench={agent: {step: 1}}"],
         "unknown key acquabench.agent.step; did you mean steps."),
        (["study=tinny"], "no study tinny; known are: "),
        (["study=tiny", "models={big: {engine: {weights: qwen2.5-14}}}"],
         "unknown model weights qwen2.5-14; known are: "),
    ],
)  # fmt: skip
def test_a_wrong_key_on_the_command_line_is_one_sentence_and_runs_nothing(
    checkout: Checkout, given: list[str], said: str
) -> None:
    """Field case 15."""
    done = checkout.run("-m", "snakemake", "--cores", "1", "--config", *given)
    assert done.returncode != 0
    lines = [line for line in done.stderr.splitlines() if line.startswith("error: ")]
    assert len(lines) == 1
    assert said in lines[0]
    assert "Traceback" not in done.stderr
    assert not (checkout.root / "results" / "tiny" / "study").exists()


def test_a_data_address_without_a_hash_is_refused_with_the_way_to_get_it(
    checkout: Checkout,
) -> None:
    """Field case 40: an unpinned file is never fetched."""
    study = checkout.root / "config" / "studies" / "unpinned.yaml"
    study.write_text(
        "study: unpinned\nmodels: {r: {control: reader}}\ndata: {url: 'http://host/x'}\n"
    )
    done = checkout.run("-m", "snakemake", "-n", "--config", "study=unpinned")
    assert done.returncode != 0
    assert "a file fetched from `url` needs its `sha256`" in done.stderr


@pytest.mark.parametrize("stage", NO_NETWORK)
def test_no_stage_can_fetch(stage: str) -> None:
    """Field case 40: compute nodes have no network; only the prefetch rules fetch."""
    entries = (f"earned.{stage}.__main__", f"earned.audits.acquabench.{stage}")
    assert not FETCHERS & set(OURS.closure(tuple(sorted(entries))))


def test_prefetch_is_the_one_place_that_fetches() -> None:
    assert set(OURS.closure(("earned.prefetch.__main__",))) >= FETCHERS
    rules = {file.name for file in (ROOT / "rules").glob("*.smk")
             if "earned.prefetch" in file.read_text()}  # fmt: skip
    assert rules == {"prefetch.smk"}
