"""A live game: what it allows, what it tells, and that it is the same after a restart."""

import json
import random

import pytest

import magnate
from magnate.core.wording import action_message
from magnate.errors import Refused
from magnate.server.records import Played, record_of, verified
from magnate.server.rooms import encoded
from magnate.server.table import Table, together
from magnate.server.table_config import TableConfig
from magnate.server.timeline import LogEntry, headed, public_entry, replayed_frames
from tests.games_for_tests import peek

from .live import again, begun, game_of, move, table


def names(decision):
    return [action["name"] for action in decision["actions"]]


def keys(lines):
    return [line["m"]["k"] for line in lines]


# ------------------------------------------------------------------------------------------------ moving


def test_the_seat_to_move_is_asked_and_nobody_else():
    at = table(("tictactoe", 2))
    asked = at.decision(0)
    assert (asked["seat"], asked["id"], len(asked["actions"])) == (0, "d0", 9)
    assert asked["facets"] == ["kind", "place", "column", "row"]
    assert at.decision(1) is None
    assert at.decision(None) is None


def test_an_agents_decision_is_shown_to_nobody():
    at = table(("tictactoe", 2), agents={0: "random"})
    assert at.decision(0) is None
    assert at.agent_next.seat == 0


def test_a_step_says_what_happened_and_asks_the_next():
    at = table(("tictactoe", 2))
    change = move(at, "b2", cid="c1")
    mine, other, public = (at.step(change, viewpoint) for viewpoint in (0, 1, None))
    assert (mine["seq"], mine["at"], mine["cid"]) == (1, 1, "c1")
    assert "cid" not in other
    assert mine["decision"] is None
    assert len(names(other["decision"])) == 8
    assert mine["lines"] == other["lines"] == public["lines"]
    assert [line["seat"] for line in mine["lines"]] == [0]
    assert "undone" not in mine


@pytest.mark.parametrize(
    ("seat", "actions", "reason"),
    [(1, ["a1"], "not_yours"), (0, ["b9"], "illegal"), (0, ["b2", "a1"], "refused")],
)
def test_what_is_not_allowed_changes_nothing(seat, actions, reason):
    at = table(("tictactoe", 2))
    before = encoded(at.sync(0, (), 9))
    with pytest.raises(Refused) as refused:
        at.plan_move(seat, actions)
    assert refused.value.reason == reason
    assert encoded(at.sync(0, (), 9)) == before


def test_several_decisions_of_one_seat_are_taken_together_or_not_at_all():
    at = table(("monopoly", 2))
    seat = at.position.to_move
    trade = [name for name in names(at.decision(seat)) if name.startswith("trade:")]
    at = table(game_of("monopoly", 2), start=_with_deeds())
    seat = at.position.to_move
    trade = [name for name in names(at.decision(seat)) if name.startswith("trade:")][:1]
    assert trade, "the one to move may offer a trade"
    inside = at.preview(seat, trade)["decision"]
    item = next(name for name in names(inside) if name.startswith("item:"))
    change = at.plan_move(seat, [*trade, item])
    assert [frame.part for frame in change.frames] == [0, 1]
    at.make(change)
    assert (at.seq, at.at) == (1, 2)
    assert at.undo_target(seat) == 0  # both are taken back together
    with pytest.raises(Refused):
        at.plan_move(seat, [item, "no such thing"])


def _with_deeds():
    """A position of Monopoly before a throw, in which both have something to trade."""
    rnd = random.Random(1)
    at = table(("monopoly", 2), seed=3)
    while True:
        position = at.position
        seat = position.to_move
        deeds = [player["deeds"] for player in position.view(None)["players"]]
        offers = [action for action in position.legal() if action.name.startswith("trade:")]
        if all(deeds) and offers:
            return position.to_setup()
        buying = [action.id for action in position.legal() if action.name.startswith("buy")]
        move(at, (buying or [rnd.choice(position.legal_ids())])[0])
        assert not at.over
        assert seat >= 0


def test_what_follows_chance_cannot_be_decided_with_what_comes_before_it():
    at = table(("pig", 2))
    with pytest.raises(Refused) as refused:
        at.plan_move(0, ["roll", "hold"])
    assert refused.value.reason == "refused"
    assert refused.value.localized.key == "table.refused.early"
    assert at.at == 0


# ------------------------------------------------------------------------------------------- taking back


def test_a_decision_that_nothing_followed_is_taken_back():
    at = table(("tictactoe", 2))
    before = at.position.hash
    move(at, "b2")
    change = at.plan_undo(0)
    at.make(change)
    assert at.position.hash == before
    assert (at.at, at.seq, at.takebacks) == (0, 2, 1)
    step = at.step(change, 0)
    assert (step["undone"], step["undo"]) == (True, False)
    assert step["decision"]["id"] == "d2"
    assert keys(step["lines"]) == ["table.undo"]
    assert keys(at.log(None)) == ["table.undo"]


def test_who_has_decided_is_told_that_it_may_take_that_back_until_another_seat_decides():
    at = table(("tictactoe", 2))
    change = move(at, "b2")
    assert [at.step(change, viewpoint)["undo"] for viewpoint in (0, 1, None)] == [True, False, False]
    assert [at.sync(viewpoint, (), 9)["undo"] for viewpoint in (0, 1, None)] == [True, False, False]
    change = move(at, "a1")
    assert [at.step(change, viewpoint)["undo"] for viewpoint in (0, 1, None)] == [False, True, False]


def test_the_last_decision_of_a_game_is_not_offered_to_be_taken_back():
    at = table(("tictactoe", 2))
    for name in ("a1", "b1", "a2", "b2", "a3"):
        change = move(at, name)
    assert at.over
    assert at.step(change, 0)["undo"] is False


def test_another_seats_decision_is_a_barrier():
    at = table(("tictactoe", 2))
    move(at, "b2")
    move(at, "a1")
    assert at.undo_target(0) is None
    assert at.undo_target(1) == 1
    with pytest.raises(Refused) as refused:
        at.plan_undo(0)
    assert refused.value.localized.key == "table.refused.undo"


def test_dice_are_a_barrier():
    at = table(("pig", 2))
    move(at, "roll")
    assert at.undo_target(0) is None
    if at.position.to_move == 0:
        move(at, "hold")
        assert at.undo_target(0) == 1  # the hold, but not the throw before it
        at.make(at.plan_undo(0))
        assert at.undo_target(0) is None


def test_a_seat_is_told_how_it_left_the_table():
    """So a page can ask for the first throw of a game, and for one that came while it was not there."""
    at = table(("monopoly", 2))
    thrower = at.position.to_move
    message = at.sync(thrower, (), 200)
    assert [player["square"] for player in message["before"]["view"]["board"]["players"]] == [0, 0]
    assert message["before"]["lines"] == len(message["log"])
    assert keys(message["log"])[1] == "monopoly.event.throws"
    left = {"lines": message["before"]["lines"], "parts": message["before"].get("parts")}
    told = at.sync(None, (), 200)["before"]
    assert left.items() <= {"parts": None, **told}.items(), "who has never been here has not thrown"
    for seat in range(2):
        at.claim(seat)
    assert "before" not in at.sync(None, (), 200)
    assert at.sync(None, (), 200, {thrower})["before"] == told
    assert "before" not in at.sync(thrower, (), 1), "not all that has happened is among the last lines"
    while at.position.to_move == thrower or not at.frames[-1].by_chance or at.frames[-1].seat == thrower:
        move(at, at.position.legal()[-1].name)
    left = max(step for step, frame in enumerate(at.frames) if frame.seat == thrower)
    message = at.sync(thrower, (), 200)
    assert message["before"]["view"]["at"] == left
    assert together(message["before"]["view"]["board"], at.static_view or {}) == at.position_at(left).view(thrower)
    assert [line["at"] > left for line in message["log"][-message["before"]["lines"] :]] == [True] * message["before"][
        "lines"
    ]
    played = table(("monopoly", 2), agents={0: "random"})
    played.claim(1)
    assert "before" not in played.sync(0, (), 200)


def test_dice_are_the_same_when_something_was_taken_back():
    def throws(back):
        at = table(("pig", 2), seed=11)
        while at.position.to_move != 0 or at.position.view(None)["total"] == 0:
            move(at, "roll" if at.position.to_move == 0 else at.position.legal()[-1].name)
        move(at, "hold")
        if back:
            at.make(at.plan_undo(0))
            move(at, "hold")
        for _ in range(20):
            if not at.over:
                move(at, "roll")
        return at.position.history

    assert throws(True) == throws(False)


@pytest.mark.parametrize("seed", range(6))
def test_what_a_card_has_told_is_not_taken_back(seed):
    at = table(magnate.load(peek), seed=seed)
    move(at, "0")  # to wait
    assert at.undo_target(0) == 0
    move(at, "1")  # to look
    assert at.undo_target(0) is None
    move(at, "1")  # what one knows already, tells nothing
    assert at.over


@pytest.mark.parametrize("seed", range(6))
def test_to_look_again_tells_nothing_new(seed):
    at = table(magnate.load(peek), seed=seed)
    move(at, "1")
    move(at, "1")
    assert at.undo_target(0) == 1


def test_a_preview_does_not_tell_what_a_look_would():
    at = table(magnate.load(peek))
    assert at.preview(0, ["1"]) == {"lines": [], "view": None, "decision": None, "whole": True, "reasons": []}
    assert at.preview(0, ["0"])["view"]["board"] == {"card": None, "looked": False, "moves": 1}


def test_a_whole_move_is_taken_back_however_many_decisions_it_has():
    at = table(("brass", 2))
    seat = at.position.to_move
    move(at, "build")
    move(at, at.position.legal()[0].name)
    assert (at.position.to_move, at.at) == (seat, 2)
    assert at.undo_target(seat) == 0
    assert [at.move_start(step) for step in range(3)] == [0, 0, 0]
    at.make(at.plan_undo(seat))
    assert "build" in names(at.decision(seat))


def test_what_is_a_move_of_its_own_is_taken_back_alone():
    players = [{"cash": 900, "deeds": ["baltic-avenue", "boardwalk"]}, {"cash": 700}]
    at = table(game_of("monopoly", 2), start={"phase": "before", "players": players})
    move(at, "mortgage:baltic-avenue")
    move(at, "mortgage:boardwalk")
    assert at.undo_target(0) == 1
    assert at.move_start(1) == 1


def test_free_taking_back_goes_over_dice_and_agents():
    at = table(("pig", 2), undo="free", agents={1: "random"})
    move(at, "roll")
    while at.position.to_move == 0:
        move(at, "hold" if "hold" in names(at.decision(0)) else "roll")
    move(at, at.position.legal()[0].name)  # the agent
    target = at.undo_target(0)
    at.make(at.plan_undo(0))
    assert at.at == target
    assert at.position.to_move == 0


def test_nothing_is_taken_back_when_the_game_is_over():
    at = table(("tictactoe", 2))
    for name in ("a1", "b1", "a2", "b2", "a3"):
        move(at, name)
    assert at.over
    with pytest.raises(Refused) as refused:
        at.plan_undo(0)
    assert refused.value.reason == "over"


def test_lines_about_the_table_outlive_what_is_taken_back():
    at = table(("tictactoe", 2))
    move(at, "b2")
    at.make(at.plan_note(public_entry("back", 1, seat=1)))
    at.make(at.plan_undo(0))
    assert keys(at.log(None)) == ["table.back", "table.undo"]
    assert {line["at"] for line in at.log(None)} == {0}


# --------------------------------------------------------------------------------------------- restarting


@pytest.mark.parametrize("game", [("tictactoe", 2), ("pig", 3), ("kuhn", 2)])
def test_a_table_is_the_same_to_the_byte_when_it_is_loaded(game):
    rnd = random.Random(5)
    at, first = begun(game)
    changes = [first]
    for number in range(30):
        if at.over:
            break
        seat = at.position.to_move
        if rnd.random() < 0.2 and at.undo_target(seat) is not None:
            change = at.plan_undo(seat, f"c{number}")
        elif rnd.random() < 0.1:
            change = at.plan_note(public_entry("back", seat, seat=seat))
        else:
            change = at.plan_move(seat, [rnd.choice(at.position.legal_ids())], f"c{number}")
        at.make(change)
        changes.append(change)
        found = again(at, changes)
        for viewpoint in (None, *range(at.players)):
            assert encoded(found.sync(viewpoint, (), 200)) == encoded(at.sync(viewpoint, (), 200))
            assert encoded({"": found.steps(viewpoint, 0, 50)}) == encoded({"": at.steps(viewpoint, 0, 50)})
        assert found.answered(seat, f"c{number}") == at.answered(seat, f"c{number}")
        assert found.turns() == at.turns()
        assert found.position.seed == at.position.seed
        assert found.position.streams().tobytes() == at.position.streams().tobytes()


# ---------------------------------------------------------------------------------------- looking around


def test_every_step_can_be_looked_at_as_it_was():
    at = table(("kuhn", 2))
    seen = [at.view(0)["board"]]
    for name in ("pass", "bet", "bet"):
        move(at, name)
        seen.append(at.view(0)["board"])
    assert [step["view"]["board"] for step in at.steps(0, 0, 99)] == seen
    assert [step["at"] for step in at.steps(0, 1, 2)] == [1, 2]
    assert at.steps(0, 9, 5) == []


def test_turns_are_runs_of_decisions_where_the_game_counts_none():
    at = table(("tictactoe", 2))
    for name in ("a1", "b1", "a2"):
        move(at, name)
    assert [(turn["at"], turn["seat"], turn["mark"]) for turn in at.turns()] == [
        (0, 0, "turn"),
        (1, 1, "turn"),
        (2, 0, "turn"),
        (3, 1, "turn"),
    ]
    assert all("mark" not in line for line in at.log(None))


def test_eras_rounds_and_turns_head_the_log_by_the_games_own_words():
    at = table(("brass", 2))
    assert [turn["mark"] for turn in at.turns()] == ["era", "round", "turn"]
    assert at.turns()[0]["label"]["a"]["era"]["k"] == "brass.era.canal"
    heads = [(line["mark"], line["m"]["k"]) for line in at.log(None) if "mark" in line]
    assert heads == [("era", "brass.event.round"), ("turn", "brass.event.turn")]
    at = table(("monopoly", 2), seed=4)
    while not [turn for turn in at.turns() if turn["at"] > 0]:
        move(at, at.position.legal()[0].name)
    assert [(turn["mark"], turn["label"]["a"]) for turn in at.turns()][:2] == [
        ("round", {"round": 1}),
        ("turn", {"seat": at.turns()[1]["seat"]}),
    ]
    heads = [(line["mark"], line["m"]["k"]) for line in at.log(None) if "mark" in line]
    assert heads[-1] == ("turn", "monopoly.event.turn")


def passing(seed):
    """A table of Monopoly at which the first throw leads to no decision: the next turn follows at once."""
    return begun(("monopoly", 4), seed)


@pytest.mark.parametrize("seed", [seed for seed in range(40) if len(passing(seed)[0].frames) > 1])
def test_a_turn_in_which_nobody_decides_is_a_step_of_its_own(seed):
    at, start = passing(seed)
    assert [line["m"]["a"]["seat"] for line in at.log(None) if line["m"]["k"] == "monopoly.event.turn"] == list(
        range(len(at.frames))
    )
    for number, frame in enumerate(at.frames):
        first, *more = at.readable(frame.entries(), number, None)
        assert first["m"]["k"] == "monopoly.event.turn"
        assert first["mark"] == ("turn" if number else "round")
        assert "monopoly.event.turn" not in keys(more)
    assert [turn["at"] for turn in at.turns() if turn["mark"] == "turn"] == list(range(len(at.frames)))
    found = again(at, [start])
    assert found.position.hash == at.position.hash
    assert [frame.to_json() for frame in found.frames] == [frame.to_json() for frame in at.frames]
    imported = replayed_frames(at.config.start_of(at.game), at.position.history, at.config.rules_version)
    assert [frame.to_json() for frame in imported] == [frame.to_json() for frame in at.frames]


def test_the_table_is_told_as_it_stood_between_turns_of_chance_alone():
    at = next(at for at in (passing(seed)[0] for seed in range(4, 40)) if len(at.frames) > 1)
    parts = at.sync(0, (), 200)["before"]["parts"]
    assert [part["view"]["at"] for part in parts] == list(range(at.at))
    assert all(part["view"]["to_act"] is None for part in parts)
    lines = at.log(0)
    assert keys(lines[: parts[0]["lines"]])[0] == keys(lines[parts[0]["lines"] :])[0] == "monopoly.event.turn"
    for _ in range(100):  # nobody buys anything
        frames = at.at
        names = [action.name for action in at.position.legal()]
        change = move(at, next(name for name in names if name in ("decline", "pass", "roll")))
        if len(change.frames) > 1:
            break
    assert at.at == frames + len(change.frames)
    told = at.step(change, None)
    assert sum(part["lines"] for part in told["parts"]) < len(told["lines"])
    assert [part["view"]["at"] for part in told["parts"]] == list(range(frames + 1, at.at))


def test_who_leaves_the_game_later_has_the_better_place():
    at = table(("monopoly", 4))
    gone = "monopoly.event.goes-bankrupt"
    leaves = [LogEntry({"k": gone + how, "a": {"seat": seat}}, 15, seat) for how, seat in LEFT]
    at.frames[0].lines += tuple(leaves)
    assert at._places([0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 900.0, 0.0]) == [3, 2, 1, 4]
    assert at._places([0.0, 0.0, 0.5, 0.5], [0.0, 0.0, 900.0, 900.0])[2] == 1
    small = table(("pig", 3))
    assert small._places([0.0, 1.0, 0.0], [20.0, 100.0, 70.0]) == [3, 1, 2]
    assert small._places([0.0, 1.0, 0.0], [20.0, 100.0, 20.0]) == [2, 1, 2]


LEFT = (("", 3), (".broke", 0), ("", 1))
"""Who goes bankrupt, in that order, and how."""


def on_to(at, kind, instead):
    """Move on until an action of that kind is offered, and take it; until then the first of ``instead``."""
    while True:
        found = [action.name for action in at.position.legal()]
        wanted = next((name for name in found if name.startswith(kind)), None)
        move(at, wanted or next(name for name in instead if name in found))
        if wanted:
            return wanted


def test_an_offer_that_is_answered_is_told_with_its_terms():
    at = table(("monopoly", 2))
    on_to(at, "buy", ("roll", "pass"))
    on_to(at, "trade:", ("roll", "decline", "pass"))
    item = on_to(at, "item:", ()).removeprefix("item:")
    on_to(at, "propose", ())
    told = {action.name: action_message(at.position, action.id) for action in at.position.legal()}
    keys = {name: message.key for name, message in told.items()}
    assert keys == {name: f"monopoly.action.{name}.terms" for name in ("accept", "reject")}
    for message in told.values():
        assert item in [*message.params["give"], *message.params["get"]]


def test_where_the_game_has_no_words_for_turns_the_table_has():
    own = LogEntry({"k": "game.event.turn", "a": {}}, 3)
    rolls = LogEntry({"k": "game.event.rolls", "a": {}}, 3)
    heads = [public_entry(mark, None, mark) for mark in ("era", "round", "turn")]
    assert headed("game", [rolls], heads) == [rolls, *heads]
    assert [line.mark for line in headed("game", [own, rolls], heads)] == ["era", None]
    assert [line.mark for line in headed("game", [own, rolls], heads[2:])] == ["turn", None]
    assert headed("game", [own], []) == [own]


def test_why_tells_the_reason_of_the_rules():
    at = table(("tictactoe", 2))
    move(at, "b2")
    assert at.why(1, ["place:b2"], None) == [at_reason(at, "b2")]
    assert at.why(1, ["place:a1"], None) == []
    assert at.why(1, ["place:z9"], None)[0]["k"] == "table.why.nothing"
    assert at.why(1, ["column:0", "row:0"], "mark") == []
    assert at.why(0, ["place:a1"], None)[0]["k"] == "table.refused.not_yours"


def at_reason(at, name):
    from magnate.core.wording import reason_message

    return reason_message(at.position, name).to_json()


def test_a_preview_shows_what_would_be_and_changes_nothing():
    at = table(("tictactoe", 2))
    before = encoded(at.sync(0, (), 9))
    shown = at.preview(0, ["b2"])
    assert shown["view"]["board"] == at.position.copy().apply("b2").view(0)
    assert (shown["view"]["at"], shown["reasons"], shown["decision"]) == (1, [], None)
    assert [line["at"] for line in shown["lines"]] == [1]
    assert encoded(at.sync(0, (), 9)) == before
    refused = at.preview(0, ["z9"])
    assert refused["view"] is None
    assert refused["reasons"][0]["k"] == "engine.why.unknown"
    assert at.preview(1, ["a1"])["reasons"][0]["k"] == "table.refused.not_yours"


def test_a_decision_tells_what_is_asked_after_those_of_its_actions_that_only_begin_a_move():
    at = table(("brass", 2))
    seat = at.position.to_move
    build, *others = at.decision(seat)["actions"]
    for first in build["then"]:
        asked = at.preview(seat, [build["name"], first["name"]])["decision"]
        assert [one["name"] for one in first["then"]] == names(asked)
    loan = next(one for one in others if one["name"] == "loan")
    assert "then" not in loan
    held = {f"card:{card}" for card in at.position.view(seat)["players"][seat]["hand"]}
    assert set(loan["uses"]) == held
    for first in build["then"]:
        for there in first["then"]:
            trial = [build["name"], first["name"], there["name"]]
            while (asked := at.preview(seat, trial)["decision"])["actions"][0]["f"]["kind"] != "card":
                trial.append(asked["actions"][0]["name"])
            assert set(names(asked)) == set(there["uses"]) <= held


def test_a_preview_says_whether_the_move_is_whole_and_why_goes_on_from_there():
    at = table(("brass", 2))
    seat = at.position.to_move
    first = at.preview(seat, ["loan"])
    assert not first["whole"]
    card = first["decision"]["actions"][0]["name"]
    assert at.preview(seat, ["loan", card])["whole"]
    refs = [f"card:{card.partition(':')[2]}"]
    assert at.why(seat, refs, None)
    assert at.why(seat, refs, None, ["loan"]) == []
    assert at.why(seat, refs, None, ["no such thing"])[0]["k"] == "engine.why.unknown"


def test_a_preview_stops_at_chance():
    shown = table(("pig", 2)).preview(0, ["roll"])
    assert shown["view"] is None
    assert shown["decision"] is None
    assert shown["reasons"] == []


def test_a_preview_does_not_tell_anothers_card():
    at = table(("kuhn", 2))
    move(at, "bet")
    shown = at.preview(1, ["bet"])  # to call shows both cards
    assert shown["view"] is None
    assert shown["lines"] == []


# --------------------------------------------------------------------------------------------- afterwards


def finished(seed=7):
    at = table(("pig", 2), seed=seed)
    rnd = random.Random(seed)
    while not at.over:
        move(at, rnd.choice(at.position.legal_ids()))
    return at


def test_seed_and_nonce_are_told_at_the_end_and_verify():
    at = finished()
    assert at.info()["status"] == "over"
    assert at.info()["reveal"] == {"seed": "7", "nonce": at.config.dice.nonce}
    found = verified(Played.of(at))
    assert found["ok"]
    assert {check["name"]: check["ok"] for check in found["checks"]} == {
        "commitment": True,
        "game": True,
        "dice": True,
        "position": True,
    }


def test_changed_dice_do_not_verify():
    from dataclasses import replace

    at = finished()
    at.config = replace(at.config, dice=replace(at.config.dice, seed=8))
    found = verified(Played.of(at))
    assert not found["ok"]
    fault = next(check for check in found["checks"] if not check["ok"])
    assert fault["found"] == {"k": "table.check.game.fault", "a": {}}
    assert "seed 8 gives" in fault["detail"]


def test_the_record_of_a_game_that_goes_on_has_no_seed():
    at = table(("pig", 2))
    move(at, "roll")
    assert record_of(Played.of(at)).seed is None
    assert record_of(Played.of(at)).result is None
    assert record_of(Played.of(finished())).seed == 7
    assert record_of(Played.of(finished())).agents == ("human:Player 1", "human:Player 2")


def test_a_record_is_told_again_as_it_was():
    at = finished()
    record = record_of(Played.of(at))
    config = TableConfig.of(at.game, at.config.dice, imported=True)
    shown, _ = Table.begun(config, at.seats, at.game, record.actions)
    assert [encoded(line) for line in shown.log(None) if line["m"]["k"] != "table.imported"] == [
        encoded(line) for line in at.log(None)
    ]
    assert [step["view"]["board"] for step in shown.steps(None, 0, 999)] == [
        step["view"]["board"] for step in at.steps(None, 0, 999)
    ]
    assert shown.over
    with pytest.raises(Refused):
        shown.plan_move(0, ["roll"])


def test_json_of_every_message_is_json():
    at = finished()
    assert json.loads(encoded(at.sync(None, (), 10)))["view"]["over"]["ending"] == at.position.ending


@pytest.mark.parametrize("game", [("brass", 4), ("monopoly", 3), ("kuhn", 2), ("tictactoe", 2)])
def test_what_a_seat_is_shown_is_the_games_view_for_it(game):
    """However much of it is made once for everybody."""
    at, rng = table(game), random.Random(6)
    while not at.over and at.at < 150:
        move(at, at.position.name_of(rng.choice(at.position.legal_ids())))
        for seat in (*range(at.players), None):
            assert at.view(seat)["board"] == at.position.view(seat)
