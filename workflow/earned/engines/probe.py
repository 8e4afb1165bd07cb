"""A look at a server before the first record, so that a dead one fails the job at once."""

from __future__ import annotations

from urllib.parse import urlsplit

import openai

from earned.engines.api_key import scrubbed
from earned.engines.away import ServerAwayError
from earned.engines.faults import (
    UnreadableAnswerError,
    WithheldAnswerError,
    is_out_of_quota,
    is_retried,
)
from earned.engines.wire import Wire
from earned.errors import UserError
from earned.records.completion import Request

ROOM_TO_FINISH = 16
"""New tokens asked of a chat endpoint: some refuse a limit that leaves them no room to finish."""
ONE_TOKEN = Request(prompt="a", max_tokens=1, temperature=0, stop=("\n",), repeat=0)


def probe_server(base_url: str, model: str, api_key: str, timeout_s: float, wire: Wire) -> None:
    """Ask a server for its models, then for one token.

    Raises:
        ServerAwayError: it does not answer, or with nothing to be used.
        UserError: it refuses the key or a field, or has not got the model.
    """
    where = _host(base_url)
    client = openai.OpenAI(
        base_url=base_url,
        api_key=api_key,
        timeout=timeout_s,
        max_retries=1,
        http_client=openai.DefaultHttpxClient(timeout=timeout_s, follow_redirects=False),
    )
    try:
        with client:
            _check_name(_known_models(client), model, where, api_key)
            room = ROOM_TO_FINISH if wire.chat else 1
            asked = ONE_TOKEN.model_copy(update={"max_tokens": room})
            fields = wire.fields(model, asked, asked.prompt)
            wire.read(wire.endpoint(client).create(**fields), asked)
    except openai.APIConnectionError:
        raise ServerAwayError(
            "the engine's server does not answer", where=where, remedy="start it, or check base_url"
        ) from None
    except (openai.AuthenticationError, openai.PermissionDeniedError):
        raise UserError(
            "the engine's server refused the key", where=where, remedy="check api_key_env"
        ) from None
    except openai.APIStatusError as error:
        raise _refusal(error, model, where, wire) from None
    except WithheldAnswerError:  # it speaks, if not to this prompt
        return
    except (ValueError, RecursionError, UnreadableAnswerError):
        raise ServerAwayError(
            f"the engine's server does not speak the {wire.protocol} protocol",
            where=where,
            remedy="check base_url, which ends in /v1",
        ) from None


def _refusal(error: openai.APIStatusError, model: str, where: str, wire: Wire) -> UserError:
    """Say what was refused: a field, where the server names one that we sent."""
    if is_out_of_quota(error):
        return UserError("the quota of the engine's key is used up", where=where,
                         remedy="fill the account")  # fmt: skip
    fields = {wire.max_tokens_field: "max_tokens_field"}
    fields |= {name: f"leave_out: [{name}]" for name in ("temperature", "stop")}
    for field, setting in fields.items():
        if error.status_code in {400, 422} and names_field(error, field):
            return UserError(f"the engine's server refused the field {field}",
                             where=where, remedy=f"set {setting}")  # fmt: skip
    chat = "" if wire.chat else "; where it only takes messages, set protocol: chat"
    kind = ServerAwayError if is_retried(error) else UserError
    return kind(
        f"the engine's server answered HTTP status {error.status_code} for model {model}",
        where=where,
        remedy=f"check model and base_url{chat}",
    )


def names_field(error: openai.APIStatusError, field: str) -> bool:
    """Whether a refusal is of one field of the request, going by what the server says of it."""
    return error.param == field or f"'{field}'" in error.message


def _known_models(client: openai.OpenAI) -> list[str] | None:
    """The names the server lists; None where it offers no list, or only a page of it."""
    try:
        listed = client.models.list()
    except openai.AuthenticationError:
        raise
    except openai.APIStatusError:  # a key may be good for completions alone
        return None
    data = getattr(listed, "data", None)
    if not isinstance(data, list) or getattr(listed, "has_more", False):
        return None
    return [str(getattr(entry, "id", "")) for entry in data]


def _check_name(known: list[str] | None, model: str, where: str, api_key: str) -> None:
    if known is None or {model, f"models/{model}"} & set(known):
        return
    listed = scrubbed(", ".join(sorted(known)[:10]), api_key)
    raise UserError(
        f"the engine's server has no model {model}",
        where=where,
        remedy=f"it has: {listed or 'none'}",
    )


def _host(base_url: str) -> str:
    """Host and port alone: an address may carry a name and a password."""
    parts = urlsplit(base_url)
    return f"{parts.hostname}:{parts.port}" if parts.port else str(parts.hostname)
