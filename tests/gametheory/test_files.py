"""Games in files: what is written is read again, and what is wrong is told with its place."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from magnate.errors import BadOption, BadStrategicGame
from magnate.gametheory import StrategicGame, load_game, save_game
from magnate.gametheory.files import from_csv, from_toml, to_csv, to_toml
from magnate.gametheory.nfg_file import from_nfg, to_nfg
from magnate.gametheory.strategic import exact, parse_payoff

NAMES = st.text(
    st.characters(blacklist_categories=("Cs", "Cc", "Zl", "Zp"), blacklist_characters="\\:"), min_size=1, max_size=8
).map(str.strip).filter(bool)  # fmt: skip
NUMBERS = st.one_of(st.integers(-10, 10).map(float), st.floats(-1e9, 1e9), st.sampled_from([1e-12, 1 / 3, 1e300]))


@st.composite
def named_games(draw, players=(1, 3)):
    """A game with any names and any numbers."""
    sizes = draw(st.lists(st.integers(1, 3), min_size=players[0], max_size=players[1]))
    count = len(sizes) * int(np.prod(sizes))
    payoffs = draw(st.lists(NUMBERS, min_size=count, max_size=count))

    def names(size):
        return draw(st.lists(NAMES, min_size=size, max_size=size, unique=True))

    strategies = [names(size) for size in sizes]
    return StrategicGame(np.reshape(payoffs, (len(sizes), *sizes)), names(len(sizes)), strategies, draw(NAMES))


def same(one, other):
    return (one.players, one.strategies, one.title) == (other.players, other.strategies, other.title) and (
        one.payoffs == other.payoffs
    ).all()


@given(named_games(players=(2, 2)))
def test_csv_keeps_everything(game):
    assert same(from_csv(to_csv(game)), game)


@given(named_games())
def test_toml_keeps_everything(game):
    assert same(from_toml(to_toml(game)), game)


@given(named_games())
def test_nfg_keeps_everything(game):
    assert same(from_nfg(to_nfg(game)), game)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_numbers_are_written_exactly_and_without_an_exponent(value):
    text = exact(value)
    assert parse_payoff(text) == value
    assert "e" not in text


def test_names_with_quotes_and_backslashes():
    game = StrategicGame([[[1.0]], [[2.0]]], ['the "first"', "C:\\x"], [["a,b"], ["c.d = 1"]], 'a "game"')
    assert same(from_nfg(to_nfg(game)), game)
    assert same(from_toml(to_toml(game)), game)


# ------------------------------------------------------------------------------------------------------- tables


def test_a_table_of_numbers_is_zero_sum_and_one_of_pairs_is_not():
    zero = from_csv(",L,R\nT,2,-1\nB,1/2,-2\n")
    assert zero.payoffs.tolist() == [[[2, -1], [0.5, -2]], [[-2, 1], [-0.5, 2]]]
    pairs = from_csv(',L,R\nT,"2,1","(0, 0)"\n\nB,"0,0"," −1 , 2e1 "\n')
    assert pairs.payoffs.tolist() == [[[2, 0], [0, -1]], [[1, 0], [0, 20]]]


def test_a_zero_sum_game_is_written_as_numbers():
    assert (
        to_csv(StrategicGame.zero_sum([[2, -1]], rows=["T"], columns=["L", "R"]))
        == "player 1 \\ player 2,L,R\nT,2,-1\n"
    )


def test_the_corner_names_the_game_and_its_players():
    game = from_csv('Game 1: a test: Rose \\ Colin,L\nT,"1,2"\n')
    assert (game.title, game.players) == ("Game 1: a test", ("Rose", "Colin"))
    assert from_csv("a test,L\nT,1\n").title == "a test"


# --------------------------------------------------------------------------------------------------------- nfg

PAYOFFS = """NFG 1 R "Selten" { "Player 1" "Player 2" } { 3 2 }

1 1 0 2 0 2 1 1 0 3 2 0
"""
OUTCOMES = """NFG 1 R "Outcomes" { "P1" "P2" }
{ { "U" "M" "D" } { "L" "R" } }
"a comment, with { braces } and 1 2 3"
{
  { "first" 1, 1 }
  { "" 0 1/2 }
  { "third" -1.5, 2.5e1 }
}
1 2 0
3 1 2
"""


def test_payoffs_are_listed_with_the_first_player_changing_fastest():
    game = from_nfg(PAYOFFS)
    assert (game.title, game.players, game.strategies) == (
        "Selten",
        ("Player 1", "Player 2"),
        (("1", "2", "3"), ("1", "2")),
    )
    assert game.payoffs[0].tolist() == [[1, 1], [0, 0], [0, 2]]
    assert game.payoffs[1].tolist() == [[1, 1], [2, 3], [2, 0]]


def test_outcomes_are_numbered_and_0_gives_nothing():
    game = from_nfg(OUTCOMES)
    assert [game.payoff(cell) for cell in ((0, 0), (1, 0), (2, 0))] == [(1, 1), (0, 0.5), (0, 0)]
    assert [game.payoff(cell) for cell in ((0, 1), (1, 1), (2, 1))] == [(-1.5, 25), (1, 1), (0, 0.5)]


def test_names_that_are_missing_or_repeat_are_numbered():
    game = from_nfg('NFG 1 R "" { "" "P" } { { "a" "a" } { "" "" } } 1 2 3 4 5 6 7 8')
    assert game.players == ("player 1", "P")
    assert game.strategies == (("a", "a (2)"), ("1", "2"))


def test_three_players_and_a_comment():
    text = 'NFG 1 R "x" { "a" "b" "c" } { 2 1 2 } "said" ' + " ".join(map(str, range(12)))
    game = from_nfg(text)
    assert game.sizes == (2, 1, 2)
    assert game.payoff((1, 0, 0)) == (3, 4, 5)
    assert game.payoff((0, 0, 1)) == (6, 7, 8)


# ---------------------------------------------------------------------------------------------------- refusals

TOML = """[players]
Rose = ["A", "B"]
Colin = ["C"]
[payoffs]
"""
NFG = 'NFG 1 R "x" { "a" "b" } { 2 2 } '

BAD = [
    ("a.csv", "", "no table", "first row"),
    ("a.csv", "x,C,D\n", "no table", "first row"),
    ("a.csv", "x;C;D\nA;1;2\n", "no table", "commas"),
    ("a.csv", ",C,D\nA,1,2,3\n", "line 2 has 3 payoffs for 2 columns", "in quotes"),
    ("a.csv", ",C,D\nA,1,2\nB,1\n", "line 3 has 1 payoffs for 2 columns", "every column"),
    ("a.csv", ",C,D\nA,1,two\n", 'line 2, A against D: "two" is no payoff', "1/3"),
    ("a.csv", ",C,D\nA,1,\n", "line 2, A against D: there is no payoff", "1/3"),
    ("a.csv", ",C,D\nA,1,nan\n", '"nan" is no payoff', "1/3"),
    ("a.csv", ",C,D\nA,1,inf\n", '"inf" is no payoff', "1/3"),
    ("a.csv", ",C,D\nA,1,1e999\n", "1e999 is too large", "unit"),
    ("a.csv", ",C,D\nA,1,1/0\n", "divided by 0", "1/3"),
    ("a.csv", ',C,D\nA,"1,2","1,2,3"\n', 'line 2, A against D: "1,2,3" has 3 numbers', '"1,2"'),
    ("a.csv", ',C,D\nA,"1,2",3\n', "A against D is one number and A against C is a pair", "everywhere"),
    ("a.csv", ',C,D\nA,"1,2,3\n', "line 2 cannot be read", "quotes"),
    ("a.csv", ",C,C\nA,1,2\n", '"C" stands twice', "of its own"),
    ("a.csv", ",C,D\n,1,2\n", "is empty", "a name"),
    ("a.csv", "a \\ a,C\nA,1\n", '"a" stands twice among the players', "of its own"),
    ("a.toml", "players = ", "this is no TOML", "quotes"),
    ("a.toml", TOML + "A.C = = 2\n", "this is no TOML: Invalid value (at line 5, column 7)", "quotes"),
    ("a.toml", "", "there are no players", "[players]"),
    ("a.toml", "payers = 1", 'no place for "payers"', '"players"'),
    ("a.toml", "title = 3\n" + TOML, "title is no text", "title ="),
    ("a.toml", "[players]\nRose = 3\n", "strategies of Rose are no list", "[players]"),
    ("a.toml", '[players]\nRose = ["A", 3]\n', "strategies of Rose are no list", "[players]"),
    ("a.toml", "[players]\nRose = []\n", "strategies of Rose are no list", "[players]"),
    ("a.toml", '[players]\nRose = ["A", "A"]\n[payoffs]\nA = [1]', '"A" stands twice', "[players]"),
    ("a.toml", '[players]\nRose = ["A"]\n', "there are no payoffs", "deny.confess"),
    ("a.toml", TOML, "2 of 2 profiles have no payoffs, the first of them A.C", "A.C = [0, 0]"),
    ("a.toml", TOML + "A.C = [1, 2]\n", "1 of 2 profiles have no payoffs, the first of them B.C", "B.C ="),
    ("a.toml", TOML + "A.X = [1, 2]\n", 'A.X: Colin has no strategy "X"', "known: C"),
    ("a.toml", TOML + "A = [1, 2]\n", "A has payoffs, but names fewer than 2", "deny.confess"),
    ("a.toml", TOML + "A.C.D = [1, 2]\n", "A.C names more than 2 strategies: D", "deny.confess"),
    ("a.toml", TOML + "A.C = [1]\n", "A.C has no payoff for each of 2", "deny.confess"),
    ("a.toml", TOML + "A.C = [1, nan]\n", 'A.C: "nan" is no payoff', "1/3"),
    ("a.toml", TOML + "A.C = [1, true]\n", "A.C: True is no payoff", "deny.confess"),
    ("a.toml", TOML + 'A.C = [1, "x"]\n', 'A.C: "x" is no payoff', "1/3"),
    ("a.nfg", "", "ends too early", "all of it"),
    ("a.nfg", "EFG 2 R", 'line 1: "EFG" stands where NFG should', "NFG 1 R"),
    ("a.nfg", "NFG 2 R", '"2" stands where 1 should', "version 1"),
    ("a.nfg", "NFG 1 X", "R or D", "NFG 1 R"),
    ("a.nfg", "NFG 1 R { }", "the title in quotes", "quotes"),
    ("a.nfg", 'NFG 1 R "x', "a quote is never closed", "close it"),
    ("a.nfg", 'NFG 1 R "x" { }', "list of names is empty", "braces"),
    ("a.nfg", 'NFG 1 R "x" { a }', '"a" stands where the players\' names should', "quotes"),
    ("a.nfg", 'NFG 1 R "x" { "a" "b" } { 2 }', "strategies of 1 players, and 2 players", "each player"),
    ("a.nfg", 'NFG 1 R "x" { "a" } { 0 }', '"0" stands where a number of strategies should', "from 1"),
    ("a.nfg", NFG + "\n1 2 3", "the file ends after 3 of 8 payoffs", "2 × 2 profiles"),
    ("a.nfg", NFG + "1 2 3 4 5 6 7 8\n9", "line 2: there is more than a payoff", "8 in all"),
    ("a.nfg", NFG + "\n1 2 x", 'line 2: "x" is no payoff', "1/3"),
    ("a.nfg", NFG + '\n1 2 "3"', 'line 2: "3" is no payoff', "quotes"),
    ("a.nfg", NFG + '{ { "o" 1 2 3 } }', '"3" stands where } should', "2 payoffs"),
    ("a.nfg", NFG + '{ { "o" 1 2 } } 1 1 1 2', '"2" stands where the number of an outcome should', "0 to 1"),
    ("a.nfg", NFG + '{ { "o" 1 2 } } 1 1', "outcomes of 2 of 4 profiles", "every profile"),
    ("a.csv", ",C,D\nA,1,1e301\n", "is 1e+301", "1e+300"),
]


@pytest.mark.parametrize(("name", "text", "said", "hint"), BAD)
def test_bad_files_are_refused_with_their_name_and_the_place(name, text, said, hint, tmp_path):
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadStrategicGame) as refused:
        load_game(file)
    assert str(file) in refused.value.message
    assert said in refused.value.message
    assert hint in refused.value.hint


def test_a_file_that_is_not_there_or_no_text_is_refused(tmp_path):
    with pytest.raises(BadStrategicGame, match="no file"):
        load_game(tmp_path / "none.csv")
    (tmp_path / "a.csv").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadStrategicGame, match="UTF-8"):
        load_game(tmp_path / "a.csv")


def test_a_file_of_another_kind_is_refused(tmp_path):
    with pytest.raises(BadOption, match=r"does not say what kind.*\.csv, \.nfg, \.toml"):
        load_game(tmp_path / "a.txt")
    with pytest.raises(BadOption, match="does not say what kind"):
        save_game(StrategicGame.zero_sum([[1]]), tmp_path / "a.txt")


def test_a_table_cannot_hold_three_players(tmp_path):
    game = StrategicGame(np.zeros((3, 1, 1, 1)))
    with pytest.raises(BadStrategicGame, match=r"\.toml or an \.nfg"):
        save_game(game, tmp_path / "a.csv")
    assert not (tmp_path / "a.csv").exists()


@pytest.mark.parametrize("ending", ["csv", "toml", "nfg"])
def test_files_are_written_and_read_by_their_ending(ending, tmp_path):
    game = StrategicGame.zero_sum([[1, 2], [3, 4]], rows=["é", "b"], title="A game")
    file = tmp_path / f"game.{ending}"
    save_game(game, file)
    assert same(load_game(file), game)


def test_a_byte_order_mark_is_no_part_of_a_name_and_a_file_gives_its_name_to_its_game(tmp_path):
    file = tmp_path / "my_game.csv"
    file.write_bytes("\ufeff,C\nA,1\n".encode())
    assert load_game(file).title == "my game"
