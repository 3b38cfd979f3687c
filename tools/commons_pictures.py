"""``python tools/commons_pictures.py``: the pictures of docs/understand/commons.md; a test compares them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from magnate.gametheory.commons import Pasture, outcome, remedies, story
from magnate.gametheory.commons.outcomes import levers_picture, milk_picture, next_cow_picture

IMAGES = Path(__file__).parents[1] / "docs" / "images"


def drawings() -> Iterator[tuple[str, str]]:
    """The names of the files and what is in them."""
    slides, third = Pasture(), Pasture(allowed=(1, 2, 3))
    under = "Litres a day; 6 farmers with 1 to 3 cows each on a pasture for 8"
    yield "commons-milk.svg", milk_picture(third, outcome(third)).svg(under)
    yield "commons-next-cow.svg", next_cow_picture(story(third)).svg(f"{under}, beginning with 1 cow each")
    outcomes = [outcome(slides, lever) for lever in (None, *remedies(slides))]
    under = "Litres a day in the worst and (paler) the best equilibrium; 6 farmers with 1 or 2 cows each"
    yield "commons-levers.svg", levers_picture(outcomes).svg(under)


def main() -> None:
    """Draw them all."""
    for name, drawing in drawings():
        (IMAGES / name).write_text(drawing, encoding="utf-8")


if __name__ == "__main__":
    main()
