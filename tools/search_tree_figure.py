"""``python tools/search_tree_figure.py``: the picture of docs/how-to/search-trees.md, a Monte Carlo search of Monopoly.

Three strategic agents play a game under ``thesis``; the first decision in jail, after so many steps that everybody owns
something, is searched with playouts by the strategic agent, and the page of the tree is photographed. It needs a
Chromium, and two minutes, most of them to compile the search.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

import magnate
from magnate.agents import CompiledAgent, resolve_all
from magnate.search import search

PICTURE = Path(__file__).parents[1] / "docs" / "images" / "search-tree.png"
AGENTS = ["strategic"] * 3
STEPS = 100
FRAME = 100
"""More than the height of a browser's own frame, in points."""
BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def main() -> None:
    """Search, write the page, and take the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sims", type=int, default=20_000, help="simulations")
    parser.add_argument("--html", type=Path, help="keep the page in this file")
    parser.add_argument("--out", type=Path, default=PICTURE, help="the picture")
    asked = parser.parse_args()
    browser = find_browser()
    strategic = resolve_all("monopoly", len(AGENTS), "strategic")[0]
    if not isinstance(strategic, CompiledAgent):
        raise TypeError("the strategic agent is compiled")
    print("Searching (compiling Monopoly's search takes a minute the first time) …", flush=True)
    report = search(in_jail(), "mcts", f"sims:{asked.sims}", params=strategic.row, seed=1, tree=True)
    if report.tree is None:
        raise TypeError("a tree was asked for")
    with tempfile.TemporaryDirectory() as folder:
        page = asked.html or Path(folder) / "tree.html"
        page.write_text(report.tree.to_html(), encoding="utf-8")
        photograph(browser, page, asked.out)
    print(f"{report.name}, in {asked.out}")


def find_browser() -> str:
    """A browser that takes pictures; ends the program with a sentence where none is installed."""
    if (browser := next(filter(None, map(shutil.which, BROWSERS)), None)) is None:
        sys.exit(f"none of {', '.join(BROWSERS)} is installed, and one of them takes the picture")
    return browser


def in_jail() -> magnate.Position:
    """The first decision of a game, after some steps, whether to pay or to throw for a way out of jail."""
    game = magnate.load("monopoly", "thesis", len(AGENTS))
    steps = game.play(AGENTS, seed=1).actions
    position = game.new()
    for done, step in enumerate(steps):
        if done >= STEPS and position.to_move >= 0 and {"roll", "pay-fine"} <= {one.name for one in position.legal()}:
            return position
        position.apply(step)
    raise LookupError("nobody is in jail in this game")


def photograph(browser: str, page: Path, picture: Path, size: tuple[int, int] = (1400, 980)) -> None:
    """Let a browser without a window draw the page into a file; its own frame, below the page, is cut off."""
    wide, high = size
    words = ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--virtual-time-budget=5000")
    shot = (f"--screenshot={picture.resolve()}", f"--window-size={wide},{high + FRAME}", page.resolve().as_uri())
    subprocess.run([browser, *words, *shot], check=True, capture_output=True)  # noqa: S603 - a browser of ours
    with Image.open(picture) as drawn:
        drawn.crop((0, 0, wide, high)).save(picture)


if __name__ == "__main__":
    main()
