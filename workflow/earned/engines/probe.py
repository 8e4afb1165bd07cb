"""A look at a server before the first record, so that a dead one fails the job at once."""

from __future__ import annotations

from urllib.parse import urlsplit

import openai

from earned.errors import UserError


def probe_server(base_url: str, model: str, api_key: str, timeout_s: float) -> None:
    """Ask a server for its models, then for one token.

    Raises:
        UserError: it does not answer, refuses the key, has not got the model, or cannot complete.
    """
    where = _host(base_url)
    client = openai.OpenAI(base_url=base_url, api_key=api_key, timeout=timeout_s, max_retries=1)
    try:
        with client:
            _check_name(_known_models(client), model, where)
            answer = client.completions.create(model=model, prompt="a", max_tokens=1)
    except openai.APIConnectionError:
        raise UserError(
            "the engine's server does not answer", where=where, remedy="start it, or check base_url"
        ) from None
    except (openai.AuthenticationError, openai.PermissionDeniedError):
        raise UserError(
            "the engine's server refused the key", where=where, remedy="check api_key_env"
        ) from None
    except openai.APIStatusError as error:
        raise UserError(
            f"the engine's server answered HTTP status {error.status_code} for model {model}",
            where=where,
            remedy="check model and base_url",
        ) from None
    except ValueError:
        answer = None
    if not getattr(answer, "choices", None):
        raise UserError(
            "the engine's server does not speak the completions protocol",
            where=where,
            remedy="check base_url, which ends in /v1",
        )


def _known_models(client: openai.OpenAI) -> list[str] | None:
    """The names the server lists; None where it offers no list."""
    try:
        listed = client.models.list()
    except openai.NotFoundError:
        return None
    data = getattr(listed, "data", None)
    return [entry.id for entry in data] if isinstance(data, list) else None


def _check_name(known: list[str] | None, model: str, where: str) -> None:
    if known is not None and model not in known:
        raise UserError(
            f"the engine's server has no model {model}",
            where=where,
            remedy=f"it has: {', '.join(sorted(known)[:10]) or 'none'}",
        )


def _host(base_url: str) -> str:
    """Host and port alone: an address may carry a name and a password."""
    parts = urlsplit(base_url)
    return f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)
