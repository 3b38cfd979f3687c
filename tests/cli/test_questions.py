"""The commands that answer questions about a position: odds, rollout, trade, worth, groups, position."""

from __future__ import annotations

from pathlib import Path

import pytest

from magnate import load
from magnate.cli.odds import _worded
from magnate.gpu import device

EXAMPLES = Path(__file__).parents[2] / "examples/positions"
ORANGE = EXAMPLES / "orange-or-cash.toml"


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """A record with an accepted offer, and the step before its answer."""
    file = tmp_path_factory.mktemp("records") / "game.json"
    played = load("monopoly", players=3).play(["strategic", "strategic:trademaster", "algorithmic"], seed=8)
    played.save(file)
    for step, position in enumerate(played.positions()):
        if position.to_move >= 0 and step < played.steps and position.name_of(played.actions[step]) == "accept":
            return file, step
    raise AssertionError


def test_odds_tell_who_is_ahead_and_what_throws_do(magnate, record):
    file, step = record
    done = magnate("odds", file, "--at", step)
    assert done.code == 0
    assert f"after {step} of" in done.out
    for text in ("is ahead with", "seat 1 (strategic:trademaster)", "by V, a network", "12 double", "1/36"):
        assert text in done.out
    found = magnate("odds", file, "--at", step, "--json").json["result"]
    assert sum(found["chances"]["shares"]) == pytest.approx(1)
    assert found["table"][0]["probability"] == "1/36"
    assert (found["game"], found["step"]) == ("monopoly", step)


def test_odds_by_rollouts_name_their_policy(magnate):
    done = magnate("odds", ORANGE, "--until", "300", "--seed", 2)
    assert "300 rollouts by strategic in all seats" in done.out
    assert "±" in done.out


def test_one_game_has_no_half_width(magnate, tmp_path):
    asked, swap = ("odds", ORANGE, "--until", "1"), ("--give", "oriental-avenue", "--get", "new-york-avenue")
    assert "∞" in magnate(*asked).out
    assert magnate(*asked, "--json").json["result"]["chances"]["margins"] == [None] * 3
    done = magnate("trade", ORANGE, *swap, "--cash", "100", "--until", "1")
    assert "∞" in done.out
    assert "not sure" in done.out
    assert "changes nothing (" not in done.out
    picture = tmp_path / "groups.svg"
    done = magnate("groups", "--players", 2, "--games", 1, "--svg", picture)
    assert "± ∞" in done.out
    assert "inf" not in done.out + picture.read_text()


def test_odds_say_in_one_sentence_that_there_is_no_gpu(magnate, monkeypatch):
    monkeypatch.setattr(device, "_found", lambda: (None, "there is none"))
    words = ("odds", ORANGE, "--until", "300", "--seed", 2)
    done = magnate(*words, "--device", "gpu")
    assert done.err.count("the processor plays, because there is none") == 1
    assert (done.code, done.out) == (0, magnate(*words).out)
    assert magnate(*words, "--device", "tpu").code == 2


def test_rollouts_compare_whole_moves(magnate):
    words = ("rollout", ORANGE, "--until", "324", "--seed", 2)
    done = magnate(*words)
    assert done.out.index("Best for seat 0: offer seat 1") < done.out.index("roll the dice")
    assert "rollouts by strategic in all seats, seed 2" in done.out
    found = magnate(*words, "--json").json["result"]
    best, *others = found["candidates"]
    assert best["difference"] == [0, 0, 0]
    assert all(one["difference"][0] > one["difference_margin"][0] > 0 for one in others)
    assert all(sum(one["shares"]) == pytest.approx(1) for one in found["candidates"])


def test_rollouts_take_moves_by_name(magnate):
    done = magnate("rollout", ORANGE, "--until", "36", "--move", "roll", "--move", "roll roll")
    assert (done.code, done.out) == (2, "")
    assert 'the move is over before "roll"' in done.err
    done = magnate("rollout", ORANGE, "--until", "36", "--move", "roll", "--json")
    assert [one["move"]["names"] for one in done.json["result"]["candidates"]] == [["roll"]]
    assert magnate("rollout", ORANGE, "--until", "36", "--move", "fly").code == 2


def test_rollouts_say_where_the_best_is_not_sure(magnate):
    words = ("rollout", ORANGE, "--move", "roll", "--move", "mortgage:baltic-avenue", "--until")
    done = magnate(*words, "36")
    best, other = magnate(*words, "36", "--json").json["result"]["candidates"]
    assert ("Best, not sure, for seat 0" in done.out) == (other["difference"][0] <= other["difference_margin"][0])
    assert "Best, not sure, for seat 0" in magnate(*words, "2").out
    assert best["difference"] == [0, 0, 0]


def test_rollouts_find_the_move_that_wins(magnate, tmp_path):
    file = tmp_path / "three.toml"
    file.write_text('game = "tictactoe"\nboard = ["XX.", "OO.", "..."]\n')
    done = magnate("rollout", file, "--until", "72", "--json")
    assert done.json["result"]["candidates"][0]["move"]["names"] == ["c1"]
    assert done.json["result"]["candidates"][0]["shares"] == [1, 0]


def test_odds_of_an_exact_game(magnate, tmp_path):
    file = tmp_path / "pig.toml"
    file.write_text('game = "pig"\npoints = [80, 75]\n')
    done = magnate("odds", file)
    assert "66.7 %" in done.out
    assert "exact: all play best" in done.out


def test_odds_of_a_finished_game_are_its_result(magnate, record):
    file, _ = record
    done = magnate("odds", file)
    assert "has won with 100.0 %" in done.out
    assert "the result: the game is over" in done.out


def test_an_offer_of_nothing_is_refused(magnate):
    done = magnate("trade", ORANGE, "--with", 1)
    assert done.code == 2
    assert "no goods and no cash" in done.err
    assert "--find" in done.err


def test_a_trade_is_judged_for_every_seat(magnate):
    words = ("trade", ORANGE, "--give", "oriental-avenue", "--get", "New York Avenue")
    done = magnate(*words, "--until", "none")
    assert done.code == 0
    for text in (
        "it helps seat 0 alone",
        "not sure: by V alone",
        "fair price",
        "seat 2 loses",
        "would accept",
        "counter",
        "at the next throw",
    ):
        assert text in done.out
    assert "pairs of games" not in done.out


@pytest.mark.long
def test_prices_of_a_trade_are_by_rollouts(magnate):
    words = ("trade", ORANGE, "--give", "oriental-avenue", "--get", "New York Avenue")
    done = magnate(*words)
    for text in ("it helps seat 0 alone", "fair price   paying $", "±", "pairs of games", "prices by"):
        assert text in done.out


def test_a_trade_changes_nothing_in_sum_by_rollouts_either(magnate):
    words = ("trade", ORANGE, "--give", "oriental-avenue", "--get", "New York Avenue")
    found = magnate(*words, "--cash", "-50", "--until", "200", "--json").json["result"]
    assert sum(found["change"]) == pytest.approx(0, abs=1e-9)
    assert found["terms"]["cash"] == -50
    assert found["rollouts"]["games"] == 200
    assert found["prices"]["least"] <= found["prices"]["fair"] <= found["prices"]["most"]


def test_the_offer_of_a_record_is_judged(magnate, record):
    file, step = record
    done = magnate("trade", file, "--at", step, "--until", "none")
    assert done.code == 0
    assert "answers" in done.out
    waits = magnate("trade", file, "--at", step, "--until", "none", "--json").json["result"]["terms"]
    other = magnate("trade", file, "--at", step, "--until", "none", "--cash", "1", "--json").json["result"]["terms"]
    assert waits["cash"] != 1
    assert other == waits | {"cash": 1}
    refused = magnate("trade", file, "--at", step + 1, "--get", "boardwalk", "--with", "0", "--seat", "0")
    assert refused.code == 2


def test_good_offers_are_found(magnate):
    done = magnate("trade", ORANGE, "--find", "--with", 1, "--until", "none")
    assert done.code == 0
    assert "Best for seat 0: seat 0 gives" in done.out
    assert magnate("trade", ORANGE, "--find", "--cash", "3").code == 2
    assert "No offer was found" in magnate("trade", EXAMPLES / "build-into-danger.toml", "--find").out


@pytest.mark.parametrize(
    ("words", "says", "hint"),
    [
        (("trade", ORANGE, "--get", "boardwalk", "--cash", "5000"), "cash from -900 to 900", "pays"),
        (("trade", ORANGE, "--get", "park-place"), "nobody else has park-place", "unsold"),
        (
            ("trade", ORANGE, "--seat", "1", "--give", "new-york-avenue", "--with", "0"),
            "seat 0 decides",
            "may make an offer",
        ),
        (("trade", EXAMPLES / "brass-canal-end.toml"), "players do not trade in Brass", "magnate odds"),
        (("worth", ORANGE), "no deed is for sale here", "--at"),
        (("worth", EXAMPLES / "brass-canal-end.toml"), "no auctions in Brass", "Monopoly"),
        (("odds", ORANGE, "--until", "soon"), '"soon" does not say', "±0.5"),
        (("odds", ORANGE, "--seat", "3"), "there is no seat 3", "0 to 2"),
        (("odds", ORANGE, "--at", "3"), "--at chooses a position of a record", "leave --at out"),
        (("odds", EXAMPLES / "jail-early.json"), "does not say which game", "--game"),
        (("groups", "--preset", "short-game"), "V was not measured", "official"),
    ],
)
def test_errors_say_what_to_do(magnate, words, says, hint):
    done = magnate(*words)
    assert done.code in (2, 3)
    assert says in done.err
    assert hint in done.err


def test_where_a_seat_may_offer_again_is_told(magnate, record):
    file, _ = record
    at = next(
        step for step, position in enumerate(load_positions(file)) if position.to_move >= 0 and "buy" in names(position)
    )
    done = magnate("trade", file, "--at", at, "--give", "boardwalk", "--with", "1")
    assert done.code == 2
    assert "may offer again at --at" in done.err or "does not have" in done.err


def load_positions(file):
    from magnate import Record

    return list(Record.load(file).positions())


def names(position):
    return [action.name for action in position.legal()]


def test_a_lot_is_worth_something_by_a_few_rollouts_too(magnate):
    done = magnate("worth", EXAMPLES / "last-of-the-group.toml", "--until", "200")
    assert done.code == 0
    for text in ("is worth most to seat 1", "by rollouts", "by V", "pairs of games"):
        assert text in done.out


@pytest.mark.long
def test_a_lot_is_worth_something_to_every_seat(magnate):
    done = magnate("worth", EXAMPLES / "last-of-the-group.toml")
    assert done.code == 0
    for text in (
        "New York Avenue (printed $200) is worth most to seat 1",
        "against seat 2",
        "by rollouts",
        "by V",
        "by 972 rollouts for each of some sums",
        "to buy it now at $200",
        "pairs of games",
    ):
        assert text in done.out
    found = magnate("worth", EXAMPLES / "last-of-the-group.toml", "--json").json["result"]
    assert (found["prices"]["winner"], found["by_value"]["winner"], found["source"]) == (1, 1, "network")


def test_a_lot_is_worth_what_v_says_where_nothing_is_played_on(magnate):
    found = magnate("worth", EXAMPLES / "last-of-the-group.toml", "--until", "none", "--json").json["result"]
    assert (found["prices"], found["rollouts"]) == (None, None)
    assert found["by_value"]["winner"] == 1


def test_groups_have_a_table_and_a_picture(magnate, tmp_path):
    file = tmp_path / "groups.svg"
    done = magnate("groups", "--players", 2, "--games", 1, "--svg", file, "--quiet")
    assert done.code == 0
    for text in ("With three houses on each lot", "dark-blue", "railroad", "seed 1"):
        assert text in done.out
    assert file.read_text().startswith("<svg")


def test_a_position_is_shown_written_and_read(magnate, record, tmp_path):
    file, step = record
    made = tmp_path / "mine.toml"
    assert magnate("position", file, "--at", step, "--save", made, "--about", "Accept?").code == 0
    assert made.read_text().startswith('# Accept?\ngame = "monopoly"\n')
    assert "trade" in magnate("position", made).out
    given = magnate("position", made, "--json").json["result"]["setup"]
    assert given == magnate("position", file, "--at", step, "--json").json["result"]["setup"]
    assert magnate("odds", made, "--json").json["result"]["before"] == pytest.approx(
        magnate("odds", file, "--at", step, "--json").json["result"]["before"]
    )


def test_a_mistake_in_a_file_is_told_by_its_line(magnate, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('game = "monopoly"\n[[players]]\ncash = 3\n[[players]]\ndeeds = ["Bordwalk"]\n')
    done = magnate("position", file)
    assert done.code == 3
    assert 'line 5: players.1.deeds.0: there is no deed "Bordwalk": did you mean "boardwalk"?' in done.err.replace(
        "\n", ""
    )


def test_a_search_reads_such_files(magnate, tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('game = "tictactoe"  # X wins\nboard = ["XX.", "OO.", "..."]\n')
    done = magnate("search", "tictactoe", "--position", file)
    assert "c1" in done.out
    wrong = magnate("search", "pig", "--position", file)
    assert "is of tictactoe, not pig" in wrong.err


def test_what_kuhn_poker_is_worth_is_a_share_of_the_stake(magnate, tmp_path):
    file = tmp_path / "kuhn.toml"
    file.write_text('game = "kuhn"\ncards = ["king", "jack"]\n')
    done = magnate("odds", file)
    assert "Seat 1 expects the most: 51.4 % of the stake" in done.out
    assert "chance" not in done.out.replace("chance to move", "")
    assert magnate("odds", file, "--json").json["result"]["quantity"] == "share"
    played = load("kuhn").play("random", seed=1).save(tmp_path / "kuhn.json")
    assert "expected shares in per cent" in magnate("review", played).out


def test_moves_before_a_throw_are_told_in_words():
    position = load("pig").setup({"points": [5, 9], "total": 8})
    assert _worded(position, ["hold"]) == "hold: bank 8, for 13 in all"
