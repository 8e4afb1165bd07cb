"""The agent's prompts: Jinja2 files, of which a user's folder may replace any."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path

from jinja2 import StrictUndefined, Template, TemplateSyntaxError
from jinja2.meta import find_undeclared_variables
from jinja2.sandbox import ImmutableSandboxedEnvironment
from pydantic import Field

from earned.agents.brackets import squeeze
from earned.agents.transcript import END_OF_OBSERVATION
from earned.audits.acquabench.surfaces import SURFACES, Shown, Surface
from earned.errors import UserError
from earned.records.base import Record

SHIPPED = Path(__file__).with_name("prompts")

_ENVIRONMENT = ImmutableSandboxedEnvironment(undefined=StrictUndefined, autoescape=False)
_ALLOWED: dict[str, frozenset[str]] = {
    "system": frozenset({"action"}),
    "user": frozenset({"action", "question", "show", "end"}),
    "omitted": frozenset(),
    "unparsable": frozenset({"action", "step"}),
    "mismatch": frozenset({"action", "used"}),
    "empty": frozenset({"action", "step"}),
    "forced_finish": frozenset({"question"}),
}
_REQUIRED = {"system": frozenset({"action"}), "user": frozenset({"action", "question"})}
_PROBE = "Which probe question stands last?"


class Prompts(Record):
    """The text of every template; equal texts give equal prompts."""

    system: str = Field(description="the rules; placeholder action")
    user: str = Field(description="exemplar and question; placeholders action, question, show, end")
    omitted: str = Field(description="stands for an observation no longer shown; no placeholder")
    unparsable: str = Field(description="said after a step without action; action, step")
    mismatch: str = Field(description="said after another surface's action; action, used")
    empty: str = Field(description="said after empty brackets; action, step")
    forced_finish: str = Field(description="opens the forced finish; question, where given")

    def render_system(self, surface: Surface) -> str:
        """Render the system message."""
        return _render("system", self.system, action=surface.action)

    def render_user(self, surface: Surface, question: str) -> str:
        """Render the user message: a worked example, then the question as one line, last."""
        return _render(
            "user",
            self.user,
            action=surface.action,
            question=squeeze(question),
            show=_shower(surface),
            end=END_OF_OBSERVATION,
        )

    def render_omitted(self) -> str:
        """Render the marker for an older observation."""
        return _render("omitted", self.omitted)

    def render_unparsable(self, surface: Surface, step: int) -> str:
        """Render what the environment says when no action was found."""
        return _render("unparsable", self.unparsable, action=surface.action, step=step)

    def render_mismatch(self, surface: Surface, used: str) -> str:
        """Render what the environment says about another surface's action name."""
        return _render("mismatch", self.mismatch, action=surface.action, used=used)

    def render_empty(self, surface: Surface, step: int) -> str:
        """Render what the environment says about empty brackets."""
        return _render("empty", self.empty, action=surface.action, step=step)

    def render_forced_finish(self, question: str = "") -> str:
        """Render the request for the best short answer, for `forced_finish_suffix`."""
        return _render("forced_finish", self.forced_finish, question=squeeze(question))


def load_prompts(folder: Path | None = None) -> Prompts:
    """Read the templates; a file in `folder` replaces the shipped one of the same name.

    Raises:
        UserError: if the folder or a shipped file is missing, a file in the folder is not a
            template's, or a template cannot be rendered, has an unknown placeholder or lacks
            a needed one.
    """
    own = _own_files(folder) if folder else {}
    texts = {name: _read(own.get(name, SHIPPED / f"{name}.j2"), name) for name in _ALLOWED}
    prompts = Prompts(**texts)
    for surface in SURFACES.values():
        _check_rendered(prompts, surface, own.get("user", SHIPPED / "user.j2"))
    return prompts


def _own_files(folder: Path) -> dict[str, Path]:
    if not folder.is_dir():
        raise UserError("no such prompt folder", where=str(folder), remedy="correct the path")
    files = {path.stem: path for path in sorted(folder.glob("*.j2"))}
    for name, path in files.items():
        if name not in _ALLOWED:
            near = get_close_matches(name, _ALLOWED, n=1)
            known = f"did you mean {near[0]}.j2" if near else f"use one of {_names(_ALLOWED)}"
            raise UserError("not the name of a prompt", where=str(path), remedy=known)
    if not files:
        raise UserError("no *.j2 file", where=str(folder), remedy=f"add one of {_names(_ALLOWED)}")
    return files


def _read(path: Path, name: str) -> str:
    try:
        text = path.read_text(encoding="utf-8").strip()
        used = find_undeclared_variables(_ENVIRONMENT.parse(text))
    except (OSError, UnicodeDecodeError) as error:
        raise UserError("cannot be read", where=str(path), remedy="restore the file") from error
    except TemplateSyntaxError as error:
        where = f"{path}, line {error.lineno}"
        raise UserError(str(error.message), where=where, remedy="correct the template") from error
    if unknown := sorted(used - _ALLOWED[name]):
        remedy = f"use only {_names(_ALLOWED[name]) or 'plain text'}"
        raise UserError(f"unknown placeholder {unknown[0]!r}", where=str(path), remedy=remedy)
    if lacking := sorted(_REQUIRED.get(name, frozenset()) - used):
        raise UserError(f"no placeholder {lacking[0]!r}", where=str(path), remedy="add it")
    return text


def _check_rendered(prompts: Prompts, surface: Surface, path: Path) -> None:
    """Render both messages once; the question must stand last."""
    prompts.render_system(surface)
    if not prompts.render_user(surface, _PROBE).endswith(_PROBE):
        raise UserError("the question is not last", where=str(path), remedy="move it to the end")


def _names(names: Sequence[str] | frozenset[str] | dict[str, frozenset[str]]) -> str:
    return ", ".join(sorted(names))


def _shower(surface: Surface) -> Callable[[Sequence[tuple[str, str]]], str]:
    return lambda results: surface.serialize([Shown(title=a, text=b) for a, b in results])


def _render(name: str, text: str, **values: object) -> str:
    try:
        return _compiled(text).render(values)
    except Exception as error:  # a template may raise whatever its expressions do
        where = f"prompt {name}.j2"
        raise UserError(
            f"cannot be rendered ({error})", where=where, remedy="correct the template"
        ) from error


@lru_cache(maxsize=64)  # compiling takes milliseconds, rendering microseconds
def _compiled(text: str) -> Template:
    return _ENVIRONMENT.from_string(text)
