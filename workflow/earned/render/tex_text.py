"""Plain text for LaTeX: escaped to ASCII, with places where a long word may break."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from earned.render.escape import one_line

Words = tuple[tuple[str, ...], ...]
"""A text as words, each as the pieces between which a line may end."""

NOTHING: Words = (("",),)
"""An empty cell."""
LONGEST_PIECE = 12
LONGEST_WORD = 20
MOST_SHOWN = 800
"""Characters of one cell; a row cannot go on to the next page."""
CUT = " […]"
ACCENTS = {
    "\u0300": "`", "\u0301": "'", "\u0302": "^", "\u0303": "~", "\u0304": "=", "\u0306": "u",
    "\u0307": ".", "\u0308": '"', "\u030a": "r", "\u030b": "H", "\u030c": "v", "\u0323": "d",
    "\u0327": "c", "\u0328": "k", "\u0331": "b",
}  # fmt: skip
"""Combining marks to the accents of LaTeX."""
_NAMED = {
    "\\": "textbackslash", "~": "textasciitilde", "^": "textasciicircum", "<": "textless",
    ">": "textgreater", "|": "textbar", '"': "textquotedbl", "`": "textasciigrave",
    "…": "ldots", "•": "textbullet", "°": "textdegree", "ß": "ss", "æ": "ae", "Æ": "AE",
    "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "đ": "dj", "Đ": "DJ",
    "þ": "th", "Þ": "TH", "ð": "dh", "Ð": "DH", "ı": "i", "£": "pounds", "§": "S", "©": "copyright",
    "®": "textregistered", "™": "texttrademark", "„": "quotedblbase", "«": "guillemotleft",
    "»": "guillemotright", "¡": "textexclamdown", "¿": "textquestiondown",
}  # fmt: skip
_MATH = {
    "−": "-", "·": "\\cdot", "×": "\\times", "÷": "\\div", "±": "\\pm", "≥": "\\geq",
    "≤": "\\leq", "≠": "\\neq", "→": "\\rightarrow", "←": "\\leftarrow", "µ": "\\mu",
}  # fmt: skip
_GREEK = (
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau "
    "upsilon phi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega"
)
_LETTERS = "αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΦΨΩ"
_PLAIN = {"–": "--", "—": "---", "‘": "{`}", "’": "'", "“": "{``}", "”": "''", "\u00a0": "~"}
_TEX = {
    **{c: f"\\{c}" for c in "&%$#_{}"},
    **{c: f"\\{name}{{}}" for c, name in _NAMED.items()},
    **{c: f"${name}$" for c, name in _MATH.items()},
    **{c: f"$\\{name}$" for c, name in zip(_LETTERS, _GREEK.split(), strict=True)},
    **_PLAIN,
}
_LIGATURE = re.compile(r"(?<=-)(?=-)|(?<=,)(?=,)|(?<=')(?=')")
_PIECES = re.compile(rf"[^/_.:=\-]{{1,{LONGEST_PIECE}}}[/_.:=\-]?|[/_.:=\-]")
_ORDINARY = re.compile(r"[^\w]*[^\W\d_]+(?:['’-][^\W\d_]+)*[^\w]*")
"""A word of running text, with the punctuation around it."""
_NUMBER_SPACE = re.compile(r"(?<![A-Za-z]) (?![A-Za-z\[])")


def escape_tex(text: str) -> str:
    """Escape plain text for LaTeX; needs `fontenc` with T1, and no input encoding.

    A line's end would take an opening `[` or `*` for its own. A character that LaTeX has no
    command for is shown by its number.
    """
    return _guard(text) + _escaped(text)


def _guard(text: str) -> str:
    return "{}" if text[:1] in ("[", "*") else ""


def _escaped(text: str) -> str:
    apart = _LIGATURE.sub("\0", unicodedata.normalize("NFC", one_line(text)))
    return "".join("{}" if c == "\0" else _character(c) for c in apart)


def words_of(text: str) -> Words:
    """Cut running text into words, and long ones into pieces."""
    return tuple(_pieces(word) for word in one_line(text).split()) or NOTHING


def cell_words(text: str) -> Words:
    """Cut running text of a cell into words, and off where it would run past the page."""
    cut = text if len(text) <= MOST_SHOWN else text[:MOST_SHOWN].rstrip() + CUT
    return words_of(cut)


def words_of_number(text: str) -> Words:
    """Cut a cell of numbers at the bracket of its interval and beside words, nowhere else."""
    glued = _NUMBER_SPACE.sub("\u00a0", one_line(text))
    return tuple((word,) for word in glued.split(" "))


def tex_of(words: Words) -> str:
    """Write words for LaTeX."""
    made = " ".join("\\allowbreak{}".join(map(_escaped, word)) for word in words)
    return _guard(words[0][0]) + made


def _pieces(word: str) -> tuple[str, ...]:
    ordinary = _ORDINARY.fullmatch(word) is not None
    if len(word) <= (LONGEST_WORD if ordinary else LONGEST_PIECE):
        return (word,)
    return tuple(_PIECES.findall(word))


def _character(char: str) -> str:
    if char in _TEX:
        return _TEX[char]
    if char.isascii():
        return char
    apart = unicodedata.normalize("NFD", char)
    if len(apart) > 1 and apart[0].isascii() and all(mark in ACCENTS for mark in apart[1:]):
        return _accented(apart[0], apart[1:])
    return f"[U+{ord(char):04X}]"


def _accented(base: str, marks: Iterable[str]) -> str:
    for mark in marks:
        base = f"\\{ACCENTS[mark]}{{{base}}}"
    return base
