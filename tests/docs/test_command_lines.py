"""Each page is followed from its first line to its last, with magnate from its wheel, in an empty folder.

Its blocks of Python are one session, its command lines are run between them. What takes over 20 s is smaller in the
short tests (`sizes.SMALL`), and the tools of the studies only tell their help there; the long ones run all of it.
"""

import re

import pytest

from tests.docs.commands import steps_of
from tests.docs.reader import PAGES, ROOT
from tests.docs.sizes import UNRUN, sized, why_not

STEPS = {page: list(steps_of((ROOT / page).read_text(encoding="utf-8"))) for page in PAGES}
COMMANDS = [step.text for steps in STEPS.values() for step in steps if step.kind != "python"]


@pytest.mark.parametrize("page", [page for page, steps in STEPS.items() if steps])
def test_a_page_does_what_it_says(page, reader, folder):
    reader.follow(page, STEPS[page], folder)


def test_targets_of_make_exist():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert {line.split()[1] for line in COMMANDS if line.startswith("make ")} <= set(targets)


def test_reasons_are_of_commands():
    """Nothing is excused that no page has any more."""
    assert {why for line in COMMANDS if (why := why_not(line))} == set(UNRUN.values())


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("```sh\nmagnate games # all\nls\n```", ["magnate games", "ls"]),
        ("```\nmagnate play \\\n  pig\n```", ["magnate play pig"]),
        ("```console\n$ magnate games\nmagnate 1\n```", ["magnate games"]),
        ("So `magnate play pig` or `make test` plays.", ["magnate play pig", "make test"]),
        ("`magnate tournament run` is as `magnate play GAME` is.", []),
        ("```text\n 1  pig\n```\n```json\n{}\n```", []),
    ],
)
def test_a_command_is_found(page, found):
    assert [step.text for step in steps_of(page)] == found


def is_larger(page):
    """Whether the short tests make a command smaller."""
    return any(
        sized(step.text, True, page) != sized(step.text, False, page) for step in STEPS[page] if step.kind != "python"
    )


@pytest.mark.long
@pytest.mark.parametrize("page", [page for page in STEPS if is_larger(page)])
def test_a_page_does_what_it_says_whole(page, reader, folder):
    reader.follow(page, STEPS[page], folder, whole=True)
