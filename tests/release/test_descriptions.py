"""The machine-readable descriptions of a release: RO-Crate and in-toto."""

from __future__ import annotations

import json
from pathlib import Path

from rocrate.rocrate import ROCrate

from earned.records.files import read_record
from earned.records.release import RELEASE, Release


def test_the_crate_reads_back_with_every_file_and_one_action_a_stage(release: Path) -> None:
    crate = ROCrate(release)
    listed = read_record(release / RELEASE, Release).files
    described = {entity.id for entity in crate.data_entities}
    assert described == listed.keys() - {"ro-crate-metadata.json"}
    stages = list((release / "results").rglob("lineage.json"))
    actions = [e for e in crate.contextual_entities if e.type == "CreateAction"]
    assert len(actions) == len(stages) + 1
    assert {e.id for e in crate.root_dataset["mentions"]} == {action.id for action in actions}


def test_the_crate_is_a_workflow_run_crate(release: Path) -> None:
    crate = ROCrate(release)
    profiles = [profile.id for profile in crate.root_dataset["conformsTo"]]
    assert "https://w3id.org/ro/wfrun/workflow/0.6" in profiles
    workflow = crate.mainEntity
    assert workflow.id == "source/Snakefile"
    assert "ComputationalWorkflow" in workflow.type
    assert workflow["programmingLanguage"]["name"] == "Snakemake"
    assert crate.get("#run")["instrument"] == workflow


def test_a_stages_action_leads_from_its_inputs_to_its_outputs(release: Path) -> None:
    action = ROCrate(release).get("#run/acquabench/scores/reader/D0/retrieval")
    assert action["instrument"].id == "source/workflow/earned/scores/__main__.py"
    assert {entity.id for entity in action["object"]} == {
        "results/acquabench/agents/reader/D0/retrieval/trajectories.jsonl",
        "results/acquabench/artifacts/D0/artifacts.jsonl",
        "results/acquabench/population/items.jsonl",
    }
    found = action["result"]
    (result,) = found if isinstance(found, list) else [found]
    assert result.id == "results/acquabench/scores/reader/D0/retrieval/scores.parquet"


def test_the_crate_gives_the_hashes_of_the_files_and_no_date_of_now(release: Path) -> None:
    crate = ROCrate(release)
    for name, file in read_record(release / RELEASE, Release).files.items():
        if name != "ro-crate-metadata.json":
            assert crate.get(name)["sha256"] == file.sha256
    assert crate.root_dataset["datePublished"] == "1970-01-01"
    text = (release / "ro-crate-metadata.json").read_text()
    assert "startTime" not in text
    assert "endTime" not in text


def test_the_statements_name_every_output_with_the_hash_of_its_file(release: Path) -> None:
    files = read_record(release / RELEASE, Release).files
    lines = (release / "subjects.intoto.jsonl").read_text().splitlines()
    statements = [json.loads(line) for line in lines]
    assert len(statements) == len(list((release / "results").rglob("lineage.json")))
    subjects = {s["name"]: s["digest"]["sha256"] for one in statements for s in one["subject"]}
    assert subjects == {name: files[name].sha256 for name in subjects}
    made = {name for name in files if name.startswith("results/")}
    unmade = {name for name in made - subjects.keys() if "/history/" not in name}
    assert {Path(name).name for name in unmade} == {"lineage.json", "manifest.json"}


def test_a_statement_has_the_shape_of_slsa_provenance(release: Path) -> None:
    for line in (release / "subjects.intoto.jsonl").read_text().splitlines():
        statement = json.loads(line)
        assert statement["_type"] == "https://in-toto.io/Statement/v1"
        assert statement["predicateType"] == "https://slsa.dev/provenance/v1"
        definition = statement["predicate"]["buildDefinition"]
        assert definition["externalParameters"]["stage"]
        assert all(len(d["digest"]["sha256"]) == 64 for d in definition["resolvedDependencies"])
        assert statement["predicate"]["runDetails"] == {"builder": {"id": "urn:earned:snakemake"}}
