"""``python tools/review_picture.py``: the picture of docs/how-to/review-a-game.md, a game of four agents.

The game is played and reviewed, and the page is photographed at its dearest decision. It needs a Chromium.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from search_tree_figure import find_browser, photograph

import magnate
from magnate.analysis.review import review
from magnate.analysis.review_page import review_page

PICTURE = Path(__file__).parents[1] / "docs" / "images" / "review.png"
AGENTS = ["strategic", "strategic:trademaster", "algorithmic", "baseline"]


def main() -> None:
    """Play, review, write the page, and take the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=7, help="of the game")
    parser.add_argument("--depth", type=int, default=0, help="decisions that rollouts refine")
    parser.add_argument("--html", type=Path, help="keep the page in this file")
    parser.add_argument("--out", type=Path, default=PICTURE, help="the picture")
    asked = parser.parse_args()
    browser = find_browser()
    record = magnate.load("monopoly", players=len(AGENTS)).play(AGENTS, seed=asked.seed)
    with tempfile.TemporaryDirectory() as folder:
        page = asked.html or Path(folder) / "review.html"
        page.write_text(review_page(review(record, depth=asked.depth), record), encoding="utf-8")
        photograph(browser, page, asked.out)
    print(f"{record.steps} steps, in {asked.out}")


if __name__ == "__main__":
    main()
