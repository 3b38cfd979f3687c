"""Each study has a question, a finding and a picture; pictures that show a page's table show it as it is."""

import pytest

from tools.study_pictures import IMAGES, STUDIES, drawings

DRAWN = dict(drawings())


@pytest.mark.parametrize("page", sorted(STUDIES.glob("*.md")), ids=lambda page: page.stem)
def test_a_study_has_a_question_a_finding_and_a_picture(page):
    text = page.read_text(encoding="utf-8")
    assert [mark for mark in ("**Question.**", "**Finding", "![", "|") if mark not in text] == []


@pytest.mark.parametrize("name", DRAWN)
def test_the_picture_shows_the_table(name):
    drawn = (IMAGES / name).read_text(encoding="utf-8")
    assert drawn == DRAWN[name], "run python tools/study_pictures.py"
