import xml.etree.ElementTree as ET

import pytest

from magnate.arena.report.pictures import search_picture
from magnate.arena.tuning.evaluation import Point

SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("many", [1, 2, 130])
def test_every_configuration_is_a_dot_inside_of_the_frame(many):
    points = [Point(number, number // 10, -0.2 + 0.003 * number) for number in range(many)]
    picture = search_picture("t", points, mark=0.0, mark_label="start", relative=True)
    root = ET.fromstring(picture.inline())  # noqa: S314
    dots = root.findall(f"{SVG}circle")
    assert len(dots) == many
    for dot in dots:
        assert 0 < float(dot.get("cx")) < picture.width
        assert 0 < float(dot.get("cy")) < picture.height
    means = [one for one in root.findall(f"{SVG}line") if one.get("class") == "whisker"]
    assert len(means) == -(-many // 10) - 1


def test_better_is_higher():
    root = ET.fromstring(  # noqa: S314
        search_picture("t", [Point(0, 0, 0.4), Point(1, 0, 0.6)], mark=0.5, mark_label="even").inline()
    )
    worse, better = (float(dot.get("cy")) for dot in root.findall(f"{SVG}circle"))
    (even,) = (float(one.get("y1")) for one in root.findall(f"{SVG}line") if one.get("class") == "fair")
    assert worse > even > better


def test_equal_values_have_a_frame():
    ET.fromstring(search_picture("t", [Point(0, 0, 0.5)] * 3, mark=0.5, mark_label="even").svg())  # noqa: S314


def test_values_are_shown_with_their_unit():
    points = [Point(0, 0, 0.25), Point(1, 0, 0.125)]
    assert "configuration 2: 12.5 %" in search_picture("t", points, mark=0.25, mark_label="even").svg()
    assert "configuration 2: +12.5<" in search_picture("t", points, mark=0, mark_label="", relative=True).svg()
