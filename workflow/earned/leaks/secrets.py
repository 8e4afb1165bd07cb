"""Keys and tokens, as `detect-secrets` knows them, and some newer forms that it does not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from detect_secrets.plugins.aws import AWSKeyDetector
from detect_secrets.plugins.azure_storage_key import AzureStorageKeyDetector
from detect_secrets.plugins.base import BasePlugin
from detect_secrets.plugins.basic_auth import BasicAuthDetector
from detect_secrets.plugins.discord import DiscordBotTokenDetector
from detect_secrets.plugins.github_token import GitHubTokenDetector
from detect_secrets.plugins.gitlab_token import GitLabTokenDetector
from detect_secrets.plugins.jwt import JwtTokenDetector
from detect_secrets.plugins.keyword import KeywordDetector
from detect_secrets.plugins.mailchimp import MailchimpDetector
from detect_secrets.plugins.npm import NpmDetector
from detect_secrets.plugins.openai import OpenAIDetector
from detect_secrets.plugins.private_key import PrivateKeyDetector
from detect_secrets.plugins.pypi_token import PypiTokenDetector
from detect_secrets.plugins.sendgrid import SendGridDetector
from detect_secrets.plugins.slack import SlackDetector
from detect_secrets.plugins.square_oauth import SquareOAuthDetector
from detect_secrets.plugins.stripe import StripeDetector
from detect_secrets.plugins.telegram_token import TelegramBotTokenDetector
from detect_secrets.plugins.twilio import TwilioKeyDetector

from earned.leaks.kinds import Hit

HINTS: dict[type[BasePlugin], str] = {
    AWSKeyDetector: r"A3T|ABIA|AKIA|ACCA|ASIA|(?i:aws)",
    AzureStorageKeyDetector: "AccountKey=",
    BasicAuthDetector: r"://[^\s/@]+@",
    DiscordBotTokenDetector: r"[MNO][\w-]{23,25}\.[\w-]{6}\.",
    GitHubTokenDetector: "gh[pousr]_",
    GitLabTokenDetector: r"gl\w{2,5}-|GR1348941",
    JwtTokenDetector: "eyJ",
    MailchimpDetector: r"-us\d",
    NpmDetector: ":_authToken",
    OpenAIDetector: "T3BlbkFJ",
    PrivateKeyDetector: r"BEGIN \w+|PuTTY",
    PypiTokenDetector: "pypi-Ag",
    SendGridDetector: r"SG\.",
    SlackDetector: r"(?i:xox|hooks\.slack)",
    SquareOAuthDetector: "sq0csp-",
    StripeDetector: "k_live_",
    TelegramBotTokenDetector: r"\d{8,10}:[\w-]{35}",
    TwilioKeyDetector: r"(?:AC|SK)[a-z0-9]{32}",
    KeywordDetector: r"(?i:(?:api|auth|account|client|db|database|priv|private|service)_?key|"
    r"pass|pwd|secret|contrase)",
}
"""Plugin to what a line must hold to be worth its time.

Left out: those that go by entropy, which our digests have, and those whose forms are words.
"""
NEWER = re.compile(
    r"(?<![A-Za-z0-9])(?:"
    r"hf_[A-Za-z0-9]{20,}|sk-[A-Za-z0-9_-]{20,}|github_pat_\w{20,}|AIza[\w-]{35}|gsk_\w{20,}|"
    r"xai-\w{20,}|nvapi-[\w-]{20,}|r8_\w{20,}|[Bb]earer [A-Za-z0-9._~+/-]{20,}=*)"
)
NAMED_SECRET = re.compile(
    r"(?:^|[_.-]|(?<=[a-z]))(?:api[_-]?key|access[_-]?key|token|secret|passw(?:or)?d|passphrase|"
    r"authorization|credentials?)$",
    re.IGNORECASE,
)
"""Name of a field that holds a secret."""
ASSIGNED = re.compile(
    r"(?<![A-Za-z0-9])(?:api[_-]?key|access[_-]?key|token|secret|"
    r"passw(?:or)?d|passphrase|credentials?)\\?[\"']?\s{0,3}[=:]\s{0,3}\\?[\"']?"
    r"((?=[\w.~+/=-]*\d)(?=[\w.~+/=-]*[A-Za-z])[\w~+/=-][\w.~+/=-]{11,})(?![\w(\[])",
    re.IGNORECASE,
)
"""A name of a secret with its value, as a shell or a log writes it: often without quotes."""
BASIC = re.compile(r"(?<=uthorization: Basic )[A-Za-z0-9+/]{8,}=*|"
                   r"(?<=UTHORIZATION: BASIC )[A-Za-z0-9+/]{8,}=*")  # fmt: skip
_OPAQUE = re.compile(r"(?=.*\d)(?=.*[A-Za-z])[\w.~+/=-]{12,}")


def secret_hits(text: str) -> Iterator[Hit]:
    """Find keys and tokens, line by line; nothing is sent anywhere to verify one."""
    for match in NEWER.finditer(text):
        yield Hit("secret", match.start(), match.end())
    for match in BASIC.finditer(text):
        yield Hit("secret", match.start(), match.end())
    for match in ASSIGNED.finditer(text):
        yield Hit("secret", match.start(1), match.end(1))
    for plugin, hint in _plugins():
        for start, line in _lines_with(hint, text):
            yield from _in_line(plugin, line, start)


def is_named_secret(key: str, value: str) -> bool:
    """Whether a field's name says that its value is a secret, and the value looks like one."""
    return bool(NAMED_SECRET.search(key) and _OPAQUE.fullmatch(value))


@cache
def _plugins() -> tuple[tuple[BasePlugin, re.Pattern[str]], ...]:
    return tuple((plugin(), re.compile(hint)) for plugin, hint in HINTS.items())


def _lines_with(hint: re.Pattern[str], text: str) -> Iterator[tuple[int, str]]:
    """Give the lines that hold a hint, with where they start; each once."""
    at = 0
    while found := hint.search(text, at):
        start = text.rfind("\n", 0, found.start()) + 1
        end = text.find("\n", found.start())
        at = len(text) if end < 0 else end
        yield start, text[start:at]
        at += 1


def _in_line(plugin: BasePlugin, line: str, start: int) -> Iterator[Hit]:
    for secret in plugin.analyze_string(line):
        if isinstance(plugin, KeywordDetector) and not _OPAQUE.fullmatch(secret):
            continue  # a word beside the word token
        at = line.find(secret)
        while at >= 0:
            yield Hit("secret", start + at, start + at + len(secret))
            at = line.find(secret, at + len(secret))
