"""Dots, shapes, histograms, heat maps and groups; the colours can be told apart and read on."""

import math
from xml.etree import ElementTree as ET

import pytest

from magnate.plots import (
    Bar,
    Histogram,
    Spread,
    bar_chart,
    dot_chart,
    group_chart,
    heat_map,
    histogram_chart,
    spread_chart,
)
from magnate.plots.canvas import DARK, HEAT_LEVELS, LIGHT, heat_colours
from magnate.plots.grids import heat_level

SVG = "{http://www.w3.org/2000/svg}"
NAMES = ["first", "<second> & co", "strategic:cash_reserve=250,auction_bid=1.25,trade_margin=0.1,risk=0.3"]
HISTOGRAM = Histogram((0.0, 10.0, 20.0, 30.0), (5, 10, 5), (0, 1, 0), 4, 3, 15.0)


def some_bars(count=3):
    return [
        Bar(f"{NAMES[at % 3]}#{at}", at / count, at / count - 0.1, at / count + 0.1, "1.0 % ± 2") for at in range(count)
    ]


def some_spreads():
    return [Spread(name, [1, 4, 2], (11.0, 15.0, 21.0), "median 15") for name in NAMES]


def matrix(count):
    shares = [[math.nan if row == at else 0.5 + 0.01 * (at - row) for at in range(count)] for row in range(count)]
    return shares, [["a tip"] * count] * count, [[abs(at - row) > 1 for at in range(count)] for row in range(count)]


PICTURES = {
    "bars": bar_chart("bars", some_bars(), mark=0.5, mark_label="even"),
    "many bars": bar_chart("bars", some_bars(40)),
    "narrow bars": bar_chart("bars", some_bars(), mark=0.5, mark_label="even", width=400.0),
    "dots": dot_chart(
        "dots", [Bar(name, -10.0, -12.0, 5.0, "−10 ± 15") for name in NAMES], mark=0.0, mark_label="mean"
    ),
    "narrow dots": dot_chart("dots", [Bar(NAMES[2], -100.0, -120.0, -80.0, "−100 ± 20")], width=400.0),
    "shapes": spread_chart("shapes", some_spreads(), [0, 10, 20, 30]),
    "narrow shapes": spread_chart("shapes", some_spreads(), [0, 10, 20, 30], width=400.0),
    "histogram": histogram_chart("lengths", HISTOGRAM, "rounds"),
    "narrow histogram": histogram_chart("lengths", HISTOGRAM, "rounds", width=400.0),
    "heat map": heat_map("matrix", NAMES, *matrix(3)),
    "large heat map": heat_map("matrix", [f"{NAMES[2]}#{at}" for at in range(40)], *matrix(40)),
    "narrow heat map": heat_map("matrix", NAMES * 4, *matrix(12), width=400.0),
    "narrow groups": group_chart("groups", NAMES, [*"abcdefghij"], [[1] * 10, [0] * 10, [3] * 10], width=400.0),
    "groups": group_chart("groups", NAMES, ["brown", "light_blue", "unknown"], [[1, 0, 2], [0, 0, 0], [3, 1, 1]]),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_well_formed_and_lie_within_their_size(name):
    root = ET.fromstring(PICTURES[name].inline())  # noqa: S314 - our own text
    width, height = float(root.get("width")), float(root.get("height"))
    assert root.get("role") == "img"
    assert root.get("aria-label")
    assert root.find(f"{SVG}desc") is not None
    for one in root.iter():
        for key in ("x", "x1", "x2", "cx"):
            assert 0 <= float(one.get(key, 0)) <= width
        for key in ("y", "y1", "y2", "cy"):
            assert 0 <= float(one.get(key, 0)) <= height
        if one.tag == f"{SVG}rect":
            assert float(one.get("x", 0)) + float(one.get("width")) <= width + 0.1
            assert float(one.get("y", 0)) + float(one.get("height")) <= height + 0.1
        if one.tag == f"{SVG}polygon":
            corners = [tuple(map(float, corner.split(","))) for corner in one.get("points").split()]
            assert all(0 <= x <= width and 0 <= y <= height for x, y in corners)


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_a_file_of_its_own_too(name):
    text = PICTURES[name].svg("subtitle <1>", "footer")
    root = ET.fromstring(text)  # noqa: S314 - our own text
    assert root.find(f"{SVG}style") is not None
    assert "prefers-color-scheme: dark" in text
    for absent in ("href", "url(", "<script", "@import"):
        assert absent not in text


def test_dots_lie_where_their_values_are():
    root = ET.fromstring(dot_chart("t", [Bar("a", -100.0), Bar("b", 0.0), Bar("c", 50.0)]).inline())  # noqa: S314
    a, b, c = (float(one.get("cx")) for one in root.iter(f"{SVG}circle"))
    assert abs((b - a) / (c - b) - 2) < 0.01


def test_columns_are_as_high_as_their_shares_and_capped_parts_stand_on_top():
    root = ET.fromstring(PICTURES["histogram"].inline())  # noqa: S314
    bars = [float(one.get("height")) for one in root.iter(f"{SVG}rect") if one.get("class") == "bar"]
    caps = [one for one in root.iter(f"{SVG}rect") if one.get("class") == "cap"]
    assert [round(height / bars[0], 2) for height in bars] == [1.0, 1.8, 1.0, 0.2]
    assert [round(float(one.get("height")) / bars[0], 2) for one in caps] == [0.2, 0.6]
    assert "over 30 rounds: 4 games (16.7 %), 3 of them ended by a cap" in [one[0].text for one in caps]


def test_cells_tell_more_than_their_colour():
    texts = [one.text for one in ET.fromstring(PICTURES["heat map"].inline()).iter(f"{SVG}text")]  # noqa: S314
    assert {"~51.0", "52.0", "~49.0", "48.0"} <= set(texts)


def test_likelihoods_are_never_certain():
    shares = [[math.nan, 1.0, 0.99999], [0.0, math.nan, 0.6], [0.00001, 0.4, math.nan]]
    picture = heat_map("t", ["a", "b", "c"], shares, [["tip"] * 3] * 3, [[True] * 3] * 3, likelihoods=True)
    texts = [one.text for one in ET.fromstring(picture.inline()).iter(f"{SVG}text")]  # noqa: S314
    assert texts.count(">99.9") == texts.count("<0.1") == 2
    assert not {"100", "0"} & set(texts)


def test_narrow_pictures_of_twelve_agents_fit_a_telephone_with_whole_names():
    for name in ("narrow heat map", "narrow groups"):
        assert PICTURES[name].width <= 400
        assert NAMES[1] in [one.text for one in ET.fromstring(PICTURES[name].inline()).iter(f"{SVG}text")]  # noqa: S314


def test_groups_that_have_no_room_stand_below():
    texts = [one.text for one in ET.fromstring(PICTURES["narrow groups"].inline()).iter(f"{SVG}text")]  # noqa: S314
    assert texts.count(NAMES[1]) == 2
    assert set("abcdefghij") <= set(texts)


def test_a_rating_far_off_leaves_the_others_their_room():
    dots = [Bar(f"agent {at}", 10.0 * at, 10.0 * at - 4, 10.0 * at + 4) for at in range(8)]
    root = ET.fromstring(dot_chart("t", [*dots, Bar("random", -1300.0, -1600.0, -1000.0)]).inline())  # noqa: S314
    places = [float(one.get("cx")) for one in root.iter(f"{SVG}circle")]
    assert len(places) == 8
    assert max(places) - min(places) > 250
    (arrow,) = root.iter(f"{SVG}polygon")
    assert arrow[0].text == "random: -1300"


def test_what_has_no_values_has_no_shape():
    spreads = [Spread("a", [1, 2, 1], (11.0, 15.0, 21.0), "median 15"), Spread("b", [0, 0, 0], (0.0, 0.0, 0.0), "none")]
    root = ET.fromstring(spread_chart("t", spreads, [0, 10, 20, 30]).inline())  # noqa: S314
    assert len(list(root.iter(f"{SVG}polygon"))) == 1
    assert len([one for one in root.iter(f"{SVG}line") if one.get("class") == "tick"]) == 1


def test_large_heat_maps_fit_a_page():
    assert PICTURES["large heat map"].width <= 1000


def test_the_heat_of_losing_mirrors_that_of_winning():
    for share in (0.0, 0.1, 0.3, 0.45, 0.5):
        assert heat_level(share) + heat_level(1 - share) == HEAT_LEVELS - 1


def luminance(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_colours_have_the_contrast_of_wcag_aa(theme):
    for letters in ("ink", "soft", "mark"):
        assert contrast(theme[letters], theme["paper"]) >= 4.5
    for mark in ("bar", "cap", "whisker"):
        assert contrast(theme[mark], theme["paper"]) >= 3
    for colour in heat_colours(theme):
        assert contrast(theme["ink"], colour) >= 4.5
