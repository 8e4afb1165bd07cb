"""The forms of what must not leave; each pattern starts at a place where no match can restart."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from earned.leaks.kinds import Hit, Kind

ROOTS = (
    "Applications|Library|Users|Volumes|afs|app|apps|beegfs|bin|boot|builds|cluster|content|cvmfs|"
    "data|data\\d+|dev|disk\\d*|efs|etc|fsx|github|gpfs|home\\d*|kaggle|lib|lib64|lustre|media|"
    "mnt|net|nfs|opt|private|proc|project|projects|raid\\d*|root|run|sbin|scratch\\w*|"
    "shared|software|srv|ssd\\d*|storage|sys|tmp|usr|users|var|work|workspace|workspaces"
)
"""Folders at the top of file systems. No pointer into our own records starts with one."""
_END = r"[^\s\"'<>|;,)\]}`\\]"
PATH = re.compile(rf"(?<![\w/.~)\]}}-])/(?:{ROOTS})/(?!/){_END}+")
WINDOWS = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]:\\{1,2}(?:[\w .$-]+\\)*[\w$-]+(?:\\|\.\w{1,5}\b)")
WINDOWS_SLASH = re.compile(r"(?<![A-Za-z0-9])[A-Z]:/(?!/)[\w.$-]+/[\w.$-]+")
FILE_URL = re.compile(r"\bfile:/{1,3}[^\s\"'<>]+", re.IGNORECASE)

ADDRESS = re.compile(
    r"(?<![\w.+@\\-])([A-Za-z0-9_][\w.+-]{0,63})@([A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)*)"
)
_METRICS = frozenset(
    ("acc", "accuracy", "hit", "hits", "map", "mrr", "ndcg", "p", "pass", "precision", "r",
     "recall", "success", "top")
)  # fmt: skip
_PINS = re.compile(r"sha\d+|latest|main|master|head|v?\d[\w.]*|[a-z]{0,2}", re.IGNORECASE)
HOST = re.compile(
    r"(?<![\w.@-])[A-Za-z0-9][\w-]*(?:\.[\w-]+)*\."
    r"(?:local|internal|lan|localdomain|intranet|home\.arpa)(?![\w.-]*\w)"
)
CLOUD_HOST = re.compile(r"(?<![\w.-])ip-\d{1,3}-\d{1,3}-\d{1,3}-\d{1,3}(?!\d)")
IPV4 = re.compile(r"(?<![\w.=-])(\d{1,3}(?:\.\d{1,3}){3})(:\d{2,5})?(?![\w.-]*\w)")
LOCALHOST = re.compile(r"(?<![\w.-])(?:localhost|\[::1?\]):\d{2,5}(?!\w)")
URL_PORT = re.compile(r"\bhttps?://[\w.-]+:\d{2,5}(?!\w)")
"""A server that is asked by its port is somebody's own."""
IPV6 = re.compile(r"(?<![\w:.])f(?:e80|[cd][0-9a-f]{2}):[0-9a-f:]{3,}(?![\w:])", re.IGNORECASE)
MAC = re.compile(r"(?<![\w:-])[0-9a-f]{2}(?::[0-9a-f]{2}){5}(?![\w:-])", re.IGNORECASE)

REMOTES = (
    re.compile(r"(?<![\w.-])git@[\w.-]+[:/][\w./~-]+"),
    re.compile(r"\b(?:git|ssh|git\+\w+|svn\+ssh)://[^\s\"'<>]+"),
    re.compile(r"\bhttps?://[^\s\"'<>]+?\.git(?![\w-])"),
    re.compile(r"(?<!\w)remote\.origin\b|\[remote \"[^\"]*\"\]"),
)

_DATE = r"(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])"
_CLOCK = r"[0-2]\d:[0-5]\d(?::[0-6]\d(?:[.,]\d+)?)?"
_ZONE = r"(?:Z|\s?[+-]\d\d:?\d\d|\s?(?:UTC|GMT))?"
_DAYS, _MONTHS = "Mon|Tue|Wed|Thu|Fri|Sat|Sun", "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
TIMESTAMPS = (
    re.compile(rf"(?<!\d){_DATE}[T ]{_CLOCK}{_ZONE}"),
    re.compile(rf"(?<!\d)(?:19|20)\d\d[:/][01]\d[:/][0-3]\d {_CLOCK}"),
    re.compile(r"(?<!\d)20\d\d[01]\d[0-3]\dT[0-2]\d[0-5]\d(?:[0-6]\d)?Z?(?!\d)"),
    re.compile(r"\bD:(?:19|20)\d\d[01]\d[0-3]\d(?:\d\d){0,3}(?:Z|[+-]\d\d'?(?:\d\d'?)?)?"),
    re.compile(rf"\b(?:{_DAYS}),? (?:{_MONTHS}) +\d{{1,2}} {_CLOCK}(?: \w{{2,5}})? (?:19|20)\d\d"),
    re.compile(rf"\b(?:{_DAYS}), \d\d? (?:{_MONTHS}) (?:19|20)\d\d {_CLOCK}{_ZONE}"),
    re.compile(rf"(?<!\d)\d\d? (?:{_MONTHS}) (?:19|20)\d\d +{_CLOCK}", re.IGNORECASE),
)
_EPOCHS = re.compile(r"(?:D:)?(?:1970|1980)\D?01\D?01\D?(?:00\D?)*\D{0,2}(?:00\D?)*")
"""The beginnings of time of Unix and of zip: what stands where a date was left out."""


def _any(match: re.Match[str]) -> bool:  # noqa: ARG001
    return True


def _is_address(match: re.Match[str]) -> bool:
    """A user at a host; not recall@k, a pinned version, or a package's decorator."""
    local, host = match[1].lower(), match[2]
    if local in _METRICS or local == "git":
        return False
    return ("." in host and not host[-1].isdigit()) or not _PINS.fullmatch(host)


def _is_telling_address(match: re.Match[str]) -> bool:
    """An address with a port, or one of a private network; a version number is neither."""
    try:
        address = ipaddress.ip_address(match[1])
    except ValueError:
        return False
    return bool(match[2]) or (address.is_private and not address.is_unspecified)


def _is_a_time(match: re.Match[str]) -> bool:
    return not _EPOCHS.fullmatch(match[0])


class Form(NamedTuple):
    """One form of a leak.

    Attributes:
        kind: what it is.
        pattern: finds it.
        hints: texts of which a match holds at least one, to pass over most files quickly.
        sound: whether a match is what it looks like.
    """

    kind: Kind
    pattern: re.Pattern[str]
    hints: tuple[str, ...]
    sound: Callable[[re.Match[str]], bool] = _any


FORMS: tuple[Form, ...] = (
    Form("absolute path", PATH, ("/",)),
    Form("absolute path", WINDOWS, (":\\",)),
    Form("absolute path", WINDOWS_SLASH, (":/",)),
    Form("absolute path", FILE_URL, ("ile:/", "ILE:/")),
    Form("address", ADDRESS, ("@",), _is_address),
    Form("host name", HOST, (".local", ".internal", ".lan", ".intranet", ".home.arpa")),
    Form("host name", CLOUD_HOST, ("ip-",)),
    Form("network address", IPV4, (".",), _is_telling_address),
    Form("network address", URL_PORT, ("http",)),
    Form("network address", IPV6, (":",)),
    Form("network address", MAC, (":",)),
    Form("network address", LOCALHOST, ("localhost:", "[::")),
    *(Form("repository remote", p, ("git@", "://", "remote")) for p in REMOTES),
    *(Form("timestamp", p, ("19", "20"), _is_a_time) for p in TIMESTAMPS),
)


def pattern_hits(text: str, kinds: frozenset[Kind]) -> Iterator[Hit]:
    """Find every form of some kinds in a text."""
    for form in FORMS:
        if form.kind in kinds and any(hint in text for hint in form.hints):
            for match in form.pattern.finditer(text):
                if form.sound(match):
                    yield Hit(form.kind, match.start(), match.end())
