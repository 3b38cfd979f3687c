import xml.etree.ElementTree as ET

import pytest

from magnate.arena.tuning.evaluation import Point
from magnate.arena.tuning.picture import search_picture

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("many", [1, 2, 130])
def test_every_configuration_is_a_dot_inside_of_the_frame(many):
    points = [Point(number, number // 10, -0.2 + 0.003 * number) for number in range(many)]
    root = ET.fromstring(search_picture("t", points, mark=0.0, mark_label="start", signed=True))  # noqa: S314
    width, height = float(root.get("width")), float(root.get("height"))
    dots = root.findall(f"{SVG}circle")
    assert len(dots) == many
    for dot in dots:
        assert 0 < float(dot.get("cx")) < width
        assert 0 < float(dot.get("cy")) < height
    (line,) = root.findall(f"{SVG}polyline")
    assert len(line.get("points").split()) == -(-many // 10)


def test_equal_values_have_a_frame():
    ET.fromstring(search_picture("t", [Point(0, 0, 0.5)] * 3, mark=0.5, mark_label="even"))  # noqa: S314


def test_values_are_shown_with_their_unit():
    points = [Point(0, 0, 0.25), Point(1, 0, 0.125)]
    assert "configuration 2: 12.5 %" in search_picture("t", points, mark=0.25, mark_label="even")
    assert "configuration 2: +12.5 points" in search_picture("t", points, mark=0, mark_label="", signed=True)
