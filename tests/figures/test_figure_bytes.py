"""The bytes of a figure hang on the results and the versions of what draws, and on nothing else."""

from __future__ import annotations

import getpass
import hashlib
import io
import json
import os
import socket
import subprocess
import sys
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from matplotlib.font_manager import FontProperties, findfont
from PIL import Image

from earned.audits.acquabench.figures import FIGURES
from earned.config.plan import FIGURE_FORMS
from earned.figures.rendering import drawn_figures
from earned.render.figures import FORMS
from earned.render.fitting import FAMILY
from figures.complete_results import complete
from support import ROOT

RESULTS = complete({"R&D_50% $x$": None, "copier": "copier"}, ("D0", "D2"), ("tool",), holes=0.1)
SCRIPT = """
import hashlib, json, sys
from earned.figures.rendering import drawn_figures
index, files = drawn_figures("acquabench", json.load(sys.stdin))
print(json.dumps({name: hashlib.sha256(content).hexdigest() for name, content in files.items()}))
"""
SETTINGS = (
    "font.size: 30\nsavefig.dpi: 20\nfont.family: serif\nlines.linewidth: 9\naxes.grid: True\n"
)


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return drawn_figures("acquabench", RESULTS)[1]


def test_every_registered_figure_is_made_in_every_form(files: dict[str, bytes]) -> None:
    assert set(files) == {f"{name}.{form}" for name in FIGURES for form in FIGURE_FORMS}
    assert set(FORMS) == set(FIGURE_FORMS)


def test_another_process_on_another_machine_makes_the_same_bytes(
    files: dict[str, bytes], tmp_path: Path
) -> None:
    """Another home, time zone, locale, date, hash seed, and settings of matplotlib."""
    (tmp_path / "matplotlibrc").write_text(SETTINGS)
    elsewhere = {"HOME": str(tmp_path), "MPLCONFIGDIR": str(tmp_path), "TZ": "Asia/Tokyo",
                 "LC_ALL": "C", "SOURCE_DATE_EPOCH": "86400", "PYTHONHASHSEED": "7",
                 "MPLBACKEND": "svg"}  # fmt: skip
    time.sleep(1.1)  # a stamp of the second would differ
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        input=json.dumps(RESULTS, sort_keys=True),
        cwd=tmp_path,
        env={**os.environ, **elsewhere, "PYTHONPATH": str(ROOT / "workflow")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout) == {
        name: hashlib.sha256(content).hexdigest() for name, content in files.items()
    }


def test_the_order_of_keys_in_the_results_changes_nothing(files: dict[str, bytes]) -> None:
    turned = json.loads(json.dumps(RESULTS, sort_keys=True))
    assert drawn_figures("acquabench", turned)[1] == files


def test_no_file_holds_a_date_a_host_a_user_or_a_path(files: dict[str, bytes]) -> None:
    named = [str(ROOT), str(Path.home()), socket.gethostname(), time.strftime("%Y-%m-%d")]
    named += [getpass.getuser()]
    long = [name for name in named if len(name) > 4]  # a short one occurs by chance
    words = [w.encode() for w in (*long, "CreationDate", "dc:date", "Producer", "Software")]
    found = {(name, w) for name, content in files.items() for w in words if w in content}
    assert found == set()


def test_every_file_is_what_its_suffix_says(files: dict[str, bytes]) -> None:
    for name, content in files.items():
        if name.endswith(".png"):
            with Image.open(io.BytesIO(content)) as image:
                assert image.width == 1300
                assert set(image.info) <= {"dpi"}
        elif name.endswith(".svg"):
            assert ET.fromstring(content).tag.endswith("svg")
        else:
            assert content.startswith(b"%PDF-")
            assert b"/Subtype /Type3" not in content


def test_the_font_is_the_one_that_comes_with_the_package() -> None:
    assert "mpl-data" in findfont(FontProperties(family=FAMILY))
    assert "mpl-data" in findfont(FontProperties(family=FAMILY, weight="bold"))
