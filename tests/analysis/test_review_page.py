"""The page of a review: it needs nothing else, shows what the review says, and names cannot become markup."""

import json
import re
from dataclasses import replace
from html import escape
from pathlib import Path

import pytest

import magnate
from magnate.analysis.review import review
from magnate.analysis.review_boards import board_of, page_part
from magnate.analysis.review_page import _hash, parts_of, review_page
from magnate.analysis.review_words import ReviewWords
from magnate.messages import FOLDER

ROOT = Path(__file__).parents[2]
EVIL = '<script>alert(1)</script> & "Bob"'
DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
CHANGES, SHARES, STEP = 5, 3, 6


def data_of(page):
    return json.loads(DATA.search(page)[1])


def replayed(frames):
    """The values of the board at each frame, as the script rebuilds them."""
    values = {}
    for frame in frames:
        changes = frame[CHANGES]
        values |= dict(zip(changes[::2], changes[1::2], strict=True))
        yield [values[at] for at in range(len(values))]


@pytest.fixture(scope="module", params=["tictactoe", "pig", "monopoly"])
def reviewed(request):
    """A game, its review and its page; a player's name is markup."""
    agents = {"monopoly": ["baseline", "strategic"]}.get(request.param, "random")
    record = magnate.load(request.param, players=2).play(agents, seed=3)
    found = review(record)
    sheets = (replace(found.seats[0], name=EVIL), *found.seats[1:])
    found = replace(found, names=(EVIL, *found.names[1:]), seats=sheets)
    return record, found, review_page(found, record)


def test_it_needs_nothing_else(reviewed):
    page = reviewed[2]
    assert re.findall(r"<(?:link|img|iframe|object|embed|form)\b|\bsrc=|@import|url\(|\bhref=", page) == []
    assert set(re.findall(r"https?://[^\s\"'<]+", page)) <= {"http://www.w3.org/2000/svg"}
    style, script = (re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL) for tag in ("style", "script"))
    assert len(style) == len(script) == 1
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)[1]
    assert f"script-src '{_hash(script[0])}'; style-src '{_hash(style[0])}'" in policy
    assert policy.startswith("default-src 'none'")
    assert " style=" not in page
    assert re.findall(r"\son\w+=", page.replace(script[0], "")) == []


def test_a_game_of_1500_steps_has_at_most_1_5_megabytes(reviewed):
    record, _, page = reviewed
    assert len(page.encode()) <= 120_000 + 900 * record.steps


def test_names_are_never_markup(reviewed):
    page = reviewed[2]
    assert EVIL not in page
    assert "<script>alert" not in page
    assert data_of(page)["seats"][0]["name"] == EVIL
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;Bob&quot;" in page


def test_the_replay_is_the_game(reviewed):
    record, found, page = reviewed
    frames, board = data_of(page)["frames"], board_of(record.game)
    states = list(replayed(frames))
    positions = list(record.positions())
    assert states[0] == board.values(positions[0])
    assert states[-1] == board.values(positions[-1])
    every = [board.values(position) for position in positions]
    at = 0
    for state in states:  # each is a position of the game, in its order
        at = every.index(state, at)
    assert frames[-1][SHARES] == [round(10_000 * share) for share in record.replay().utility()]
    assert all(abs(sum(frame[SHARES]) - 10_000) <= found.players for frame in frames)


def test_the_lists_are_the_review(reviewed):
    found, data = reviewed[1], data_of(reviewed[2])
    listed = {one["number"]: one for one in data["decisions"]}
    for number, one in enumerate(found.decisions):
        if one.forced and number not in listed:
            continue
        shown = listed[number]
        assert (shown["seat"], shown["label"]) == (one.seat, one.label or one.doubt)
        assert shown["loss"] == round(10_000 * one.loss)
    shown = {frame[4] for frame in data["frames"] if frame[4] >= 0}
    assert shown == set(listed)
    moved = [one for one in found.events if max(map(abs, one.luck)) >= 0.0005]
    assert [one["luck"] for one in data["events"]] == [[round(10_000 * luck) for luck in one.luck] for one in moved]


def test_the_sheet_adds_up(reviewed):
    found, page = reviewed[1:]
    for one in found.seats:
        assert one.start + sum(part for _, part in parts_of(one)) == pytest.approx(one.result, abs=1e-9)
        for _, part in parts_of(one):
            assert f"<td>{ReviewWords().points(part)}</td>" in page
    assert page.count("Balance sheet of ") == found.players


def test_luck_by_kind_is_the_sheets(reviewed):
    found, data = reviewed[1], data_of(reviewed[2])
    for one, shown in zip(found.seats, data["seats"], strict=True):
        wanted = {**one.luck_by_kind, "all": one.luck}
        assert shown["luck"] == {kind: round(10_000 * share) for kind, share in wanted.items()}


def test_every_sentence_and_where_the_numbers_come_from_are_told(reviewed):
    found, page = reviewed[1:]
    assert len(found.sentences) == found.players
    for sentence in ReviewWords().sentences(found, named=True):
        assert escape(sentence) in page
    for words in ("Win chances", "Labels", "Open decisions", "Seed, version", magnate.__version__):
        assert words in page


def test_equal_names_get_numbers():
    record = magnate.load("tictactoe").play("random", seed=1)
    names = [one["name"] for one in data_of(review_page(review(record), record))["seats"]]
    assert names == ["random 1", "random 2"]
    assert [one["initial"] for one in data_of(review_page(review(record), record))["seats"]] == ["R", "2"]


def test_the_map_of_brass_is_that_of_the_table():
    layout = (ROOT / "web/src/games/brass/layout.ts").read_text(encoding="utf-8")
    centres = re.search(r"const CENTRES[^=]*= \{(.*?)\n\};", layout, re.DOTALL)[1]
    placed = {name: [int(x), int(y)] for name, x, y in re.findall(r"(\w+): \[(\d+), (\d+)\]", centres)}
    assert json.loads(page_part("brass_map.json")) == placed
    assert len(placed) == 27


def test_brass_is_told_by_values():
    record = magnate.load("brass", players=2).play("random", seed=1)
    board, position = board_of("brass"), record.replay()
    values, shown = board.values(position), position.view()
    spaces = sum(len(place["spaces"]) for place in board.fixed["places"])
    merchants = sum(place["merchants"] for place in board.fixed["places"])
    lines = len(board.fixed["lines"])
    assert len(values) == 3 * 2 + spaces + merchants + lines + 3
    tiles = values[6 : 6 + spaces]
    wanted = [space for place in shown["places"] for space in place["spaces"]]
    assert [(tile[:1], tile[-1:] == "*") for tile in tiles] == [
        ("" if space["owner"] is None else str(space["owner"]), space["flipped"]) for space in wanted
    ]
    assert values[6 + spaces + merchants : -3] == [
        -1 if one["owner"] is None else one["owner"] for one in shown["lines"]
    ]


def test_frames_count_the_steps_of_the_record(reviewed):
    record, _, page = reviewed
    board, positions = board_of(record.game), list(record.positions())
    frames = data_of(page)["frames"]
    steps = [frame[STEP] for frame in frames]
    assert (steps[0], steps[-1]) == (0, record.steps)
    assert steps == sorted(set(steps))
    for step, values in zip(steps, replayed(frames), strict=True):
        assert values == board.values(positions[step])


def test_the_turning_points_lead_to_what_came_of_them(reviewed):
    found, data = reviewed[1], data_of(reviewed[2])
    assert len(data["turning"]) == len(found.turning_points)
    for one, shown in zip(found.turning_points, data["turning"], strict=True):
        steps = [frame[STEP] for frame in data["frames"]]
        assert steps[shown["frame"] - 1] <= one.at < steps[shown["frame"]]
        assert shown["change"] == [round(10_000 * share) for share in one.change]


def test_who_gave_whom_adds_up_to_others(reviewed):
    found, page = reviewed[1:]
    table = re.search(r"Who gave whom.*?<tbody>(.*?)</tbody>", page, re.DOTALL)[1]
    rows = [re.findall(r"<td>(.*?)</td>", row) for row in re.findall(r"<tr>(.*?)</tr>", table)]
    assert [[cell == "–" for cell in row] for row in rows] == [
        [maker == one for one in range(found.players)] for maker in range(found.players)
    ]
    for one in found.seats:
        column = [float(row[one.seat].replace("−", "-")) for row in rows if row[one.seat] != "–"]
        assert sum(column) == pytest.approx(100 * one.others, abs=0.06 * len(column))


def test_shares_of_the_chips_are_not_called_chances_to_win():
    record = magnate.load("kuhn").play("random", seed=1)
    page = review_page(review(record), record)
    assert data_of(page)["measure"] == "Expected shares"
    assert "Win chances" not in page
    assert "0.01 of the win" not in page


def english_words():
    return json.loads((FOLDER / "en" / "review.json").read_text(encoding="utf-8"))


def test_the_script_has_words_for_all_that_it_says_and_none_besides():
    scripts = "".join(page_part(name) for name in ("page.js", "monopoly.js", "brass.js", "text.js"))
    said = set(re.findall(r'\bt\("(\w+)"', scripts))
    said |= {name for pair in re.findall(r'\bt\([^()]*\? "(\w+)" : "(\w+)"', scripts) for name in pair}
    goods = {"cotton", "manufacturer", "pottery", "coal", "iron", "brewery", "beer"}
    assert said | goods == {key.removeprefix("script.") for key in english_words() if key.startswith("script.")}


@pytest.mark.parametrize("language", ["ro", "fa"])
def test_a_page_in_another_language_says_nothing_in_english(reviewed, language):
    record, found, _ = reviewed
    page = review_page(found, record, language)
    assert f'<html lang="{language}" dir="{"rtl" if language == "fa" else "ltr"}">' in page
    shown = re.sub(r"<(style|script)\b.*?</\1>", "", page, flags=re.DOTALL)
    english = english_words()
    for key in ("page.choice", "page.turning", "page.decisions", "page.rates", "head.drift", "about.labels.text"):
        assert escape(english[key]) not in shown
    data = data_of(page)
    assert data["language"] == language
    assert data["words"]["first"] != english["script.first"]
    assert not {one["text"] for one in data["decisions"]} & {one["text"] for one in data_of(reviewed[2])["decisions"]}
    plain = [[*frame[:2], *frame[3:]] for frame in data["frames"]]
    if record.game == "pig":  # its board is a text in English
        return
    assert plain == [[*frame[:2], *frame[3:]] for frame in data_of(reviewed[2])["frames"]]


def test_what_rollouts_have_checked_and_what_counts_once_is_shown():
    record = magnate.load("monopoly", "official", 2).play(["baseline", "strategic"], seed=3, limit=60)
    found = review(record)
    first, *others = found.decisions
    decisions = (replace(first, checked=True, repeated=True), *others)
    page = review_page(replace(found, decisions=decisions, refined=4, refined_by="strategic", sampled=1), record)
    shown = {one["number"]: (one["checked"], one["repeated"]) for one in data_of(page)["decisions"]}
    assert shown == {number: (one.checked, one.repeated) for number, one in enumerate(decisions)}
    assert "1 of them, from those that seemed to cost nothing; 0 cost something" in page
    assert "costs once, and again only as far as" in page
