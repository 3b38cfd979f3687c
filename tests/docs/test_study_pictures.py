"""Each study has a question, commands, tables, pictures and a finding; pictures of a table show it as it is."""

import re

import pytest

from tools.study_pictures import IMAGES, STUDIES, drawings

DRAWN = dict(drawings())
PARTS = {
    "a question": r"\A# .+\n\n\*\*Question\.\*\* ",
    "a command": r"^(?:magnate|make|python) [\w-]|`(?:magnate|make|python) [\w-][^`]*`",
    "a table": r"^\|(?:[ :-]+\|)+$",
    "a picture": r"^!\[.+\]\(\.\./images/.+\)$",
    "a finding": r"^\*\*Finding\.\*\* ",
}
MOST_SENTENCES = 3


@pytest.mark.parametrize("page", sorted(STUDIES.glob("*.md")), ids=lambda page: page.stem)
def test_a_study_has_all_its_parts(page):
    text = page.read_text(encoding="utf-8")
    assert [part for part, pattern in PARTS.items() if not re.search(pattern, text, re.MULTILINE)] == []


@pytest.mark.parametrize("page", sorted(STUDIES.glob("*.md")), ids=lambda page: page.stem)
def test_a_finding_has_three_sentences_at_most(page):
    (finding,) = re.findall(r"^\*\*Finding\.\*\* (.+?)\n\n", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert finding.endswith(".")
    assert len(re.split(r"(?<=[.!?])\s+", finding)) <= MOST_SENTENCES


@pytest.mark.parametrize("name", DRAWN)
def test_the_picture_shows_the_table(name):
    drawn = (IMAGES / name).read_text(encoding="utf-8")
    assert drawn == DRAWN[name], "run python tools/study_pictures.py"
