"""All tables of a server: who is told what and when, what a restart changes (nothing), and how agents play."""

import asyncio
import json
import os
import random
import signal

import pytest

import magnate
from magnate.errors import (
    BadAgent,
    BadPlayers,
    BadRecord,
    BadTable,
    BadToken,
    MagnateError,
    NoSuchTable,
    Refused,
    StoreFailed,
)
from magnate.server.bodies import Fork, SeatWish
from magnate.server.protocol import SERVER
from magnate.server.turns import instead

from .live import PERSON, Watcher, agent, hub_at, until, wishes


def run(test):
    """A test that is a coroutine, as pytest calls it."""
    return asyncio.run(asyncio.wait_for(test, 600))


async def seated(hub, game="tictactoe", seats=(PERSON, PERSON), **others):
    """A new table, and who watches it from each seat."""
    made = await hub.create(wishes(game, *seats, **others))
    table = await hub.table(made["id"])
    return table, [Watcher(hub, table, seat) for seat in range(len(seats))]


# ------------------------------------------------------------------------------------------------ telling


def test_everybody_is_told_each_step_in_order(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            table, (ann, bob) = await seated(hub)
            public = Watcher(hub, table)
            assert await hub.act(table, 0, "c1", ann.seq, ["b2"]) == 1
            assert await hub.act(table, 1, "c1", bob.seq, ["a1"]) == 2
            for watcher in (ann, bob, public):
                assert [step["seq"] for step in watcher.of("step")] == [1, 2]
            assert [step.get("cid") for step in ann.of("step")] == ["c1", None]
            assert [step["decision"] is not None for step in bob.of("step")] == [True, False]
            assert all(step["decision"] is None for step in public.of("step"))
            for one in (*ann.raw, *bob.raw, *public.raw):
                if json.loads(one)["type"] != "sync":
                    SERVER.validate_json(one)

    run(test())


def test_viewers_with_the_same_eyes_are_sent_the_same_object(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            table, (ann, _) = await seated(hub)
            crowd = [Watcher(hub, table) for _ in range(5)]
            await hub.act(table, 0, "c1", ann.seq, ["b2"])
            assert len({id(one.raw[-1]) for one in crowd}) == 1

    run(test())


def test_a_message_that_comes_twice_is_done_once(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            table, (ann, _) = await seated(hub)
            first = await hub.act(table, 0, "c1", 0, ["b2"])
            again = await asyncio.gather(*(hub.act(table, 0, "c1", 0, ["b2"]) for _ in range(4)))
            assert {first, *again} == {1}
            assert len(ann.of("step")) == 1
        async with hub_at(tmp_path / "t.db") as hub:  # after a restart too
            table = await hub.table(table.id)
            assert await hub.act(table, 0, "c1", 0, ["b2"]) == 1
            assert table.at == 1

    run(test())


@pytest.mark.parametrize(
    ("seat", "seq", "actions", "reason"),
    [
        (None, 0, ["b2"], "not_yours"),
        (1, 0, ["b2"], "not_yours"),
        (0, 7, ["b2"], "stale"),
        (0, 0, ["z9"], "illegal"),
    ],
)
def test_what_is_refused_is_told_to_nobody(tmp_path, seat, seq, actions, reason):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            table, (ann, _) = await seated(hub)
            before = len(ann.raw)
            with pytest.raises(Refused) as refused:
                await hub.act(table, seat, "c", seq, actions)
            assert refused.value.reason == reason
            assert (table.seq, len(ann.raw)) == (0, before)

    run(test())


def test_what_was_decided_on_an_older_position_is_stale(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            table, _ = await seated(hub)
            await hub.act(table, 0, "c1", 0, ["b2"])
            await hub.act(table, 1, "c1", 1, ["a1"])
            with pytest.raises(Refused) as refused:
                await hub.act(table, 0, "c2", 0, ["c3"])
            assert refused.value.reason == "stale"

    run(test())


def test_a_move_that_cannot_be_kept_has_not_happened(tmp_path, monkeypatch):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            table, (ann, _) = await seated(hub)
            before = len(ann.raw)

            def full(*_):
                raise StoreFailed("there is no room left")

            with monkeypatch.context() as patch:
                patch.setattr(hub.store, "append", full)
                with pytest.raises(StoreFailed):
                    await hub.act(table, 0, "c1", 0, ["b2"])
            assert (table.at, len(ann.raw)) == (0, before)
            assert await hub.act(table, 0, "c1", 0, ["b2"]) == 1

    run(test())


def test_a_step_is_in_the_store_when_it_is_told(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            table, _ = await seated(hub)
            kept = []
            hub.join(table, None, lambda _: kept.append(len(hub.store.load(table.id).changes)))
            await hub.act(table, 0, "c1", 0, ["b2"])
            assert kept == [2]

    run(test())


def test_whoever_goes_away_while_a_move_is_kept_has_moved(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            table, (ann, _) = await seated(hub)
            acting = asyncio.ensure_future(hub.act(table, 0, "c1", 0, ["b2"]))
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            acting.cancel()
            await until(lambda: table.at == 1)
            assert len(hub.store.load(table.id).changes) == 2
            await until(lambda: len(ann.of("step")) == 1)

    run(test())


def test_people_come_and_go(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            made = await hub.create(wishes("tictactoe", PERSON, PERSON))
            table = await hub.table(made["id"])
            assert made["table"]["status"] == "open"
            ann = Watcher(hub, table, 0)
            assert table.info()["status"] == "open"
            bob = Watcher(hub, table, 1)
            assert table.info()["status"] == "running"
            assert [seat["online"] for seat in ann.of("seats")[-1]["seats"]] == [True, True]
            bob.subscription.close()
            bob.subscription.close()
            assert [seat["online"] for seat in ann.of("seats")[-1]["seats"]] == [True, False]
            assert all(seat["claimed"] for seat in ann.of("seats")[-1]["seats"])
        async with hub_at(tmp_path / "t.db") as hub:
            table = await hub.table(table.id)
            assert all(chair.claimed for chair in table.chairs)

    run(test())


# --------------------------------------------------------------------------------------------- restarting


@pytest.mark.parametrize("game", ["tictactoe", "pig", "kuhn"])
def test_a_restart_changes_no_byte(tmp_path, game):
    async def test():
        rnd = random.Random(3)
        async with hub_at(tmp_path / "t.db") as hub:
            table, watchers = await seated(hub, game)
            for number in range(3):
                if not table.over:
                    seat = table.position.to_move
                    name = rnd.choice(table.decision(seat)["actions"])["name"]
                    await hub.act(table, seat, f"c{number}", table.seq, [name])
            public = Watcher(hub, table)
            before = [one.subscription.sync() for one in (*watchers, public)]
            steps = await hub.steps(table, 0, 0, 99)
        async with hub_at(tmp_path / "t.db") as hub:
            found = await hub.table(table.id)
            assert found is not table
            watchers = [*(Watcher(hub, found, seat) for seat in (0, 1)), Watcher(hub, found)]
            assert [one.subscription.sync() for one in watchers] == before
            assert await hub.steps(found, 0, 0, 99) == steps
            if not found.over:
                seat = found.position.to_move
                await hub.act(found, seat, "later", found.seq, [found.decision(seat)["actions"][0]["name"]])

    run(test())


def test_agents_go_on_after_a_restart(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            hub.thinkers.ask = _never
            made = await hub.create(wishes("pig", agent("random"), agent("random")))
            await asyncio.sleep(0.05)
            assert (await hub.table(made["id"])).at == 0
        async with hub_at(tmp_path / "t.db") as hub:
            await until(lambda: hub._rooms.here(made["id"]))
            table = await hub.table(made["id"])
            await until(lambda: table.over)

    run(test())


async def _never(*_):
    await asyncio.sleep(1000)


def test_whoever_is_there_is_told_that_the_server_ends(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            _, (ann, _) = await seated(hub)
        assert ann.got[-1] == {"type": "bye", "code": "restart"}

    run(test())


def test_tables_that_nobody_watches_are_forgotten_and_found_again(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db", loaded=2) as hub:
            ids = [(await hub.create(wishes("tictactoe", PERSON, PERSON)))["id"] for _ in range(5)]
            assert len(hub._rooms.everyone()) == 2
            table = await hub.table(ids[0])
            await hub.act(table, 0, "c", 0, ["b2"])
            for one in ids[1:]:
                await hub.table(one)
            again = await hub.table(ids[0])
            assert again is not table
            assert again.at == 1
            assert await hub.act(table, 1, "c", 1, ["a1"]) == 2  # with what somebody held in his hand
            assert (await hub.table(ids[0])).at == 2

    run(test())


# ------------------------------------------------------------------------------------------------ seats


def test_a_token_opens_its_seat_and_no_other(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            made = await hub.create(wishes("tictactoe", PERSON, agent("random")))
            table = await hub.table(made["id"])
            assert list(made["tokens"]) == ["0"]
            assert hub.seat_of(table, made["tokens"]["0"]) == 0
            assert hub.seat_of(table, None) is None
            for wrong in ("", "x", made["tokens"]["0"] + "x", "\udcff", "🂡"):
                with pytest.raises(BadToken):
                    hub.seat_of(table, wrong)
            other = await hub.create(wishes("tictactoe", PERSON, PERSON))
            with pytest.raises(BadToken):
                hub.seat_of(table, other["tokens"]["0"])

    run(test())


def test_a_new_token_ends_the_old_one_and_who_came_by_it(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            made = await hub.create(wishes("tictactoe", PERSON, PERSON))
            table = await hub.table(made["id"])
            ann, bob = (Watcher(hub, table, seat) for seat in (0, 1))
            token = (await hub.reissue(table, 0))["token"]
            assert hub.seat_of(table, token) == 0
            with pytest.raises(BadToken):
                hub.seat_of(table, made["tokens"]["0"])
            assert ann.got[-1] == {"type": "bye", "code": "kicked"}
            assert not bob.of("bye")
            await hub.act(table, 0, "c", 0, ["b2"])
            assert not ann.of("step")
        async with hub_at(tmp_path / "t.db") as hub:
            assert hub.seat_of(await hub.table(made["id"]), token) == 0

    run(test())


def test_an_agent_takes_a_seat_and_gives_it_back(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            table, (ann, bob) = await seated(hub, undo="barrier")
            await hub.take_seat(table, 0, "s1", "agent", "random")
            await until(lambda: table.at == 1)
            seat = bob.of("seats")[-1]["seats"][0]
            assert (seat["kind"], seat["agent"], seat["taken_over"]) == ("human", "random", True)
            assert {line["m"]["k"] for line in table.log(None)} >= {"table.stand_in"}
            with pytest.raises(Refused) as refused:
                await hub.act(table, 0, "c", table.seq, ["c3"])
            assert refused.value.told.key == "table.refused.agent_plays"
            await hub.take_seat(table, 0, "s2", "human")
            assert await hub.take_seat(table, 0, "s2", "human") == table.seq
            free = table.decision(1)["actions"][0]["name"]
            await hub.act(table, 1, "c", table.seq, [free])
            assert ann.of("step")[-1]["decision"]["seat"] == 0
            assert table.at == 2

    run(test())


@pytest.mark.parametrize("spec", ["os:system", "network:/etc/passwd.safetensors", "nobody", "mcts:pool=999999999"])
def test_agents_that_a_page_may_not_ask_for_are_refused(tmp_path, spec):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            with pytest.raises(BadAgent):
                await hub.create(wishes("tictactoe", PERSON, agent(spec)))
            table, _ = await seated(hub)
            with pytest.raises(Refused):
                await hub.take_seat(table, 0, "s", "agent", spec)
            assert table.seq == 0

    run(test())


def test_impossible_tables_are_refused(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            with pytest.raises(BadPlayers):
                await hub.create(wishes("tictactoe", PERSON, PERSON, PERSON))
            with pytest.raises(BadTable):
                await hub.create(wishes("tictactoe", PERSON, PERSON, undo="free"))
            with pytest.raises(BadTable):
                await hub.create(wishes("tictactoe", PERSON, SeatWish(kind="human", agent="random")))
            with pytest.raises(NoSuchTable):
                await hub.table("nosuchtable")
            assert (await hub.games())["games"] == []

    run(test())


def test_there_are_no_more_tables_than_the_server_may_have(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db", running=2) as hub:
            for _ in range(2):
                await hub.create(wishes("tictactoe", PERSON, PERSON))
            with pytest.raises(Refused) as refused:
                await hub.create(wishes("tictactoe", PERSON, PERSON))
            assert refused.value.reason == "rate"

    run(test())


def test_a_deleted_table_is_gone_for_everybody(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            table, (ann, _) = await seated(hub)
            await hub.delete(table)
            assert ann.got[-1]["type"] == "bye"
            with pytest.raises(NoSuchTable):
                await hub.table(table.id)
            with pytest.raises(NoSuchTable):
                await hub.act(table, 0, "c", 0, ["b2"])
            with pytest.raises(NoSuchTable):
                hub.join(table, None, ann.raw.append)

    run(test())


def test_no_byte_that_is_sent_of_kuhn_names_a_hidden_card_or_the_dice(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            for seed in range(6):
                table, (ann, bob) = await seated(hub, "kuhn", seed=7_182_818_284_590_452 + seed)
                public = Watcher(hub, table)
                cards = [("", "jack", "queen", "king")[int(card)] for card in table.position.state["card"]]
                for number, name in enumerate(("pass", "bet", "pass")):  # ends with a fold: nothing is shown
                    await hub.act(table, number % 2, f"c{number}", table.seq, [name])
                secrets = [str(table.terms.dice.seed).encode(), table.terms.dice.nonce.encode()]
                for watcher, own in ((ann, [cards[0]]), (bob, [cards[1]]), (public, [])):
                    for raw in watcher.raw:
                        named = {card for card in ("jack", "queen", "king") if f'"{card}"'.encode() in raw}
                        assert named <= set(own)
                        assert json.loads(raw)["type"] == "over" or not any(secret in raw for secret in secrets)
                    assert {name for name in own if any(f'"{name}"'.encode() in raw for raw in watcher.raw)} == set(own)

    run(test())


# ------------------------------------------------------------------------------------------------ agents


@pytest.mark.parametrize(
    ("game", "agents"),
    [
        ("kuhn", ("random", "random")),
        ("pig", ("random", "mcts:sims=30")),
        ("tictactoe", ("alphabeta:depth=3", "mcts:sims=20")),
        ("brass", ("planner", "random")),  # a compiled agent that must not see all: it draws from its seat's stream
    ],
)
def test_agents_play_at_a_table_as_on_the_command_line(tmp_path, game, agents):
    expected = magnate.load(game).play(list(agents), seed=12)

    async def test():
        async with hub_at(tmp_path / "t.db", workers=2) as hub:
            made = await hub.create(wishes(game, *map(agent, agents), seed=12))
            table = await hub.table(made["id"])
            await until(lambda: table.over, 500)
            assert table.position.history == expected.actions
            record = magnate.Record.from_json(await hub.record(table))
            assert record == expected
            assert [line["m"]["k"] for line in table.log(None)].count("table.chosen") == 1

    run(test())


def test_an_agent_that_thinks_too_long_is_replaced_for_that_decision(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db", agent_seconds=0.5) as hub:
            table, (ann, _) = await seated(hub, seats=(PERSON, agent("mcts:time=60s")))
            await hub.act(table, 0, "c", 0, ["b2"])
            await until(lambda: table.at == 2)
            assert [line["m"] for line in table.log(None)][-1] == {
                "k": "table.failed",
                "a": {"seat": 1, "agent": "mcts:time=60s"},
            }
            assert ann.of("think")[0]["seat"] == 1
            assert table.decision(0) is not None

    run(test())


def test_an_agent_whose_process_is_killed_is_replaced_and_the_next_question_answered(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            table, _ = await seated(hub, seats=(PERSON, agent("mcts:time=30s")))
            await hub.act(table, 0, "c", 0, ["b2"])
            await until(lambda: hub.thinkers._busy)
            while table.at == 1:
                for worker in list(hub.thinkers._busy):
                    os.kill(worker.process.pid, signal.SIGKILL)
                await asyncio.sleep(0.05)
            assert table.log(None)[-1]["m"]["k"] == "table.failed"
            await hub.take_seat(table, 0, "s", "agent", "random")
            await until(lambda: table.at >= 3)

    run(test())


def test_what_an_agent_thought_of_a_position_that_was_taken_back_is_not_played(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            asked = []

            async def slow(question, limit, _course):
                asked.append(question)
                await asyncio.sleep(0.2)
                return 0

            hub.thinkers.ask = slow
            table, _ = await seated(hub, seats=(PERSON, agent("random")))
            await hub.act(table, 0, "c1", 0, ["b2"])
            await until(lambda: asked)
            await hub.undo(table, 0, "c2", 1)
            await hub.act(table, 0, "c3", 2, ["c3"])
            await until(lambda: table.at == 2)
            assert [frame.seat for frame in table.frames] == [None, 0, 1]
            assert len(asked) == 2

    run(test())


def test_an_agent_that_answers_nonsense_is_replaced(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:

            async def nonsense(question, limit, _course):
                return 99

            hub.thinkers.ask = nonsense
            table, _ = await seated(hub, seats=(agent("random"), PERSON))
            await until(lambda: table.at == 1)
            assert table.log(None)[-1]["m"]["k"] == "table.failed"

    run(test())


# ------------------------------------------------------------------------------------------------ asking


def test_hints_are_given_where_the_table_has_them(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db", hint_seconds=0.3) as hub:
            table, _ = await seated(hub, hints="request")
            for number, name in enumerate(("a1", "b1", "a2", "b2")):
                await hub.act(table, number % 2, f"c{number}", table.seq, [name])
            given = await hub.hint(table, 0, "h", table.seq)
            assert SERVER.validate_python(given).agent == table.info()["hint_agent"] == "mcts"
            found = given["actions"]
            assert found[0]["name"] == "a3"  # which wins
            assert len(found) == 3
            assert found[0]["m"]["k"].startswith("tictactoe.action.")
            for one in found:
                assert 0 <= one["low"] <= one["value"] <= one["high"] <= 1
                assert one["visits"] > 0
            with pytest.raises(Refused):
                await hub.hint(table, 1, "h", table.seq)
            suggested = await hub.suggest(table, 0)
            assert suggested["actions"][0] in [one["name"] for one in table.decision(0)["actions"]]
            without, _ = await seated(hub)
            for ask in (hub.hint(without, 0, "h", 0), hub.suggest(without, 0)):
                with pytest.raises(Refused):
                    await ask

    run(test())


def test_hints_are_the_chosen_searchs_after_a_restart_and_in_forks_too(tmp_path):
    async def test():
        chosen = {"hints": "request", "hint_agent": " alphabeta:every=true "}
        async with hub_at(tmp_path / "t.db", hint_seconds=0.3) as hub:
            table, _ = await seated(hub, **chosen)
            assert table.info()["hint_agent"] == "alphabeta:every=true"
        async with hub_at(tmp_path / "t.db", hint_seconds=0.3) as hub:
            table = await hub.table(table.id)
            for number, name in enumerate(("a1", "b1", "a2", "b2")):
                await hub.act(table, number % 2, f"c{number}", table.seq, [name])
            given = await hub.hint(table, 0, "h", table.seq)
            assert given["agent"] == "alphabeta:every=true"
            best = given["actions"][0]
            assert (best["name"], best["value"], best["low"]) == ("a3", 1.0, None)
            seats = [PERSON, agent("random")]
            for wish, (hints, by) in (
                ({}, ("request", "alphabeta:every=true")),
                ({"hints": "always", "hint_agent": "mcts:sims=50"}, ("always", "mcts:sims=50")),
                ({"hints": "off"}, ("off", None)),
            ):
                info = (await hub.fork(table, 0, Fork(at=2, seats=seats, **wish)))["table"]
                assert (info["hints"], info["hint_agent"]) == (hints, by)

    run(test())


@pytest.mark.parametrize("spec", ["random", "mcts:time=60s", "mcts:sims=99999999", "os:system", "nobody"])
def test_only_a_search_that_ends_soon_may_find_hints(tmp_path, spec):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            with pytest.raises(MagnateError):
                await hub.create(wishes("pig", PERSON, agent("random"), hints="always", hint_agent=spec))
            made = await hub.create(wishes("pig", PERSON, agent("random"), hint_agent=spec))
            assert made["table"]["hint_agent"] is None  # which is not asked for

    run(test())


def test_whoever_waits_is_told_that_a_search_or_an_agent_is_being_prepared(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            table, _ = await seated(hub, "pig", hints="request")
            watcher = Watcher(hub, table)

            async def slow(_question, _limit, course=None):
                course.asked = True
                await asyncio.sleep(0.5)
                course.ready = True
                await asyncio.sleep(1.2)
                return 0 if _question.task == "choose" else []

            hub.thinkers.ask = slow
            told = []
            await hub.hint(table, 0, "h7", table.seq, told.append)
            assert {(one["type"], one["agent"], one["cid"]) for one in told} == {("preparing", "mcts", "h7")}
            SERVER.validate_python(told[0])
            assert not watcher.of("preparing")  # nobody else is concerned
            await hub.take_seat(table, 0, "t", "agent", "random")
            await until(lambda: watcher.of("think"))
            first = watcher.of("preparing")[0]
            assert (first["seat"], first["agent"], first["cid"]) == (0, "random", None)

    run(test())


def test_a_hint_knows_no_more_than_who_asks(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            questions = []

            async def note(question, limit, _course):
                questions.append(question)
                return []

            hub.thinkers.ask = note
            for seed in range(12):
                table, _ = await seated(hub, "kuhn", hints="always", seed=seed)
                await hub.hint(table, 0, "h", 0)
                assert questions[-1].streams == questions[0].streams
                shown = table.position.shown_to(0, 0)
                assert questions[-1].states != "" != shown.hash
            own = {}
            for seed, question in enumerate(questions):
                card = magnate.load("kuhn").new(seed=seed).state["card"][0]
                own.setdefault(int(card), set()).add(question.states)
            assert all(len(states) == 1 for states in own.values())

    run(test())


# ------------------------------------------------------------------------------------------- afterwards


async def _finished(hub, **others):
    made = await hub.create(wishes("pig", agent("random"), agent("random"), **others))
    table = await hub.table(made["id"])
    watcher = Watcher(hub, table)
    await until(lambda: table.over)
    return table, watcher


def test_dice_are_committed_before_and_revealed_after_the_game(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            made = await hub.create(wishes("pig", PERSON, agent("random")))
            assert made["table"]["reveal"] is None
            promised = made["table"]["commitment"]
            table = await hub.table(made["id"])
            ann = Watcher(hub, table, 0)
            await hub.take_seat(table, 0, "s", "agent", "random")
            await until(lambda: table.over)
            await until(lambda: ann.of("over"))
            reveal = ann.of("over")[0]["reveal"]
            import hashlib

            assert hashlib.sha256(f"{reveal['seed']}:{reveal['nonce']}".encode()).hexdigest() == promised
            early = b"".join(one for one in ann.raw if json.loads(one)["type"] not in ("over", "sync"))
            assert reveal["nonce"].encode() not in early
            assert reveal["seed"].encode() not in early
            found = await hub.verify(table)
            assert found["ok"], found

    run(test())


def test_a_game_that_goes_on_is_not_verified_and_its_record_not_given(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            table, _ = await seated(hub, "pig")
            with pytest.raises(Refused):
                await hub.verify(table)
            with pytest.raises(Refused):
                await hub.record(table)
            assert magnate.Record.from_json(await hub.record(table, owner=True)).seed is None
            hidden, _ = await seated(hub, "kuhn")
            with pytest.raises(Refused):
                await hub.record(hidden, owner=True)

    run(test())


def test_a_fork_goes_on_from_any_step_with_dice_of_its_own(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            table, _ = await _finished(hub)
            fork = Fork(at=5, seats=[PERSON, agent("random")])
            made = await hub.fork(table, None, fork)
            forked = await hub.table(made["id"])
            assert forked.position.hash == table.position_at(5).hash
            assert made["table"]["fork_of"] == {"id": table.id, "at": 5}
            assert made["table"]["undo"] == "free"
            assert made["table"]["commitment"] != table.info()["commitment"]
            assert forked.log(None)[-1]["m"] == {"k": "table.forked", "a": {"at": 5}}
            for at in (table.at, table.at + 1):
                with pytest.raises(BadTable):
                    await hub.fork(table, None, Fork(at=at, seats=[PERSON, agent("random")]))
            people = await hub.fork(table, None, Fork(at=5, seats=[PERSON, PERSON]))
            assert people["table"]["undo"] == "barrier"
            await hub.take_seat(forked, 0, "s", "agent", "random")
            await until(lambda: forked.over)
            assert (await hub.verify(forked))["ok"]
        async with hub_at(tmp_path / "t.db") as hub:
            assert (await hub.table(forked.id)).over

    run(test())


def test_a_fork_is_no_engine_beside_a_game_without_hints(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            table, _ = await seated(hub, "pig")
            made = await hub.fork(table, 0, Fork(at=0, seats=[PERSON, agent("random")], hints="always"))
            assert made["table"]["hints"] == "off"

    run(test())


def test_a_record_is_imported_and_watched(tmp_path):
    async def test():
        record = magnate.load("pig").play(["random", "random"], seed=5)
        async with hub_at(tmp_path / "t.db", steps=5000) as hub:
            made = await hub.import_record(json.loads(record.to_json()))
            table = await hub.table(made["id"])
            assert made["tokens"] == {}
            assert made["table"]["status"] == "over"
            assert table.at + sum(len(frame.steps) - 1 for frame in table.frames) == len(record.actions) - 1 + 0
            assert magnate.Record.from_json(await hub.record(table)) == record
            assert (await hub.verify(table))["ok"]
            shown = await hub.steps(table, None, 0, 10)
            assert shown["total"] == table.at + 1
            assert (await hub.games())["games"][0]["winner"] == table.summary()["winners"]
        async with hub_at(tmp_path / "t.db", steps=5) as hub:
            assert await hub.steps(await hub.table(made["id"]), None, 0, 10) == shown
            with pytest.raises(BadRecord, match="takes up to 5"):
                await hub.import_record(json.loads(record.to_json()))

    run(test())


@pytest.mark.parametrize(
    "change",
    [
        {"final_hash": "0" * 64},
        {"actions": [99]},
        {"game": "nosuchgame"},
        {"rules_version": 99},
        {"players": 99},
        {"options": {"target": {"deep": 1}}},
        {"seed": 6},
        {"extra": 1},
        {"kind": "other"},
    ],
)
def test_records_that_are_none_are_refused(tmp_path, change):
    async def test():
        record = json.loads(magnate.load("pig").play(["random", "random"], seed=5).to_json())
        async with hub_at(tmp_path / "t.db") as hub:
            with pytest.raises(BadRecord):
                await hub.import_record({**record, **change})
            assert (await hub.games())["games"] == []

    run(test())


def test_a_record_nested_too_deeply_is_refused(tmp_path):
    async def test():
        deep = nested = {}
        for _ in range(100_000):
            nested["a"] = {}
            nested = nested["a"]
        async with hub_at(tmp_path / "t.db") as hub:
            with pytest.raises(BadRecord):
                await hub.import_record({"kind": "magnate.record", "options": deep})

    run(test())


def test_lists_tell_whose_turn_it_is(tmp_path):
    async def test():
        async with hub_at(tmp_path / "t.db") as hub:
            table, _ = await seated(hub)
            await hub.act(table, 0, "c", 0, ["b2"])
            (entry,) = (await hub.games())["games"]
            assert entry["turn"] == {"k": "table.turn", "a": {"seat": 1}}
            assert (entry["at"], entry["status"], entry["winner"], entry["fork_of"]) == (1, "running", None, None)
            assert (await hub.games(status="over"))["games"] == []
            assert (await hub.games(before=entry["created"]))["games"] == []
            with pytest.raises(BadTable):
                await hub.games(before="yesterday")
            shown = await hub.shown(table)
            assert shown["view"]["board"] == table.position.view(None)
            assert await hub.turns(table) == {"turns": table.turns()}
            assert await hub.log(table, None) == {"lines": table.log(None)}
            assert await hub.why(table, 1, ["place:b2"]) == {"reasons": table.why(1, ["place:b2"], None)}
            assert (await hub.preview(table, 1, ["a1"]))["view"]["at"] == 2

    run(test())


def test_what_is_replaced_at_random_is_the_same_in_every_run():
    position = magnate.load("tictactoe").new(seed=5)
    choose = instead
    assert choose(position) == choose(position.copy())
    assert choose(position) in position.legal_ids()
