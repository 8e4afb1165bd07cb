"""Tables as a browser lays them out: heads and labels are not broken into letters."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from earned.audits.acquabench.tables import run
from earned.render.writers import render_html
from frozen_results import full_results

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
LABEL_AT_LEAST, HEAD_AT_MOST = 120, 120
"""Pixels: a label as wide as a few words, a head of a few lines."""
MEASURE = """<script>
const of = (selector, side) => [...document.querySelectorAll(selector)].map(cell => cell[side]);
document.body.dataset.label = Math.min(...of("tbody th", "clientWidth"));
document.body.dataset.head = Math.max(...of("thead th", "clientHeight"));
</script></body>"""

pytestmark = pytest.mark.skipif(BROWSER is None, reason="needs Debian's chromium")


@pytest.fixture(scope="module")
def pages() -> dict[str, str]:
    results = full_results()
    return {table.name: render_html(table, results) for table in run(results)}


def laid_out(page: Path) -> dict[str, int]:
    done = subprocess.run(
        [str(BROWSER), "--headless", "--no-sandbox", "--disable-gpu", "--window-size=1300,900",
         "--dump-dom", page.as_uri()],
        check=True, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    return {name: int(n) for name, n in re.findall(r'data-(label|head)="(\d+)"', done.stdout)}


@pytest.mark.parametrize("name", ["d0_main", "sensitivity", "case_steps"])
def test_a_wide_table_breaks_no_label_into_letters(
    name: str, pages: dict[str, str], tmp_path: Path
) -> None:
    page = tmp_path / "table.html"
    page.write_text(pages[name].replace("</body>", MEASURE), encoding="utf-8")
    found = laid_out(page)
    assert found["label"] >= LABEL_AT_LEAST
    assert found["head"] <= HEAD_AT_MOST
