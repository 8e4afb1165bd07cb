"""Files outside a results folder, named without the host's folders."""

from __future__ import annotations

from pathlib import Path

OUTSIDE = "//"
CHECKOUT = Path(__file__).resolve().parents[3]


def portable(path: Path, root: Path) -> str:
    """Name a file: relative to the results folder, or `//` and its place in the checkout.

    The checkout is the one that this code lies in, which may be a release's `source/`, or else the
    working directory; a file in neither is called by its name alone.
    """
    resolved = path.resolve()
    if resolved.is_relative_to(root.resolve()):
        return resolved.relative_to(root.resolve()).as_posix()
    for folder in (CHECKOUT, Path.cwd()):
        if resolved.is_relative_to(folder):
            return OUTSIDE + resolved.relative_to(folder).as_posix()
    return OUTSIDE + resolved.name


def located(name: str, root: Path) -> Path:
    """Find the file of a portable name; it need not be there."""
    if not name.startswith(OUTSIDE):
        return root / name
    inner = name.removeprefix(OUTSIDE)
    places = [Path(inner), CHECKOUT / inner]
    return next((place for place in places if place.is_file()), places[0])
