"""The marked matrices of the page about the course's second half are those that are drawn now."""

import pytest

from tools.course_matrices import IMAGES, drawings

DRAWN = dict(drawings())


@pytest.mark.parametrize("name", DRAWN)
def test_the_picture_is_current(name):
    drawn = (IMAGES / name).read_text(encoding="utf-8")
    assert drawn == DRAWN[name], "run python tools/course_matrices.py"
