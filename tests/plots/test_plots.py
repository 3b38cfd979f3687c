from xml.etree import ElementTree as ET

from magnate.plots import Bar, bar_chart

SVG = "{http://www.w3.org/2000/svg}"
BARS = [Bar("first & best", 0.75, 0.7, 0.8, "75.0 % ± 5.0"), Bar("<second>", 0.25, 0.2, 0.3, "25.0 % ± 5.0")]


def drawn(subtitle="", footer="", **options):
    return ET.fromstring(bar_chart("Share <of> wins", BARS, **options).svg(subtitle, footer))  # noqa: S314 - our own text


def test_the_picture_is_well_formed_and_labels_are_escaped():
    texts = [one.text for one in drawn(subtitle="a < b", footer="c & d").iter(f"{SVG}text")]
    assert {"Share <of> wins", "first & best", "<second>", "a < b", "c & d"} <= set(texts)


def test_bars_are_as_long_as_their_shares():
    bars = [one for one in drawn().iter(f"{SVG}rect") if one.get("class") == "bar"]
    widths = [float(one.get("width")) for one in bars]
    assert abs(widths[0] / widths[1] - 3) < 0.01
    assert len({one.get("x") for one in bars}) == 1


def test_whiskers_span_the_interval():
    root = drawn()
    bar = next(one for one in root.iter(f"{SVG}rect") if one.get("class") == "bar")
    whisker = next(one for one in root.iter(f"{SVG}line") if one.get("class") == "whisker")
    left, unit = float(bar.get("x")), float(bar.get("width")) / 0.75
    assert abs(float(whisker.get("x1")) - (left + 0.7 * unit)) < 0.2
    assert abs(float(whisker.get("x2")) - (left + 0.8 * unit)) < 0.2


def test_a_bar_without_interval_has_no_whisker():
    root = ET.fromstring(bar_chart("t", [Bar("a", 0.5)]).svg())  # noqa: S314 - our own text
    assert not [one for one in root.iter(f"{SVG}line") if one.get("class") == "whisker"]


def test_the_mark_is_drawn_where_it_belongs():
    root = drawn(mark=0.375, mark_label="here")
    fair = next(one for one in root.iter(f"{SVG}line") if one.get("class") == "fair")
    bar = next(one for one in root.iter(f"{SVG}rect") if one.get("class") == "bar")
    assert abs(float(fair.get("x1")) - float(bar.get("x")) - float(bar.get("width")) / 2) < 0.2


def test_both_themes_are_there_and_nothing_is_loaded_from_elsewhere():
    text = bar_chart("t", BARS).svg()
    assert "prefers-color-scheme: dark" in text
    assert "href" not in text
    assert "url(" not in text
    assert "<script" not in text


def test_everything_lies_within_the_page_even_with_long_labels_and_full_shares():
    long = [Bar("x" * 80, 1.0, 0.97, 1.0, "100.0 % ± 3.0"), Bar("b", 0.0, 0.0, 0.03, "0.0 % ± 3.0")]
    root = ET.fromstring(bar_chart("t", long, mark=0.5, mark_label="even").svg())  # noqa: S314 - our own text
    width, height = float(root.get("width")), float(root.get("height"))
    for one in root.iter():
        for name in ("x", "x1", "x2"):
            assert 0 <= float(one.get(name, 0)) <= width
        for name in ("y", "y1", "y2"):
            assert 0 <= float(one.get(name, 0)) <= height
