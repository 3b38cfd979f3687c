"""Logged games: two recorded ones replay exactly (cases, section A), and whatever is changed in one is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from magnate.core.game import Record
from magnate.errors import BadRecord
from magnate.games.brass.board import CARDS
from magnate.games.brass.game_logs.model import read_log
from magnate.games.brass.game_logs.referee import Names
from magnate.games.brass.game_logs.replay import Replay

GAMES = Path(__file__).parent / "games"
LINK_TILES = {"synthetic_3p": 15, "synthetic_4p": 14}
"""The three players' game breaks a rule: seat 1 lays 15 rails."""
FINAL = {"synthetic_3p": (62, 125, 103), "synthetic_4p": (57, 104, 79, 70)}


@cache
def text(name: str) -> str:
    return (GAMES / f"{name}.json").read_text(encoding="utf-8")


def refused(change: Callable[[Any], None], name: str = "synthetic_4p") -> str:
    """What is said about a log that has been changed."""
    log = json.loads(text(name))
    change(log)
    with pytest.raises(BadRecord) as error:
        list(Replay(read_log(json.dumps(log))))
    return str(error.value)


@pytest.mark.parametrize("name", FINAL)
def test_a_recorded_game_replays_exactly(name):
    """Each number of the log is compared on the way; here once more, from what the replay yields."""
    log = json.loads(text(name))
    replay = Replay(read_log(text(name)), link_tiles=LINK_TILES[name])
    played = list(replay)
    assert len(played) == len(log["actions"])
    for ours, theirs in zip(played, log["actions"], strict=True):
        assert (ours.n, ours.player, ours.era, ours.action) == tuple(
            theirs[key] for key in ("n", "player", "era", "action")
        )
        assert ours.after_action == theirs["after_action"]
        assert ours.round_end == theirs.get("round_end")
        assert sorted(ours.shortfall, key=str) == sorted(theirs.get("shortfall", []), key=str)
        era = theirs.get("era_end")
        assert (ours.era_end is None) == (era is None)
        if era is not None:
            assert {key: ours.era_end[key] for key in ("link_vp", "tile_vp", "vp_total")} == {
                key: era[key] for key in ("link_vp", "tile_vp", "vp_total")
            }
            assert sorted(ours.era_end["links"]) == sorted(era["links"])
            assert sorted(ours.era_end["tiles"]) == sorted(era["tiles"])
    record = replay.record()
    assert record.result is not None
    assert record.result.score == FINAL[name]
    assert Record.from_json(record.to_json()) == record


@pytest.mark.long
@pytest.mark.parametrize("name", FINAL)
def test_the_record_is_true_for_the_compiled_rules(name):
    replay = Replay(read_log(text(name)), link_tiles=LINK_TILES[name])
    list(replay)
    assert replay.record().verify().decisions > 200


def test_the_fifteenth_rail_of_a_log_is_refused_unless_it_is_accepted():
    replay = Replay(read_log(text("synthetic_3p")))
    with pytest.raises(BadRecord) as error:
        list(replay)
    assert "action 96 (seat 1, network): that is the seat's link number 15, but it has 14" in str(error.value)
    assert "--link-tiles 15" in error.value.hint
    assert Replay(read_log(text("synthetic_4p"))).options.link_tiles == 14


def test_a_double_link_beyond_the_tiles_is_refused_as_a_whole():
    """Seat 2 lays its links number 10 and 11 at once: with 10 tiles, not the first of them alone."""
    replay = Replay(read_log(text("synthetic_4p")), link_tiles=10)
    with pytest.raises(BadRecord, match=r"action 101 \(seat 2, network\): that is .* number 11, but it has 10"):
        list(replay)


def test_the_beginning_of_a_game_is_a_log_too():
    log = json.loads(text("synthetic_3p"))
    log["actions"] = log["actions"][:80]
    del log["final"]
    replay = Replay(read_log(json.dumps(log)))
    assert len(list(replay)) == 80
    assert replay.record().result is None


def test_a_log_may_call_cards_and_lines_as_the_data_file_does():
    """Bare ids, ``wild_location`` and ``wild_industry``, and the ends of a line the other way round."""
    data = json.loads((resources.files("magnate.games.brass") / "data.json").read_text("utf-8"))
    ids = list(data["cards"]["location"])
    ids += ["+".join(one["icons"]) for one in data["cards"]["industry"]]
    ids += [name for name in data["cards"] if name.startswith("wild_")]
    assert len(ids) == 27
    spelled = text("synthetic_4p")
    for name in ids:
        sort = name.removeprefix("wild_")
        for prefix in ("location:", "industry:", "wild:"):
            spelled = spelled.replace(f'"{prefix}{sort}"', f'"{name}"')
    assert ("location:" in spelled, "industry:" in spelled, '"wild' in spelled) == (False, False, False)
    log = json.loads(spelled)
    for action in log["actions"]:
        action["links"] = ["-".join(reversed(line.split("-"))) for line in action.get("links", [])]
    assert [one.after_action for one in Replay(read_log(json.dumps(log)))] == [
        one["after_action"] for one in json.loads(text("synthetic_4p"))["actions"]
    ]


@pytest.mark.parametrize("name", ["wild_location", "wild:location", "wild-location", "wild:wild_location"])
def test_wild_cards_have_one_meaning_however_they_are_spelled(name):
    log = json.loads(text("synthetic_4p"))
    log["start_hands"][0][0] = name
    log["start_hands"][0][1] = name.replace("location", "industry")
    assert [CARDS[card].id for card in read_log(json.dumps(log)).start_hands[0][:2]] == [
        "wild-location",
        "wild-industry",
    ]


def test_an_unknown_card_is_told_with_the_ids():
    said = refused(lambda log: log["start_hands"][0].__setitem__(0, "location:london"))
    assert '"location:london" is no card: the cards are location:belper, ' in said
    assert "industry:cotton+manufacturer" in said
    assert "wild_location, wild_industry" in said


@pytest.mark.parametrize("field", ["money", "income_space", "vp", "spent_this_round"])
@pytest.mark.parametrize("number", [0, 46, 75, 123])
def test_a_changed_number_is_found(number, field):
    def change(log: Any) -> None:
        log["actions"][number]["after_action"][field][1] += 1

    assert f"action {number} (seat" in refused(change)
    assert f": {field} is" in refused(change)


def test_a_changed_round_end_is_found():
    def change(log: Any) -> None:
        ends = [action for action in log["actions"] if "round_end" in action]
        ends[4]["round_end"]["next_order"].reverse()

    assert "round_end.next_order is" in refused(change)


def test_a_changed_era_end_is_found():
    def change(log: Any) -> None:
        log["actions"][-1]["era_end"]["links"][3][2] += 1

    assert "era_end.links is" in refused(change)


def test_a_changed_debt_is_found():
    def change(log: Any) -> None:
        log["actions"][43]["shortfall"][0]["tiles_sold"].pop()

    assert refused(change).startswith("action 43 (seat ")


def test_a_changed_end_is_found():
    def change(log: Any) -> None:
        log["final"]["winner"] = 0

    assert refused(change) == "the end: winner is 1; the log says 0"


def test_a_source_that_was_not_used_is_found():
    def change(log: Any) -> None:
        log["actions"][5]["resources"].append({"iron_from": "market", "price": 4})

    assert refused(change) == "action 5 (seat 1, build): it takes no iron; the log names 1 source"


def test_another_price_is_found():
    def change(log: Any) -> None:
        log["actions"][102]["resources"][0]["price"] = 0

    assert refused(change) == "action 102 (seat 1, build): iron is £1; the log says £0"


def test_a_turn_out_of_order_is_refused():
    def change(log: Any) -> None:
        log["actions"][0]["round"] = 2

    assert "it is seat" in refused(change)


def test_cards_that_the_game_does_not_have_are_refused():
    def change(log: Any) -> None:
        log["draw_deck_in_order"][0] = "location:tamworth"

    assert "the log's deck does not go with its hands" in refused(change)


def test_merchants_of_another_number_of_players_are_refused():
    def change(log: Any) -> None:
        log["merchants"]["nottingham"] = ["cotton", "blank"]

    assert "the log's merchants are not those of 3 players" in refused(change, "synthetic_3p")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("[]", "this is no log of a game of Brass"),
        ("{", "this is no log of a game of Brass"),
        ('{"players": 5}', "players must be at most 4 (got 5)"),
        ('{"players": 2, "colour": "red"}', "colour is not known here"),
    ],
)
def test_what_is_no_log_is_refused(content, said):
    with pytest.raises(BadRecord) as error:
        read_log(content)
    assert said in str(error.value)


def test_a_build_without_a_space_is_refused():
    def change(log: Any) -> None:
        del log["actions"][5]["slot"]

    assert "a build needs level, at, slot and money_cost" in refused(change)


ALIKE = {"worcester": (0, 1), "birmingham": (1, 3), "tamworth": (0, 1)}
"""Slots of a town that show the same."""


def renamed(part: Any) -> Any:
    """A part of a log in which those slots have changed names."""
    if isinstance(part, list):
        return [renamed(one) for one in part]
    if not isinstance(part, dict):
        return part
    found = {key: renamed(value) for key, value in part.items()}
    slots = ALIKE.get(str(part.get("at")), ())
    if part.get("slot") in slots:
        found["slot"] = sum(slots) - part["slot"]
    return found


@pytest.mark.parametrize("name", FINAL)
def test_either_of_two_like_spaces_may_have_been_built_on(name):
    """The record is the same, since our rules offer the first of them only."""
    log = json.loads(text(name))
    other = {**log, "actions": renamed(log["actions"])}
    assert other != log
    one, two = (Replay(read_log(json.dumps(which)), link_tiles=LINK_TILES[name]) for which in (log, other))
    assert len(list(one)) == len(list(two))
    assert one.record() == two.record()


@pytest.mark.parametrize("name", FINAL)
def test_the_order_of_an_actions_sources_is_nothing(name):
    """All that is taken is the same, so is the end of the game."""
    log = json.loads(text(name))
    other = json.loads(text(name))
    for action in other["actions"]:
        action["resources"].reverse()
        for sale in action.get("sales", []):
            sale["beer"].reverse()
    assert other != log
    one, two = (Replay(read_log(json.dumps(which)), link_tiles=LINK_TILES[name]) for which in (log, other))
    assert len(list(one)) == len(list(two))
    assert one.record().final_hash == two.record().final_hash


@pytest.mark.parametrize(
    ("seats", "names"),
    [(["Ann", "Ben", "Cy"], ("Ann", "Ben", "Cy")), (["Ann", "Ben"], None), (["Ann", "", "Cy"], None), (None, None)],
)
def test_the_players_names_go_into_the_record(seats, names):
    log = json.loads(text("synthetic_3p")) | {"seats": seats, "actions": []}
    del log["final"]
    replay = Replay(read_log(json.dumps(log)))
    assert list(replay) == []
    assert replay.record().agents == names


def test_spaces_change_names():
    names = Names()
    first, second = names.spaces["tamworth.0"], names.spaces["tamworth.1"]
    names.swap(first, second)
    assert names.spaces["tamworth.0"] == second
    assert names.name(second) == "tamworth.0"
    names.swap(second, first)
    assert names.spaces == Names().spaces
