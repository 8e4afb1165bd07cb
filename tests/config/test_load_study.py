"""From what the user gave to a complete study, or one sentence that says what is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from earned.audits.acquabench.config import ControlName
from earned.audits.acquabench.controls import CONTROLS
from earned.config.base import validate_config
from earned.config.load import merge, resolve_study
from earned.config.plan import Plan, config_json
from earned.config.study import StudyConfig
from earned.errors import UserError
from support import ROOT

STUDIES = ROOT / "config" / "studies"
ENGINE = {"kind": "llamacpp", "weights": "smollm2-135m"}
WEIGHTS = {"name": "own", "repository": "me/own", "revision": "1", "licence": "MIT"}
RULE = {"estimand": "delta_gc", "statement": "s", "stronger": "t", "boundary": "b"}
FILE = {"name": "own.gguf", "sha256": "0" * 64, "sources": [{"path": "own.gguf"}]}


def model(**keys: object) -> dict[str, Any]:
    return {"models": {"engine": keys}}


def inline(**weights: object) -> dict[str, Any]:
    return model(engine={"kind": "vllm", "weights": {**WEIGHTS, **weights}})


def remote(**keys: object) -> dict[str, Any]:
    return model(engine={"kind": "openai", "model": "m", "base_url": "http://h/v1", **keys})


UNKNOWN: dict[str, tuple[dict[str, Any], str, str]] = {
    "top level": ({"studdy": "x"}, "studdy", "study"),
    "data": ({"data": {"pth": "x"}}, "data.pth", "path"),
    "model": (model(controll="reader"), "models.engine.controll", "control"),
    "model's agent": (model(control="reader", agent={"stepz": 1}), "models.engine.agent.stepz",
                      "steps"),
    "engine": (model(engine={**ENGINE, "concurency": 1}), "models.engine.engine.concurency",
               "concurrency"),
    "engine's settings": (model(engine={**ENGINE, "settings": {"slotz": 1}}),
                          "models.engine.engine.settings.slotz", "slots"),
    "weights": (inline(nam="x"), "models.engine.engine.weights.nam", "name"),
    "weights' file": (inline(files=[FILE, {**FILE, "sha": "x"}]),
                      "models.engine.engine.weights.files.1.sha", "sha256"),
    "weights' source": (inline(files=[{**FILE, "sources": [{"ur": "x"}]}]),
                        "models.engine.engine.weights.files.0.sources.0.ur", "url"),
    "audit": ({"acquabench": {"surface": []}}, "acquabench.surface", "surfaces"),
    "regime": ({"acquabench": {"regimes": {"D0": {"sed": 1}}}}, "acquabench.regimes.D0.sed",
               "seed"),
    "author": ({"acquabench": {"author": {"modle": "x"}}}, "acquabench.author.modle", "model"),
    "agent": ({"acquabench": {"agent": {"temprature": 1}}}, "acquabench.agent.temprature",
              "temperature"),
    "scoring": ({"acquabench": {"scoring": {"f1": 1}}}, "acquabench.scoring.f1", "f1_percent"),
    "analysis": ({"acquabench": {"analysis": {"replicate": 1}}}, "acquabench.analysis.replicate",
                 "replicates"),
    "verdict": ({"acquabench": {"verdicts": [{"stament": "x"}]}}, "acquabench.verdicts.0.stament",
                "statement"),
}  # fmt: skip


@pytest.mark.parametrize(("value", "key", "nearest"), UNKNOWN.values(), ids=UNKNOWN.keys())
def test_an_unknown_key_is_refused_and_the_nearest_named_at_every_level(
    value: dict[str, Any], key: str, nearest: str
) -> None:
    """Field case 15. The alias `engine` is also the name of a key."""
    with pytest.raises(UserError) as caught:
        validate_config(StudyConfig, value, where="my.yaml")
    assert str(caught.value) == f"my.yaml: unknown key {key}; did you mean {nearest}."


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (inline(revision=None, files=[FILE]), "key models.engine.engine.weights.revision: "),
        (model(control="reader", limit={"retrievl": 1}), "key models.engine.limit.retrievl: "),
        (model(control="reader", engine=ENGINE), "exactly one of `control` and `engine`"),
        (model(engine={"kind": "openai"}), "kind openai needs base_url and model"),
        (
            {"acquabench": {"regimes": {"D9": {}}}},
            "unknown key acquabench.regimes.D9; did you mean",
        ),
        ({"acquabench": {"regimes": {"D1": {}}}}, "D1 is built from the questions of D0; name it"),
        ({"acquabench": {"author": {"kind": "model", "model": "x"}}}, "'x', which is no key of"),
        ({"data": {"url": "http://host/file"}}, "a file fetched from `url` needs its `sha256`"),
        ({"study": "../elsewhere"}, "key study: "),
        (model(control="raeder"), "key models.engine.control: Input should be 'copier'"),
        (model(control="reader", label=" "), "key models.engine.label: "),
        (model(control="reader", surfaces=[]), "key models.engine.surfaces: "),
        (model(control="reader", limit=0), "key models.engine.limit: "),
        (model(control="reader", limit={"tool": 0}), "key models.engine.limit.tool: "),
        (model(engine={"kind": "openai", "model": "m", "base_url": "host/v1"}), "engine.base_url"),
        (remote(base_url="http://h:70000/v1"), "engine.base_url: is no address such as"),
        (remote(base_url="http://[::1/v1"), "engine.base_url: is no address such as"),
        (remote(base_url="http://a b/v1"), "engine.base_url: is no address such as"),
        (remote(base_url="http://h\n:1/v1"), "engine.base_url: is no address such as"),
        (remote(base_url="http://\U0001f600.x/v1"), "engine.base_url: is no address such as"),
        (remote(base_url="ftp://host/v1"), "engine.base_url: is no address such as"),
        (remote(base_url="https:///v1"), "engine.base_url: is no address such as"),
        (remote(base_url="sha256:0123"), "engine.base_url: is no address such as"),
        (remote(base_url="http://me:word@h/v1"), "engine.base_url: holds a name, a password"),
        (remote(base_url="http://h/v1?key=word"), "engine.base_url: holds a name, a password"),
        (remote(api_key_env="sk-1234567890"), "key models.engine.engine.api_key_env: "),
        (remote(api_key_env="hf_abcdefghij"), "key models.engine.engine.api_key_env: "),
        (remote(timeout_s=1e10), "key models.engine.engine.timeout_s: "),
        (remote(leave_out=["stop", "stop"]), "engine.leave_out: stop is listed twice"),
        ({"models": "reader"}, "key models: is not a mapping of keys"),
        ({"models": {"reader": "reader"}}, "key models.reader: is not a mapping of keys"),
        ({"acquabench": {"surfaces": "tool"}}, "key acquabench.surfaces: is not a list"),
        ({"acquabench": {"surfaces": ["tool", "tool"]}}, "acquabench.surfaces: tool is listed tw"),
        ({"acquabench": {"regimes": {}}}, "key acquabench.regimes: names no regime"),
        ({"acquabench": {"analysis": {"seed": -1}}}, "key acquabench.analysis.seed: "),
        ({"acquabench": {"analysis": {"replicates": 10**9}}}, "acquabench.analysis.replicates: "),
        ({"acquabench": {"verdicts": [RULE, RULE]}}, "key acquabench: delta_gc is listed twice"),
        ({"audits": ["acquabench", "acquabench"]}, "key audits: acquabench is listed twice"),
        ({"data": {"path": 5}}, "key data.path: is not a path"),
        ({"data": {"path": ""}}, "key data.path: names no file"),
        ({"data": {"path": "a/{b}.json"}}, "key data.path: a path here has no braces"),
        ({"acquabench": {"agent": {"prompts": "{b}"}}}, "agent.prompts: a path here has no braces"),
        (
            {"models": {"a": {"control": "reader"}, "b": {"control": "reader", "label": "a"}}},
            "models: the label a is listed twice",
        ),
        (
            {
                "models": {"a": {"control": "reader"}},
                "acquabench": {"author": {"kind": "model", "model": "a"}},
            },
            "'a', which has no engine",
        ),
    ],
)
def test_a_wrong_value_is_named_by_the_key_as_written(value: dict[str, Any], said: str) -> None:
    with pytest.raises(UserError) as caught:
        validate_config(StudyConfig, value, where="my.yaml")
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert "word@" not in str(caught.value)
    assert "1234567890" not in str(caught.value)


def test_a_study_that_is_not_there_is_refused_with_the_known_ones() -> None:
    known = ", ".join(sorted(file.stem for file in STUDIES.glob("*.yaml")))
    with pytest.raises(UserError, match=f"no study papr; known are: {known}"):
        resolve_study({"study": "papr"}, studies=STUDIES)
    with pytest.raises(UserError, match="no study papr"):
        resolve_study({"study": "papr", "acquabench": {"repeat": 1}}, studies=STUDIES)


def test_a_study_given_whole_needs_no_file() -> None:
    given_whole = {"study": "mine", "models": {"reader": {"control": "reader"}}}
    study = resolve_study(given_whole, studies=STUDIES)
    assert (study.study, list(study.models)) == ("mine", ["reader"])


def test_unknown_weights_are_refused_with_the_known_ones() -> None:
    study = validate_config(
        StudyConfig, model(engine={**ENGINE, "weights": "smollm"}), where="my.yaml"
    )
    with pytest.raises(UserError, match=r"unknown model weights smollm; known are: .*smollm2-135m"):
        Plan(study, models=ROOT / "config" / "models").all_weights()


def test_an_unknown_key_of_a_weights_file_is_named_with_its_file(tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text(yaml.safe_dump({**WEIGHTS, "revison": "x"}))
    study = validate_config(StudyConfig, model(engine={**ENGINE, "weights": "own"}), where="x")
    with pytest.raises(UserError, match=r"own\.yaml: unknown key revison; did you mean revision"):
        Plan(study, models=tmp_path).all_weights()


def test_what_the_user_gives_is_laid_over_the_study_s_file_key_by_key() -> None:
    over = {"study": "demo", "acquabench": {"analysis": {"seed": 99}, "surfaces": ["tool"]}}
    plain = resolve_study({"study": "demo"}, studies=STUDIES)
    study = resolve_study(over, studies=STUDIES)
    assert study.acquabench.analysis.seed == 99
    assert study.acquabench.surfaces == ("tool",)
    assert study.acquabench.analysis.replicates == plain.acquabench.analysis.replicates
    assert study.models == plain.models


NESTED = st.recursive(
    st.integers(),
    lambda inner: st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)
MAPPINGS = st.dictionaries(st.sampled_from("abc"), NESTED, max_size=3)


@given(MAPPINGS, MAPPINGS)
def test_laying_over_keeps_what_is_not_given_and_takes_what_is(
    base: dict[str, Any], over: dict[str, Any]
) -> None:
    merged = merge(base, over)
    assert merge(merged, over) == merged
    assert merge({}, base) == merge(base, {}) == base
    for key in base.keys() | over.keys():
        below, above = base.get(key), over.get(key)
        if isinstance(below, dict) and isinstance(above, dict):
            assert merged[key] == merge(below, above)
        else:
            assert merged[key] == (above if key in over else below)


def test_defaults_are_filled_in_by_our_own_code() -> None:
    study = resolve_study({"study": "x", "models": {"r": {"control": "reader"}}}, studies=STUDIES)
    complete = json.loads(config_json(study))
    assert complete["acquabench"]["agent"]["steps"] == 8
    assert complete["acquabench"]["analysis"]["replicates"] == 5000
    assert StudyConfig.model_validate(complete) == study


def test_a_file_that_is_no_mapping_or_no_yaml_is_named(tmp_path: Path) -> None:
    (tmp_path / "list.yaml").write_text("- a\n")
    (tmp_path / "broken.yaml").write_text("study: x\ndata: {\n")
    with pytest.raises(UserError, match=r"list\.yaml: is not a mapping"):
        resolve_study({"study": "list"}, studies=tmp_path)
    with pytest.raises(UserError, match=r"broken\.yaml, line 3: is not YAML"):
        resolve_study({"study": "broken"}, studies=tmp_path)


@pytest.mark.parametrize("alias", ["a b", "a/b", "..", "", "{x}", "modèle", "a'b", "a\n", "a" * 65])
def test_an_alias_that_could_not_name_a_folder_is_refused(alias: str) -> None:
    with pytest.raises(UserError, match=r"^my\.yaml: key models\..*\.$"):
        validate_config(StudyConfig, {"models": {alias: {"control": "reader"}}}, where="my.yaml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            "models: {}\nstudy: x\nmodels: {}\n",
            r"line 3: is not YAML \(the key models stands there",
        ),
        ("study: x\x01\n", "is not YAML"),
        ("study: 2001-02-31\n", "is not YAML"),
        ("a: " + "[" * 5000, "is not YAML"),
    ],
    ids=["a key twice", "a control code", "no such day", "nested deep"],
)
def test_a_file_that_yaml_refuses_in_its_own_way_is_one_sentence(
    tmp_path: Path, text: str, said: str
) -> None:
    (tmp_path / "x.yaml").write_text(text)
    with pytest.raises(UserError, match=rf"x\.yaml.*{said}") as caught:
        resolve_study({"study": "x"}, studies=tmp_path)
    assert "\n" not in str(caught.value)


def test_what_no_rule_makes_is_looked_for_before_any_job(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    replay = model(engine={"kind": "replay", "replay": "results/none"})
    wanting: list[tuple[dict[str, Any], str]] = [
        ({**model(control="reader"), "data": {"path": "none.json"}}, "key data.path: no file none"),
        (
            model(control="reader", agent={"prompts": "none"}),
            "prompts of the agent: no folder none",
        ),
        (replay, "key models.engine.engine.replay: no file results/none/acquabench/agents/engine"),
    ]
    for study, said in wanting:
        given_data = {"data": {"path": __file__}, **study}
        plan = Plan(validate_config(StudyConfig, given_data, where="my.yaml"))
        with pytest.raises(UserError, match=said):
            plan.check_files()
    Plan(validate_config(StudyConfig, {**model(control="reader"), "data": {"path": __file__}},
                         where="my.yaml")).check_files()  # fmt: skip


def test_every_control_of_the_configuration_is_there_and_no_other() -> None:
    assert set(get_args(ControlName)) == set(CONTROLS)


def test_an_endpoint_of_others_reserves_no_gpu() -> None:
    given = {**remote(device="cuda"), "data": {"path": "x"}}
    assert Plan(validate_config(StudyConfig, given, where="my.yaml")).gpus("engine") == 0


def test_a_surface_that_only_one_model_runs_on_is_analysed() -> None:
    study = validate_config(
        StudyConfig,
        {**model(control="reader", surfaces=["tool"]), "acquabench": {"surfaces": ["memory"]}},
        where="my.yaml",
    )
    given_analysis = json.loads(Plan(study).parameters("analysis", "acquabench"))
    assert given_analysis["surfaces"] == ["tool"]
