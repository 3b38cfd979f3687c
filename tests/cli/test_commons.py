"""``magnate commons``: the slides' pasture by default, levers, JSON and pictures."""

import doctest
import importlib
from xml.etree import ElementTree as ET

import pytest

SVG = "{http://www.w3.org/2000/svg}"


def test_examples():
    failed, tried = doctest.testmod(importlib.import_module("magnate.cli.commons_report"))
    assert tried > 0
    assert failed == 0


def words(done):
    assert done.code == 0, done.err
    return " ".join(done.out.split())


def test_the_slides_are_the_default(magnate):
    output = words(magnate("commons"))
    assert "6 farmers with 1 or 2 cows, capacity 8, 20 l a cow, 2 l less for each cow too many" in output
    for cows, each, milk in ((6, 20, 120), (7, 20, 140), (8, 20, 160), (9, 18, 162), (10, 16, 160), (11, 14, 154)):
        assert f" {cows} {each} {milk} ▇" in output
    assert "10 4 1 → 2 +14 −16 −2 160" in output
    assert "12 cows, 144 l: all have 2 cows" in output
    assert "price of anarchy 9/8 (1.125)" in output
    assert "No agreement on 9 cows holds by itself: from 1 to 2 a farmer gains 14 l, the others lose 16 l." in output
    assert "The smallest tax that makes 9 cows an equilibrium is 14 l a cow, though not the only one." in output
    assert "With a tax of more than 14 l and less than 16 l it is the only one." in output


def test_it_fits_into_a_hundred_columns(magnate, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    for allowed in ("1,2", "1-3", "0+"):
        assert max(map(len, magnate("commons", "--allowed", allowed).out.splitlines())) <= 100


def test_a_narrow_terminal_cuts_no_number_off(magnate, monkeypatch):
    monkeypatch.setenv("COLUMNS", "60")
    output = magnate("commons").out
    assert "…" not in output
    assert max(map(len, output.split("What can be done")[1].splitlines()[:16])) <= 60
    assert "9 18 162 ▇▇▇▇▇▇▇▇ the most" in " ".join(output.split())


def test_more_cows_allowed_is_a_deeper_tragedy(magnate):
    output = words(magnate("commons", "--allowed", "1-3"))
    assert "13 1 2 → 3 +6 −20 −14 130" in output
    assert "15 cows, 90 l: 3 farmers have 2 cows, 3 have 3 cows" in output
    assert "16 cows, 64 l: 1 farmer has 1 cow, 5 have 3 cows or 2 farmers have 2 cows, 4 have 3 cows" in output
    assert "price of anarchy 81/32 (2.531)" in output
    assert "price of stability 9/5 (1.8)" in output
    without = words(magnate("commons", "--allowed", "1+"))
    assert "21 to 108 cows, no milk at all" in without
    assert "price of anarchy ∞" in without


def test_only_the_levers_that_are_asked_for(magnate):
    output = words(magnate("commons", "--tax", "15", "--tax", "29/2", "--quota", 10, "--subsidy", 15))
    assert "tax of 15 l a cow 9 162 3 to 6 135" in output
    assert "tax of 14.5 l a cow 9 162 3.5 to 7 130.5" in output
    assert "at most 10 cows in all 10 160 16 to 32" in output
    assert "15 l for a cow less 9 162 33 to 36 −45" in output
    assert "sharing" not in output
    assert "sharing the milk 9 162 27" in words(magnate("commons", "--sharing", "--owner"))
    assert "tax of 17 l a cow, returned 9 162 26.5 to 27.5" in words(magnate("commons", "--tax", 17, "--returned"))


def test_json_has_exact_fractions(magnate):
    found = magnate("commons", "--json", "--loss", "1/3").json
    assert found["kind"] == "commons"
    assert found["result"]["pasture"]["loss"] == pytest.approx(1 / 3)
    found = magnate("commons", "--json").json["result"]
    assert found["optimum"] == {"cows": [9], "milk": 162.0}
    assert found["tax"]["smallest"] == {"value": 14.0, "fraction": "14"}
    assert not found["tax"]["alone_at_smallest"]
    assert [one["high"]["fraction"] for one in found["tax"]["only"]] == ["16"]
    free = found["outcomes"][0]
    assert (free["lever"], free["price_of_anarchy"]["fraction"]) == ("nothing", "9/8")
    assert free["equilibria"] == [
        {
            "cows": 12,
            "milk": 144.0,
            "left_to_a_farmer": [24.0, 24.0],
            "village": 0.0,
            "patterns": [[{"cows": 2, "farmers": 6}]],
            "all_patterns": True,
        }
    ]
    assert [step["milk"] for step in found["steps"]] == [140, 160, 162, 160, 154, 144]


@pytest.mark.parametrize("picture", ["milk", "next-cow", "levers"])
@pytest.mark.parametrize("allowed", ["1,2", "0+", "2"])
def test_pictures(magnate, tmp_path, picture, allowed):
    file = tmp_path / "picture.svg"
    done = magnate("commons", "--allowed", allowed, "--svg", file, "--picture", picture)
    assert done.code == 0
    assert str(file) in done.err.replace("\n", "")
    root = ET.fromstring(file.read_text(encoding="utf-8"))  # noqa: S314 - our own text
    width, height = float(root.get("width")), float(root.get("height"))
    for one in root.iter():
        assert all(-24 <= float(one.get(name, 0)) <= width for name in ("x", "x1", "x2"))
        assert all(float(one.get(name, 0)) <= height for name in ("y", "y1", "y2"))
        assert float(one.get("width", 1)) >= 0
        assert float(one.get("height", 1)) >= 0


@pytest.mark.parametrize(
    ("arguments", "output"),
    [
        ("--allowed 3,x", '"3,x" are no numbers of cows'),
        ("--allowed 3-1", "no number of cows is allowed"),
        ("--allowed 1+ --loss 0", "needs a limit"),
        ("--farmers 0", "the number of farmers is 0"),
        ("--yield much", 'the yield of a cow is "much"'),
        ("--loss=-1", "negative"),
        ("--yield 1e400", "too large"),
        ("--picture levers", "--picture says what --svg draws"),
        ("--tax lots", 'the tax is "lots"'),
        ("--quota 5", "no quota below that"),
        ("--returned", "there is none"),
        ("--picture cows", 'no picture "cows"'),
        ("--svg nowhere/picture.svg", "the folder does not exist"),
    ],
)
def test_what_makes_no_sense_is_a_sentence(magnate, arguments, output):
    done = magnate("commons", *arguments.split())
    assert done.code in {2, 5}
    assert done.err.startswith("error: ")
    assert "hint: " in done.err
    assert output in " ".join(done.err.split())
    assert not done.out


def test_where_there_can_be_no_milk_nobody_is_to_blame(magnate):
    output = " ".join(magnate("commons", "--yield", "0").out.split())
    assert "6 to 12 cows, no milk at all: nor can there be any" in output
    crowded = " ".join(magnate("commons", "--allowed", "1+").out.split())
    assert "no milk at all: there are so many that no farmer alone can help it" in crowded
