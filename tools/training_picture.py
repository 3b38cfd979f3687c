"""``python tools/training_picture.py``: the picture of docs/how-to/train.md, the curves of ``magnate train run pig``.

It needs a Chromium and the extra ``learn``, and takes a minute and a half of one core.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from search_tree_figure import find_browser, photograph

PICTURE = Path(__file__).parents[1] / "docs" / "images" / "training.png"


def main() -> None:
    """Train, and take the picture of the page that the training wrote."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=PICTURE, help="the picture")
    parser.add_argument("--rounds", type=int, default=9, help="of the training")
    asked = parser.parse_args()
    browser = find_browser()
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "pig"
        command = [sys.executable, "-m", "magnate", "train", "run", "pig", "--out", str(run)]
        command += ["--set", f"values.rounds={asked.rounds}"]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command
        photograph(browser, run / "curves.html", asked.out, (900, 840))
    print(f"in {asked.out}")


if __name__ == "__main__":
    main()
