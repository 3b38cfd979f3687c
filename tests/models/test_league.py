"""Leagues of models and agents, with a stub for a model: what is played, counted, kept and shown."""

import json
import sys
from dataclasses import replace
from itertools import combinations, count
from pathlib import Path

import numpy as np
import pytest
from scipy import stats

import magnate
from magnate.agents.monopoly import Player, TradeOffer
from magnate.analysis import FULL, chances
from magnate.core.game import Record
from magnate.errors import BadPlan
from magnate.models.league import GamePlayed, LeaguePlan, Seated, play_league, summary
from magnate.models.league_page import league_page, whole_games

STUB = Path(__file__).with_name("stub.py")


@pytest.fixture
def models(tmp_path, monkeypatch):
    """A file of models with a good and a bad one."""
    file = tmp_path / "models.toml"
    monkeypatch.setenv("MAGNATE_MODELS", str(file))
    tables = [
        f"[{way}]\ncommand = {json.dumps([sys.executable, str(STUB), way])}\nretries = 1\nprice_out = 1000000\n"
        for way in ("good", "third", "illegal")
    ]
    file.write_text("\n".join(tables))


def test_a_league_plays_every_deal_in_all_seats_and_goes_on(models, tmp_path):
    game, folder = magnate.load("tictactoe"), tmp_path / "league"
    specs = ["llm:good", "random", "llm:illegal"]
    first = play_league(LeaguePlan(game, specs, deals=1, folder=folder, seed=3))
    assert (first.games, first.deals) == (6, 1)
    lines = (folder / "games.jsonl").read_text().splitlines()
    with (folder / "games.jsonl").open("a") as file:
        file.write(lines[0][:40])  # as an interruption leaves it
    calls = []
    found = play_league(LeaguePlan(game, specs, deals=3, folder=folder, seed=3), lambda done, _: calls.append(done))
    assert calls[0] == 6
    assert found.games == 18
    assert (folder / "games.jsonl").read_text().splitlines()[:6] == lines
    assert found == play_league(LeaguePlan(game, specs, deals=3, folder=folder, seed=3))
    assert {one.name: one.games for one in found.players} == dict.fromkeys(specs, 12)
    games = [GamePlayed.from_json(json.loads(line)) for line in (folder / "games.jsonl").read_text().splitlines()]
    for player in range(3):
        assert sum(one.seats[0].player == player for one in games) == 6
    for one in games:
        record = Record.from_json((folder / "records" / f"d{one.deal}-r{one.rotation}.json").read_text())
        record.verify()
        assert list(record.agents) == [specs[seated.player] for seated in one.seats]
        assert list(record.result.utility) == [seated.share for seated in one.seats]
        for seat, seated in enumerate(one.seats):
            talk = folder / "talk" / f"d{one.deal}-r{one.rotation}-seat{seat}.jsonl"
            assert talk.exists() == (seated.usage is not None)
    by_name = {one.name: one for one in found.players}
    good, bad, agent = by_name["llm:good"], by_name["llm:illegal"], by_name["random"]
    assert good.illegal == 0
    assert good.usage.cost == good.usage.written > 0
    assert good.bins[0].count == good.usage.decisions
    assert good.bins[0].said == 0.25
    assert bad.illegal == 1
    assert bad.usage.forfeits == bad.usage.decisions
    assert (agent.illegal, agent.usage, agent.brier) == (None, None, None)
    assert all(one.adjusted is not None for one in found.players)
    assert sum(one.share.mean for one in found.players) == pytest.approx(1.5)


def test_a_folder_of_another_league_is_refused(models, tmp_path):
    game = magnate.load("tictactoe")
    play_league(LeaguePlan(game, ["random", "llm:good"], deals=1, folder=tmp_path, luck=False))
    with pytest.raises(BadPlan, match="other seed"):
        play_league(LeaguePlan(game, ["random", "llm:good"], deals=1, folder=tmp_path, luck=False, seed=1))
    with pytest.raises(BadPlan, match="other players"):
        play_league(LeaguePlan(game, ["random", "llm:third"], deals=1, folder=tmp_path, luck=False))
    (tmp_path / "games.jsonl").write_text("{}\n")
    with pytest.raises(BadPlan, match="does not hold a league"):
        play_league(LeaguePlan(game, ["random", "llm:good"], deals=1, folder=tmp_path, luck=False))
    with pytest.raises(BadPlan, match="1 players for 2 seats"):
        play_league(LeaguePlan(game, ["random"], deals=1, folder=tmp_path / "b"))
    with pytest.raises(BadPlan, match="named twice"):
        play_league(LeaguePlan(game, ["random", "random"], deals=1, folder=tmp_path / "b"))


def test_a_game_is_cut_after_so_many_decisions(models, tmp_path):
    found = play_league(
        LeaguePlan(magnate.load("pig"), ["random", "llm:good"], deals=1, folder=tmp_path, luck=False, most=4)
    )
    assert found.cut == 2
    assert whole_games(found) == ""  # nothing is told without luck
    with_luck = replace(found, source="luck by rollouts", games=5)
    assert "of the 3 others alone" in whole_games(with_luck)
    assert whole_games(with_luck) in league_page(with_luck)
    assert [one.share.mean for one in found.players] == [0.5, 0.5]
    assert found.players[0].adjusted is None


class Giver(Player):
    """Gives a deed away whenever it may trade; all else is decided as the strategic agent would."""

    def get_trade_offers(self, state):
        return [TradeOffer(state.opponents[0].seat, give=deed) for deed in state.me.properties[:1]]


def shares_of(position):
    return np.array(position.utility() if position.is_over else chances(position, FULL).shares)


class Refuser(Player):
    """Never offers a trade, and accepts none."""

    def get_trade_offers(self, state):
        return []

    def should_accept_trade_offer(self, state, trade_offer):
        return False


def test_who_trades_with_nobody_gives_and_takes_nothing(tmp_path):
    """What two others do to a third by their trades is no trade of its own."""
    names = [f"{__name__}:Refuser", "strategic", "strategic:trademaster"]
    found = play_league(LeaguePlan(magnate.load("monopoly", players=3, max_turns=90), names, deals=1, folder=tmp_path))
    by_name = {one.name: one for one in found.players}
    assert (by_name[names[0]].given, by_name[names[0]].taken) == (0, 0)
    assert by_name[names[1]].taken > 0


def test_luck_and_gifts_in_monopoly_are_what_the_win_chances_say(tmp_path):
    game, giver = magnate.load("monopoly", preset="thesis"), f"{__name__}:Giver"
    found = play_league(LeaguePlan(game, ["strategic", giver], deals=1, folder=tmp_path, seed=3))
    games = [GamePlayed.from_json(json.loads(line)) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    for one in games:
        record = Record.from_json((tmp_path / "records" / f"d0-r{one.rotation}.json").read_text())
        positions, names = list(record.positions()), record.names()
        luck, given, taken, accepted = np.zeros(2), np.zeros(2), np.zeros(2), 0
        for before, after, name in zip(positions, positions[1:], names, strict=False):
            if before.to_move == -1:
                outcomes = [each for each in before.outcomes() if each.probability]
                mean = sum(float(each.probability) * shares_of(before.copy().apply(each)) for each in outcomes)
                luck += shares_of(after) - mean
            elif name == "accept":
                change = shares_of(after) - shares_of(before)
                given, taken, accepted = given - np.minimum(change, 0), taken + np.maximum(change, 0), accepted + 1
        assert accepted > 5
        seated = one.seats
        assert [each.adjusted for each in seated] == pytest.approx([each.share for each in seated] - luck)
        assert [each.given for each in seated] == pytest.approx(given)
        assert [each.taken for each in seated] == pytest.approx(taken)
    by_name = {one.name: one for one in found.players}
    assert by_name[giver].given == pytest.approx(by_name["strategic"].taken)
    assert by_name[giver].given > 0.2
    assert by_name[giver].taken < 0.1
    assert by_name[giver].adjusted.mean + by_name["strategic"].adjusted.mean == pytest.approx(1)


def made(games):
    """A league of two whose first player had these shares, a pair a deal."""
    played = [
        GamePlayed(deal, turn, 0, 9, False, seats(share, turn))
        for deal, pair in enumerate(games)
        for turn, share in enumerate(pair)
    ]
    plan = {"game": "g", "preset": "p", "seats": 2, "players": ["a", "b"], "seed": 0, "luck": False, "rollouts": 1}
    return summary(plan, played)


def seats(share, turn):
    shown = [Seated(0, share, None, None, None, None, [share]), Seated(1, 1 - share, None, None, None, None, [])]
    return shown[::-1] if turn else shown


def deals_that_tell(means):
    """The least number of deals on which Student's interval around their mean leaves 0 out."""
    spread = np.std(means, ddof=1) / abs(np.mean(means))
    return next(n for n in count(2) if stats.t.ppf(0.975, n - 1) * spread <= np.sqrt(n))


def test_how_many_games_tell_two_apart_is_the_textbooks_number():
    deals = [(1, 1), (1, 0), (0, 1), (1, 1), (0, 0), (1, 1)]
    found = made(deals)
    means = np.array([sum(pair) for pair in deals], float) - 1  # differences: 2 s - 1, the mean of two games
    assert found.pairs[0].games == deals_that_tell(means) * 2
    assert found.pairs[0].difference.mean == pytest.approx(means.mean())
    assert [one.name for one in found.players] == ["a", "b"]
    assert made([(1, 0), (0, 1)]).pairs[0].games is None


def test_more_players_than_seats_need_as_many_games_as_their_pairs_meet_in():
    """Four players at three seats: two of them meet in six games of each deal (two choices of a third, three turns)."""
    draws, played, means = np.random.default_rng(1), [], []
    for deal in range(40):
        wins = []
        for chosen in combinations(range(4), 3):
            for turn in range(3):
                seating = (*chosen[turn:], *chosen[:turn])
                strength = np.array([2.0 if one == 0 else 1.0 for one in seating])
                winner = draws.choice(seating, p=strength / strength.sum())
                found = [Seated(one, float(one == winner), None, None, None, None, []) for one in seating]
                played.append(GamePlayed(deal, turn, 0, 9, False, found))
                if {0, 1} <= set(seating):
                    wins.append(float(winner == 0) - float(winner == 1))
        means.append(np.mean(wins))
    plan = {"game": "g", "preset": "p", "seats": 3, "players": list("abcd"), "seed": 0, "luck": False, "rollouts": 1}
    found = summary(plan, played)
    names = [{found.players[one.one].name, found.players[one.other].name} for one in found.pairs]
    pair = found.pairs[names.index({"a", "b"})]
    assert pair.games == deals_that_tell(means) * 6


@pytest.mark.parametrize("deals", [[(1, 1), (1, 0), (1, 0)], [(1, 1)] * 5 + [(1, 0)], [(1, 1), (1, 1), (0, 0), (1, 0)]])
def test_games_that_tell_are_more_than_were_played_only_where_the_interval_has_zero(deals):
    pair = made(deals).pairs[0]
    assert (pair.games > 2 * len(deals)) == (pair.difference.low < 0 < pair.difference.high)


def test_own_words_that_are_true_have_no_error():
    found = made([(1, 1), (1, 0), (0, 1), (1, 1), (0, 0), (1, 1)])
    assert found.players[0].brier == 0
    assert [(one.said, one.happened, one.count) for one in found.players[0].bins] == [(0, 0, 4), (1, 1, 8)]


def test_the_page_needs_nothing_else_and_escapes_names(models, tmp_path):
    found = play_league(LeaguePlan(magnate.load("tictactoe"), ["llm:good", "random"], deals=2, folder=tmp_path))
    page = league_page(found)
    assert page.count("<tr>") == 1 + 2 + 1 + 1
    assert "what llm:good says" in page
    assert "http" not in page.replace("http://www.w3.org", "")
    odd = replace(found, players=[replace(one, name="<b>") for one in found.players])
    assert "<b>" not in league_page(odd)
