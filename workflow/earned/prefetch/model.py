"""From a weights configuration to files on the disk and the manifest beside them."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from earned.config.weights import WeightsConfig
from earned.engines.chat import takes_system_role
from earned.engines.unpack import gguf_to_folder
from earned.errors import UserError
from earned.lineage.hashing import sha256_file
from earned.prefetch.facts import ModelFacts, folder_facts, gguf_facts
from earned.prefetch.fetch import fetch_file
from earned.prefetch.hub import snapshot_from_hub
from earned.prefetch.outcome import SourceFailed
from earned.records.files import write_json
from earned.records.model import ModelFile, ModelManifest

SOURCE = "source"  # where the pinned file that a folder was converted from is kept


def prefetch_model(weights: WeightsConfig, out: Path) -> ModelManifest:
    """Fetch a model's files into the manifest's folder, then write the manifest.

    Args:
        weights: what to fetch.
        out: the manifest; the files go beside it.

    Raises:
        UserError: a file cannot be had, or is no model.
    """
    folder = out.parent
    folder.mkdir(parents=True, exist_ok=True)
    origin: tuple[ModelFile, ...] = ()
    if weights.snapshot:
        files = _snapshot(weights, folder)
    elif weights.convert == "transformers":
        origin = (fetch_file(weights.files[0], folder / SOURCE / weights.files[0].name),)
        files = _convert(folder / SOURCE / weights.files[0].name, folder)
    else:
        files = tuple(fetch_file(file, folder / file.name) for file in weights.files)
    manifest = _manifest(weights, folder, files, origin)
    write_json(out, manifest.model_dump(mode="json"))
    return manifest


def _snapshot(weights: WeightsConfig, folder: Path) -> tuple[ModelFile, ...]:
    try:
        snapshot_from_hub(weights.repository, weights.revision, weights.snapshot, folder)
    except SourceFailed as error:
        raise UserError(
            f"no source gave {weights.name} (hub {weights.repository}: {error})",
            where=str(folder),
            remedy="prefetch it where there is a network",
        ) from None
    return _listed(folder, weights.snapshot)


def _convert(gguf: Path, folder: Path) -> tuple[ModelFile, ...]:
    with _scratch(folder) as scratch:
        gguf_to_folder(gguf, scratch)
        files = _listed(scratch, ("*",))
        for file in files:
            (scratch / file.name).replace(folder / file.name)
    return files


@contextmanager
def _scratch(folder: Path) -> Iterator[Path]:
    scratch = Path(tempfile.mkdtemp(dir=folder, prefix=".convert."))
    try:
        yield scratch
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


def _listed(folder: Path, patterns: tuple[str, ...]) -> tuple[ModelFile, ...]:
    """Hash the files that match a pattern, sorted by name; the manifest is none of them."""
    found = {path for pattern in patterns for path in folder.glob(pattern) if path.is_file()}
    return tuple(
        ModelFile(name=path.name, size=path.stat().st_size, sha256=sha256_file(path))
        for path in sorted(found)
        if path.name != "manifest.json"
    )


def _manifest(
    weights: WeightsConfig,
    folder: Path,
    files: tuple[ModelFile, ...],
    origin: tuple[ModelFile, ...],
) -> ModelManifest:
    is_gguf = len(files) == 1 and files[0].name.endswith(".gguf")
    facts = gguf_facts(folder / files[0].name) if is_gguf else folder_facts(folder)
    template = facts.chat_template
    return ModelManifest(
        name=weights.name,
        repository=weights.repository,
        revision=weights.revision,
        licence=weights.licence,
        format="gguf" if is_gguf else "folder",
        files=files,
        converted_from=origin,
        chat_template=template,
        chat_template_sha256=_text_sha256(template),
        bos=facts.bos,
        eos=facts.eos,
        context_length=facts.context_length,
        system_role=_system_role(facts),
    )


def _text_sha256(text: str | None) -> str | None:
    return None if text is None else hashlib.sha256(text.encode()).hexdigest()


def _system_role(facts: ModelFacts) -> bool:
    template = facts.chat_template
    return template is None or takes_system_role(template, facts.bos, facts.eos)
