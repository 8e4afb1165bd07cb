from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest
from gguf import GGUFWriter

from earned.config.weights import WeightsConfig
from earned.errors import UserError
from earned.prefetch.__main__ import main
from earned.prefetch.facts import folder_facts, gguf_facts
from earned.prefetch.model import prefetch_model
from earned.records.files import read_record
from earned.records.model import ModelManifest
from prefetched import prefetched

TEMPLATE = "{% for m in messages %}{{ m.role }}: {{ m.content }}{% endfor %}"
REFUSING = "{% if messages[0].role == 'system' %}{{ raise_exception('no') }}{% endif %}" + TEMPLATE


def tiny_gguf(path: Path, template: str = TEMPLATE) -> Path:
    writer = GGUFWriter(path, "llama")
    writer.add_context_length(2048)
    writer.add_token_list(["<unk>", "<s>", "</s>"])
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    writer.add_chat_template(template)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


def weights(file: Path, **changes: Any) -> WeightsConfig:
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    pinned = {"name": "tiny.gguf", "sha256": digest, "sources": [{"path": str(file)}]}
    given = {"name": "tiny", "repository": "a/b", "revision": "1", "licence": "MIT"}
    return WeightsConfig.model_validate(given | {"files": [pinned]} | changes)


def test_a_manifest_says_what_the_model_file_says(tmp_path: Path) -> None:
    file = tiny_gguf(tmp_path / "t.gguf")
    out = tmp_path / "models" / "tiny" / "manifest.json"
    manifest = prefetch_model(weights(file), out)
    assert read_record(out, ModelManifest) == manifest
    assert (manifest.format, manifest.context_length, manifest.system_role) == ("gguf", 2048, True)
    assert (manifest.bos, manifest.eos, manifest.chat_template) == ("<s>", "</s>", TEMPLATE)
    assert manifest.chat_template_sha256 == hashlib.sha256(TEMPLATE.encode()).hexdigest()
    assert manifest.files[0].size == file.stat().st_size
    assert (out.parent / "tiny.gguf").is_file()


def test_the_system_role_is_probed_by_rendering(tmp_path: Path) -> None:
    """Field case 23."""
    file = tiny_gguf(tmp_path / "t.gguf", REFUSING)
    manifest = prefetch_model(weights(file), tmp_path / "m" / "manifest.json")
    assert manifest.system_role is False


def test_a_manifest_has_no_path_and_no_time(tmp_path: Path) -> None:
    file = tiny_gguf(tmp_path / "t.gguf")
    one, two = tmp_path / "one" / "manifest.json", tmp_path / "two" / "manifest.json"
    prefetch_model(weights(file), one)
    prefetch_model(weights(file), two)
    assert one.read_bytes() == two.read_bytes()
    assert str(tmp_path) not in one.read_text()


@pytest.mark.parametrize("content", [b"<html>not a model</html>", b"GGUF", b"GGUF" + b"\0" * 40])
def test_a_file_that_is_no_model_gives_no_manifest(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "t.gguf"
    file.write_bytes(content)
    out = tmp_path / "m" / "manifest.json"
    with pytest.raises(UserError, match="GGUF"):
        prefetch_model(weights(file), out)
    assert not out.exists()


def test_an_unknown_key_is_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = json.loads(weights(tiny_gguf(tmp_path / "t.gguf")).model_dump_json())
    given["licens"] = given.pop("licence")
    code = main(["model", "--weights", json.dumps(given), "--out", str(tmp_path / "m.json")])
    assert code == 2
    assert capsys.readouterr().err.count("\n") == 1


def plain_folder(folder: Path, tokenizer: dict[str, Any]) -> Path:
    folder.mkdir()
    (folder / "config.json").write_text('{"max_position_embeddings": 4096}')
    (folder / "tokenizer_config.json").write_text(json.dumps(tokenizer))
    return folder


def test_a_folders_facts_come_from_its_configuration(tmp_path: Path) -> None:
    tokenizer = {"bos_token": {"content": "<s>"}, "eos_token": "</s>", "chat_template": TEMPLATE}
    facts = folder_facts(plain_folder(tmp_path / "a", tokenizer))
    assert (facts.bos, facts.eos, facts.context_length) == ("<s>", "</s>", 4096)
    assert facts.chat_template == TEMPLATE


def test_a_template_file_comes_before_the_one_in_the_configuration(tmp_path: Path) -> None:
    folder = plain_folder(tmp_path / "a", {"chat_template": "old"})
    (folder / "chat_template.jinja").write_text(TEMPLATE)
    facts = folder_facts(folder)
    assert (facts.chat_template, facts.bos) == (TEMPLATE, "")


def test_the_default_of_several_templates_is_taken(tmp_path: Path) -> None:
    named = [{"name": "tools", "template": "t"}, {"name": "default", "template": TEMPLATE}]
    folder = plain_folder(tmp_path / "a", {"chat_template": named})
    assert folder_facts(folder).chat_template == TEMPLATE


def test_a_folder_without_configuration_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UserError, match=r"tokenizer_config\.json: no such file"):
        folder_facts(tmp_path)


def test_a_damaged_gguf_is_named(tmp_path: Path) -> None:
    file = tiny_gguf(tmp_path / "t.gguf")
    file.write_bytes(file.read_bytes()[:100])
    with pytest.raises(UserError, match="damaged"):
        gguf_facts(file)


def test_a_converted_model_keeps_the_hash_of_what_it_came_from() -> None:
    folder, manifest = prefetched("smollm2-135m")
    assert manifest.format == "folder"
    assert [file.name for file in manifest.converted_from] == ["SmolLM2-135M-Instruct.Q4_1.gguf"]
    assert all((folder / file.name).stat().st_size == file.size for file in manifest.files)
    assert manifest.system_role
