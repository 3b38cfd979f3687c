"""A scripted client of the library ``mcp`` at the tools: whole games over both transports, errors, views and skins."""

import asyncio
import os
import random
import re
import signal
import subprocess
import sys

import pytest
from mcp.shared.exceptions import MCPError

import magnate
from magnate.models.seats import ModelSeats
from magnate.models.skin import Skin
from magnate.models.text import position_text
from magnate.server.decisions import shown_to

from .scripted import Refusal, by_http, by_stdio, in_memory, record_of, run

GAMES = {
    "monopoly": {"game": "monopoly", "preset": "short-game", "opponents": ["strategic"]},
    "brass": {"game": "brass", "opponents": ["planner"]},
}


@pytest.mark.parametrize(
    ("way", "mode", "game"),
    [
        (by_stdio, "auto", "monopoly"),
        (by_http, "auto", "brass"),
        *[
            pytest.param(*one, marks=pytest.mark.long)
            for one in ((by_stdio, "auto", "brass"), (by_http, "auto", "monopoly"), (by_http, "legacy", "brass"))
        ],
    ],
)
def test_a_client_plays_a_whole_game(way, mode, game):
    async def test():
        async with way(mode=mode) as tools:
            view = await tools("sit", seed=7, **GAMES[game])
            assert view["yours"] or not view["over"]
            view, done = await tools.play(view)
            table = view["seat"].partition(".")[0]
            return view, done, await tools.resource(f"magnate://record/{table}"), tools.read

    view, done, text, read = run(test())
    record, _ = record_of(text)
    assert record.game == game
    assert list(record.result.utility) == view["result"]
    assert len(done) > 20
    explicit, seeded, names = record.to_game().new(), record.to_game().new(seed=record.seed), []
    for step in record.actions:
        if explicit.to_move >= 0:
            if explicit.to_move == 0:
                names.append(explicit.name_of(step))
            seeded.apply(step)
        explicit.apply(step)
    assert names == done
    assert list(seeded.history) == list(record.actions)
    assert max(map(len, read)) < 10_000


def test_there_are_seven_tools(tmp_path):
    async def test():
        async with in_memory(tmp_path) as (tools, _):
            return (await tools.client.list_tools()).tools

    found = run(test())
    assert {one.name: one.input_schema.get("required", []) for one in found} == {
        "games": [],
        "sit": [],
        "look": ["seat"],
        "legal": ["seat"],
        "act": ["seat", "version", "actions"],
        "wait": ["seat", "version"],
        "review": ["seat"],
    }
    for one in found:
        assert one.description
        assert one.output_schema["type"] == "object"
        assert all("description" in about for about in one.input_schema["properties"].values())


def test_afterwards_the_game_is_reviewed(tmp_path):
    async def test():
        async with in_memory(tmp_path) as (tools, _):
            view = await tools("sit", game="tictactoe", opponents=["random"], seed=2)
            with pytest.raises(Refusal, match="goes on|not over|finished"):
                await tools("review", seat=view["seat"])
            view, _ = await tools.play(view, seed=1)
            log = await tools("look", seat=view["seat"], part="log")
            assert log["text"].splitlines()[-1].startswith("The game is over")
            assert (await tools("look", seat=view["seat"], part="rules"))["text"].startswith("Tic-tac-toe: ")
            review = await tools("review", seat=view["seat"])
            one = await tools("review", seat=view["seat"], turn=review["decisions"][0]["turn"])
            rules = await tools.resource("magnate://rules/tictactoe")
            asked = await tools.client.get_prompt("play", {"game": "pig"})
            return view, review, one, rules, asked.messages[0].content.text

    view, review, one, rules, asked = run(test())
    assert review["source"] == "exact"
    lost = [decision["lost"] for decision in review["decisions"]]
    assert lost == sorted(lost, reverse=True)
    assert all(0 < share <= 1 for share in lost)
    assert sum(lost) >= 0.5 - view["result"][0]
    assert one["decisions"] == review["decisions"][:1]
    assert rules.startswith("Tic-tac-toe: ")
    assert "Play 'pig' and try to win." in asked


def test_errors_say_what_was_wrong_and_what_is_legal(tmp_path):
    async def test():
        async with in_memory(tmp_path) as (tools, _):

            async def refused(name, **arguments):
                with pytest.raises(Refusal) as error:
                    await tools(name, **arguments)
                return str(error.value).partition(": ")[2]

            assert await refused("sit", game="tictacto") == (
                'There is no game "tictacto". Did you mean "tictactoe"? Known: bearoff, brass, connect_four, kuhn, '
                "monopoly, pig, random_tree, tictactoe, tree"
            )
            assert (
                "give 1, or one for all"
                in (await refused("sit", game="pig", opponents=["random"] * 2, players=2)).lower()
            )
            assert 'agent "nobody" cannot be asked for' in await refused("sit", game="pig", opponents=["nobody"])
            assert await refused("sit") == ("Name a game for a new table, or a table with its invitation. See `games`")
            assert "There is no skin" in await refused("games", skin="golden")
            view = await tools("sit", game="tictactoe", opponents=["person"])
            other = (await tools("sit", **invited(view, "1")))["seat"]
            mine, version = view["seat"], view["version"]
            assert await refused("act", seat=other, version=version, actions=["a1"]) == (
                "Seat 0 is to decide, not this one (1). Nothing has changed. Call `wait`"
            )
            legal = "Legal now: a1, b1, c1, a2, b2, c2, a3, b3, c3"
            assert await refused("act", seat=mine, version=version + 1, actions=["a1"]) == (
                "There is no version 1 yet: the game is at 0. Nothing has changed. Look again; l" + legal[1:]
            )
            assert await refused("act", seat=mine) == "version is missing; actions is missing. Nothing has changed."
            assert await refused("act", seat=mine, version="one", actions="a1") == (
                "version: Input should be a valid integer, unable to parse string as an integer (got 'one'); "
                "actions: Input should be a valid list (got 'a1'). Nothing has changed."
            )
            assert await refused("look", seat=None) == "seat must be text (got None). Nothing has changed."
            assert len(await refused("sit", game="pig", opponents="x" * 5_000)) < 400
            wrong = await refused("act", seat=mine, version=version, actions=["a11"])
            assert "Nothing has changed. Did you mean" in wrong
            assert wrong.endswith(f'Did you mean "a1"? {legal}')
            assert "actions are 1 to 64" in (await refused("act", seat=mine, version=version, actions=[])).lower()
            assert "Cid is 1 to 40" in await refused("act", seat=mine, version=version, actions=["a1"], cid="a b")
            assert await refused("look", seat=mine[:-1]) == (
                "This is no seat. Give the seat that `sit` answered, letter by letter"
            )
            forged = re.sub(r"\.1real\.", ".0real.", mine)
            assert "This is no seat" in await refused("look", seat=forged)
            assert "There is no part" in await refused("look", seat=mine, part="hands")
            assert (await tools("look", seat=mine))["version"] == version
            after = await tools("act", seat=mine, version=version, actions=["a1"], cid="once", seconds=0)
            assert not after["yours"]
            again = await tools("act", seat=mine, version=version, actions=["a1"], cid="once", seconds=0)
            assert again["version"] == after["version"]
            assert "A1 is taken" in await refused("act", seat=other, version=after["version"], actions=["a1"])
            await tools("act", seat=other, version=after["version"], actions=["b2"], seconds=0)
            assert (await refused("act", seat=mine, version=version, actions=["c3"])).startswith(
                f"This was decided at version {version}, and the game has gone on to "
            )
            with pytest.raises(MCPError, match="record"):
                await tools.resource(f"magnate://record/{mine.partition('.')[0]}")

    run(test())


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGTERM])
def test_whoever_ends_it_leaves_nothing_behind(end, tmp_path):
    # Where the tests run in the background, the signal is ignored, and processes begin so.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    command = [sys.executable, "-m", "magnate", "mcp", "--http", "0", "--workers", "1"]
    environment = {**os.environ, "TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stderr.readline().startswith("the tools are at ")
        signal.signal(signal.SIGINT, before)
        assert [one.name.startswith("magnate-mcp-") for one in tmp_path.iterdir()] == [True]
        process.send_signal(end)
        assert process.communicate(timeout=60)[1] == "the tables are forgotten\n"
    assert process.returncode == 0
    assert list(tmp_path.iterdir()) == []


def invited(view, seat):
    """The arguments of `sit` by an invitation."""
    table, _, invitation = view["invitations"][seat].partition(" ")
    return {"table": table, "invitation": invitation}


def test_two_seats_wait_for_each_other_and_see_their_own_hands_only(tmp_path):
    async def test():
        async with in_memory(tmp_path) as (tools, _):
            view = await tools("sit", game="brass", opponents=["person"], seed=3)
            views = {0: view, 1: await tools("sit", **invited(view, "1"))}
            hands = {seat: re.findall("Your hand: .*", one["text"]) for seat, one in views.items()}
            assert len(hands[0]) == len(hands[1]) == 1
            assert hands[0] != hands[1]
            mover = view["to_move"]
            waiting = 1 - mover
            assert views[mover]["yours"]
            assert views[waiting]["legal"] is None

            patient = asyncio.create_task(
                tools("wait", seat=views[waiting]["seat"], version=views[waiting]["version"], seconds=25)
            )
            one = views[mover]
            while one["yours"]:
                name = next(action["name"] for action in one["legal"])
                one = await tools("act", seat=one["seat"], version=one["version"], actions=[name], seconds=0)
            woken = await patient
            assert woken["yours"]
            assert woken["changed"]
            assert woken["news"]

    run(test())


def test_without_the_list_legality_is_asked_for(tmp_path):
    async def test():
        async with in_memory(tmp_path, lists=False) as (tools, _):
            view = await tools("sit", game="pig", opponents=["random"])
            assert view["yours"]
            assert view["legal"] is None
            assert view["legal_count"] == 1
            assert await tools("legal", seat=view["seat"], about="roll") == {
                "count": 1,
                "actions": [],
                "legal": True,
                "why": "",
            }
            assert (await tools("legal", seat=view["seat"], about="Roll"))["legal"]  # `act` takes it too
            assert "Actions are called roll or hold." in (await tools("look", seat=view["seat"], part="rules"))["text"]
            hold = await tools("legal", seat=view["seat"], about="hold")
            assert hold["legal"] is False
            assert hold["why"] == "there is nothing to hold before the first roll"
            with pytest.raises(Refusal, match="not listed"):
                await tools("legal", seat=view["seat"])
            with pytest.raises(Refusal, match="Ask `legal` about an action"):
                await tools("act", seat=view["seat"], version=view["version"], actions=["hold"])

    run(test())


@pytest.mark.parametrize("game", [pytest.param("monopoly", marks=pytest.mark.long), "brass"])
def test_a_skin_hides_every_name_and_changes_nothing_else(game, tmp_path):
    async def played(folder, skin):
        async with in_memory(folder) as (tools, _):
            given = {**GAMES[game], "skin": skin, "game": Skin(game, skin).title}
            await tools("games", game=given["game"], skin=skin)
            view = await tools("sit", seed=11, **given)
            await tools("look", seat=view["seat"], part="rules")
            for wrong in (["nonsense"], ["card:birmingham"], ["build:boardwalk"]):
                with pytest.raises(Refusal):
                    await tools("act", seat=view["seat"], version=view["version"], actions=wrong)
            read = "\n".join(tools.read).replace("birmingham", "").replace("boardwalk", "")
            view, _ = await tools.play(view, seed=2)
            log = await tools("look", seat=view["seat"], part="log")
            read += "\n".join(tools.read[6:])
            return read + log["text"], await tools.resource(f"magnate://record/{view['seat'].partition('.')[0]}")

    for folder in ("real", "plain"):
        (tmp_path / folder).mkdir()
    real, plain = run(played(tmp_path / "real", "real")), run(played(tmp_path / "plain", "plain:4"))
    assert record_of(plain[1])[1]["actions"] == record_of(real[1])[1]["actions"]
    skin = Skin(game, "plain:4")
    words = [name for name in skin.hidden if not name.endswith("_")]
    assert len(words) > 40
    found = [name for name in words if re.search(rf"(?<![^\W_]){re.escape(name)}(?![^\W_])", plain[0])]
    assert not found
    assert any(name in real[0] for name in words)


@pytest.mark.parametrize("game", ["monopoly", "brass", "kuhn"])
def test_what_a_seat_reads_depends_on_what_it_sees_alone(game):
    position, stream = magnate.load(game).new(seed=1), random.Random(1)
    for _ in range(60 if game != "kuhn" else 1):
        for seat in range(position.game.players):
            texts = {position_text(shown_to(position.shown_to(seat, key), seat), seat, whole=True) for key in (1, 2, 3)}
            assert len(texts) == 1
        position.apply(stream.choice(position.legal()))


def test_skins_translate_every_action_both_ways():
    for game in GAMES:
        declared = magnate.load(game).declared
        names = [declared.action_name(action) for action in range(declared.max_actions)]
        for seed in range(3):
            skin = Skin(game, f"plain:{seed}")
            shown = [skin.shown(name) for name in names]
            assert len(set(shown)) == len(names)
            assert [skin.real(name) for name in shown] == names


def test_a_key_signs_seats():
    one, other = (ModelSeats(None, key)._signed("table", "token", True, "real").text for key in ("a", "b"))
    assert one.rpartition(".")[0] == other.rpartition(".")[0]
    assert one != other
