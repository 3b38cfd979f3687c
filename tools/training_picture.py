"""``python tools/training_picture.py``: the picture of docs/how-to/train.md, the curves of ``magnate train run pig``.

It needs a Chromium and the extra ``learn``, and takes a minute and a half of one core.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from search_tree_figure import BROWSERS, photograph

PICTURE = Path(__file__).parents[1] / "docs" / "images" / "training.png"


def main() -> int:
    """Train, and take the picture of the page that the training wrote."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=PICTURE, help="the picture")
    asked = parser.parse_args()
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print(f"none of {', '.join(BROWSERS)} is installed, and one of them takes the picture")
        return 1
    with tempfile.TemporaryDirectory() as folder:
        run = Path(folder) / "pig"
        command = [sys.executable, "-m", "magnate", "train", "run", "pig", "--out", str(run)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command
        photograph(browser, run / "curves.html", asked.out, (900, 840))
    print(f"in {asked.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
