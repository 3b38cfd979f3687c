"""The ways that a journey goes: the sizes of the screen, the languages, and the themes.

The long tests go all 30. In `make test` the journeys to any screen in any language share 15 among them. These have
every pair of size and language, of size and theme, and of language and theme.
"""

import ast
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

TOUCH = {"is_mobile": True, "has_touch": True, "device_scale_factor": 2}
SCREENS: dict[str, dict[str, Any]] = {
    "desktop": {"viewport": {"width": 1440, "height": 900}},
    "laptop": {"viewport": {"width": 1280, "height": 720}},
    "tablet": {"viewport": {"width": 1024, "height": 768}},
    "phone": {"viewport": {"width": 390, "height": 844}, **TOUCH},
    "across": {"viewport": {"width": 844, "height": 390}, **TOUCH},
}
TONGUES = {"en": "en-GB", "ro": "ro-RO", "fa": "fa-IR"}
THEMES = ("light", "dark")


class Way(NamedTuple):
    screen: str
    language: str
    theme: str


COVER = [
    Way(screen, language, THEMES[(s + n) % 2]) for s, screen in enumerate(SCREENS) for n, language in enumerate(TONGUES)
]
"""The 15 ways that have every pair."""
USUAL = [Way("desktop", "en", "light"), Way("phone", "fa", "light")]
"""The ways of a journey that has a screen or a language of its own."""


@cache
def journeys() -> dict[str, set[str]]:
    """The journeys on any screen in any language, with their marks."""
    found = {}
    for file in sorted(Path(__file__).parent.glob("test_*.py")):
        for one in ast.parse(file.read_text(encoding="utf-8")).body:
            if not isinstance(one, ast.FunctionDef) or not {"screen", "language"} <= {arg.arg for arg in one.args.args}:
                continue
            if not any('"screen"' in ast.unparse(mark).replace("'", '"') for mark in one.decorator_list):
                found[one.name] = {mark.attr for mark in one.decorator_list if isinstance(mark, ast.Attribute)}
    return found


def ways_of(journey: str, marks: set[str]) -> list[Way]:
    """The ways that `make test` goes a journey: those to any screen in any language share all 15 among them.

    Where what is seen depends on them (`both_ways`) these are two, the other one on a screen for another hand. Where
    all is about the size (`all_sizes`) they are five.
    """
    if journey not in journeys():
        return USUAL if "both_ways" in marks else [USUAL[sum(journey.encode()) % 2]]
    first = [*journeys()].index(journey) % len(COVER)
    if "all_sizes" in marks:
        return [COVER[(first + 3 * more) % len(COVER) // 3 * 3 + (first + more) % 3] for more in range(len(SCREENS))]
    if "both_ways" not in marks:
        return [COVER[first]]
    later = COVER[first + 1 :] + COVER[:first]
    one = COVER[first]
    return [
        one,
        next(way for way in later if is_small(way.screen) != is_small(one.screen) and way.language != one.language),
    ]


def is_small(screen: str) -> bool:
    """Whether it is a phone's, in a hand."""
    return "has_touch" in SCREENS[screen]
