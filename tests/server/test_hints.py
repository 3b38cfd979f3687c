"""Hints and suggestions: whose, by which search, and how much it knows."""

import asyncio
import json

import pytest
from pydantic import ValidationError

import magnate
from magnate.analysis import FULL, PUBLIC
from magnate.errors import AgentFailed, MagnateError, Refused
from magnate.server.agent_workers import question
from magnate.server.hinting import check_eyes, hinted
from magnate.server.protocol import CLIENT, SERVER
from magnate.server.schemas import Fork

from .live import PERSON, Watcher, agent, game_of, run, seated, service_at, until, wishes


def test_hints_are_given_where_the_table_has_them(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db", hint_seconds=0.3) as service:
            table, _ = await seated(service, hints="request")
            for number, name in enumerate(("a1", "b1", "a2", "b2")):
                await service.act(table, number % 2, f"c{number}", table.seq, [name])
            given = await service.hint(table, 0, "h", table.seq)
            assert SERVER.validate_python(given).agent == table.info()["hint_agent"] == "mcts"
            found = given["actions"]
            assert found[0]["name"] == "a3"  # which wins
            assert len(found) == 3
            assert found[0]["m"]["k"].startswith("tictactoe.action.")
            for one in found:
                assert 0 <= one["low"] <= one["value"] <= one["high"] <= 1
                assert one["visits"] > 0
                assert one["names"] == [one["name"]]
            assert (found[0]["value"], found[0]["source"], found[0]["chosen"]) == (1.0, "exact", True)
            with pytest.raises(Refused):
                await service.hint(table, 1, "h", table.seq)
            suggested = await service.suggest(table, 0)
            assert suggested["actions"][0] in [one["name"] for one in table.decision(0)["actions"]]
            without, _ = await seated(service)
            for ask in (service.hint(without, 0, "h", 0), service.suggest(without, 0)):
                with pytest.raises(Refused):
                    await ask

    run(test())


def test_hints_are_the_chosen_searchs_after_a_restart_and_in_forks_too(tmp_path):
    async def test():
        chosen = {"hints": "request", "hint_agent": " alphabeta:every=true "}
        async with service_at(tmp_path / "t.db", hint_seconds=0.3) as service:
            table, _ = await seated(service, **chosen)
            assert table.info()["hint_agent"] == "alphabeta:every=true"
        async with service_at(tmp_path / "t.db", hint_seconds=0.3) as service:
            table = await service.table(table.id)
            for number, name in enumerate(("a1", "b1", "a2", "b2")):
                await service.act(table, number % 2, f"c{number}", table.seq, [name])
            given = await service.hint(table, 0, "h", table.seq)
            assert given["agent"] == "alphabeta:every=true"
            best = given["actions"][0]
            assert (best["name"], best["value"], best["low"], best["source"]) == ("a3", 1.0, 1.0, "exact")
            assert best["search_value"] == 1.0
            seats = [PERSON, agent("random")]
            for wish, (hints, by) in (
                ({}, ("request", "alphabeta:every=true")),
                ({"hints": "always", "hint_agent": "mcts:sims=50"}, ("always", "mcts:sims=50")),
                ({"hints": "off"}, ("off", None)),
            ):
                info = (await service.fork(table, 0, Fork(at=2, seats=seats, **wish)))["table"]
                assert (info["hints"], info["hint_agent"]) == (hints, by)

    run(test())


async def monopoly_at(service, position, other=PERSON, **agreed):
    """A table of Monopoly for a person and another, or an agent, that begins at a set-up."""
    record = game_of("monopoly", 2).setup(position).record()
    shown = await service.import_record(json.loads(record.to_json()))
    fork = Fork(at=0, seats=[PERSON, other], **agreed)
    return await service.table((await service.fork(await service.table(shown["id"]), None, fork))["id"])


def test_without_hints_only_the_sales_for_a_debt_are_suggested(tmp_path):
    """They are the page's way of saying what a debtor can do, whom the rules make raise the cash."""
    deeds = ["boardwalk", "baltic-avenue"]  # whose mortgages bring 200 and 30
    debt = {"kind": "debt", "who": 0, "to": 1, "amount": 300}
    position = {"phase": "landed", "players": [{"cash": 100, "deeds": deeds}, {"cash": 500}], "frames": [debt]}

    async def test():
        async with service_at(tmp_path / "t.db") as service:
            table = await monopoly_at(service, position, hints="off")
            suggested = await service.suggest(table, 0)
            assert suggested == {"actions": ["mortgage:boardwalk"]}
            await is_refused(service.hint(table, 0, "h", table.seq), "refused", "there are no hints at this table")
            await is_refused(service.suggest(table, 1), "not_yours", "it is not your turn")
            await service.act(table, 0, "c", table.seq, suggested["actions"])
            assert [player["cash"] for player in table.position.view(0)["players"]] == [0, 800]
            await is_refused(
                service.suggest(table, table.position.to_move), "refused", "there are no hints at this table"
            )
            for other in ("pig", "kuhn"):  # where nobody is ever in debt
                without, _ = await seated(service, other)
                await is_refused(service.suggest(without, 0), "refused", "there are no hints at this table")

    run(test())


def test_an_agent_says_what_it_would_probably_answer(tmp_path):
    """It is asked about whole offers, and nothing has happened after it; where there are no hints it is not asked."""
    position = {"phase": "before", "players": [{"deeds": ["boardwalk"]}, {"deeds": ["baltic-avenue"]}]}
    offer = ["trade:1", "item:boardwalk", "propose"]

    async def test():
        async with service_at(tmp_path / "t.db") as service:
            table = await monopoly_at(service, position, agent("random"), hints="request")
            said = await service.reply(table, 0, offer)
            assert (said["seat"], said["action"] in ("accept", "reject")) == (1, True)
            assert said["m"]["k"].startswith(f"monopoly.action.{said['action']}")
            nobody = {"seat": None, "action": None, "m": None}
            assert await service.reply(table, 0, offer[:2]) == nobody  # which the asker goes on with
            assert await service.reply(table, 0, ["propose"]) == nobody  # it is not legal here
            assert await service.reply(table, 1, offer) == nobody  # it is not their turn
            assert table.position.to_move == 0
            await service.act(table, 0, "c", table.seq, offer)
            assert await service.reply(table, 0, offer) == nobody  # the offer has overtaken the question
            without = await monopoly_at(service, position, hints="off")
            await is_refused(service.reply(without, 0, offer), "refused", "there are no hints at this table")

    run(test())


async def is_refused(asking, reason, said):
    with pytest.raises(Refused) as refused:
        await asking
    assert (refused.value.reason, str(refused.value.localized)) == (reason, said)


@pytest.mark.parametrize("spec", ["random", "mcts:time=60s", "mcts:sims=99999999", "os:system", "nobody"])
def test_only_a_search_that_ends_soon_may_find_hints(tmp_path, spec):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            with pytest.raises(MagnateError):
                await service.create(wishes("pig", PERSON, agent("random"), hints="always", hint_agent=spec))
            made = await service.create(wishes("pig", PERSON, agent("random"), hint_agent=spec))
            assert made["table"]["hint_agent"] is None  # which is not asked for

    run(test())


def test_whoever_waits_is_told_that_a_search_or_an_agent_is_being_prepared(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            table, _ = await seated(service, "pig", hints="request")
            watcher = Watcher(service, table)

            async def slow(_question, _limit, course=None):
                course.asked = True
                await asyncio.sleep(0.5)
                course.ready = True
                await asyncio.sleep(1.2)
                return 0 if _question.task == "choose" else {"policy": "", "actions": []}

            service.agent_workers.ask = slow
            sent = []
            await service.hint(table, 0, "h7", table.seq, sent.append)
            assert {(one["type"], one["agent"], one["cid"]) for one in sent} == {("preparing", "mcts", "h7")}
            SERVER.validate_python(sent[0])
            assert not watcher.of("preparing")  # nobody else is concerned
            await service.take_seat(table, 0, "t", "agent", "random")
            await until(lambda: watcher.of("think"))
            first = watcher.of("preparing")[0]
            assert (first["seat"], first["agent"], first["cid"]) == (0, "random", None)

    run(test())


def test_a_hint_knows_no_more_than_who_asks(tmp_path):
    async def test():
        async with service_at(tmp_path / "t.db") as service:
            questions = []

            async def note(question, limit, _course):
                questions.append(question)
                return {"policy": "", "actions": []}

            service.agent_workers.ask = note
            for seed in range(12):
                table, _ = await seated(service, "kuhn", hints="always", seed=seed)
                await service.hint(table, 0, "h", 0)
                assert questions[-1].streams == questions[0].streams
                assert questions[-1].eyes == 0
                shown = table.position.shown_to(0, 0)
                assert questions[-1].states != "" != shown.hash
            own = {}
            for seed, question in enumerate(questions):
                card = magnate.load("kuhn").new(seed=seed).state["card"][0]
                own.setdefault(int(card), set()).add(question.states)
            assert all(len(states) == 1 for states in own.values())

    run(test())


def test_a_whole_offer_is_one_move_with_a_chance_from_games(tmp_path):
    """What a search values its offer at is told beside the chance, under its own name."""
    players = [
        {"cash": 900, "deeds": ["mediterranean-avenue", "oriental-avenue", "vermont-avenue"]},
        {"cash": 700, "deeds": ["baltic-avenue", "connecticut-avenue"]},
    ]

    async def test():
        async with service_at(tmp_path / "t.db", hint_seconds=0.4) as service:
            table = await monopoly_at(
                service, {"phase": "before", "players": players}, hints="request", hint_agent="mcts:sims=40"
            )
            given = SERVER.validate_python(await service.hint(table, 0, "h", table.seq))
            assert (given.agent, given.policy) == ("mcts:sims=40", "strategic")
            assert sum(one.chosen for one in given.actions) == 1
            for one in given.actions:
                assert one.source == "rollouts"
                assert one.games > 0
                assert 0 <= one.low <= one.value <= one.high <= 1
                assert 0 < one.network < 1
                before = table.position.copy()
                for name in one.names:
                    assert before.to_move == 0
                    before.apply(name)
            offer = next(one for one in given.actions if one.names[0].startswith("trade"))
            assert len(offer.names) > 2
            assert offer.names[-1] in ("propose", "done")

    run(test())


@pytest.mark.parametrize("eyes", [FULL, PUBLIC, 1])
def test_nobody_is_told_chances_of_a_running_game_by_other_eyes(tmp_path, eyes):
    """Neither by a message, nor over HTTP, nor by the worker that finds hints."""

    async def test():
        async with service_at(tmp_path / "t.db") as service:
            table, _ = await seated(service, "kuhn", hints="always", seed=3)
            shown = table.position.shown_to(0, 0)
            with pytest.raises(Refused):
                check_eyes(shown, eyes)
            with pytest.raises(Refused):
                hinted(shown, "ismcts:sims=10", 1, 0.0, eyes, lambda: 0)
            asked = question("hint", shown, "ismcts:sims=10", 1, eyes, 0.1)
            with pytest.raises(AgentFailed):
                await service.agent_workers.ask(asked, 5.0)
            message = {"type": "hint", "cid": "h", "seq": 0}
            assert CLIENT.validate_python(message).seq == 0
            with pytest.raises(ValidationError):
                CLIENT.validate_python({**message, "eyes": eyes})

    run(test())


def test_of_a_game_that_is_over_everything_may_be_seen():
    game = magnate.load("tictactoe").setup({"board": ["XX.", "OO.", "..."]}).apply("c1")
    check_eyes(game, FULL)


BUILT = ("oriental-avenue", "vermont-avenue", "connecticut-avenue")
COUNTERED = {
    "phase": "before",
    "players": [{"deeds": ["boardwalk"]}, {"deeds": ["baltic-avenue", *BUILT], "buildings": dict.fromkeys(BUILT, 1)}],
    "frames": [
        {"kind": "trade", "who": 1, "to": 0, "items": ["boardwalk", "baltic-avenue"], "money": 20, "step": "answer"}
    ],
}
"""Seat 1 offers Baltic Avenue and $20 for Boardwalk."""


def test_an_agent_says_what_it_would_answer_to_a_counter_offer(tmp_path):
    """The rules take it later; what may change hands, and the probable answer, are told while the offer waits."""
    counter = ["trade:1", "item:baltic-avenue", "item:boardwalk", "ask-cash", "digit:9", "digit:0", "done"]

    async def test():
        async with service_at(tmp_path / "t.db") as service:
            table = await monopoly_at(service, COUNTERED, agent("random"), hints="request")
            begun = await service.preview(table, 0, counter[:1])
            assert begun["reasons"] == []
            items = {action["name"] for action in begun["decision"]["actions"]}
            assert {name for name in items if name.startswith("item:")} == {"item:boardwalk", "item:baltic-avenue"}
            whole = await service.preview(table, 0, counter)
            assert (whole["reasons"], whole["decision"]) == ([], None)
            said = await service.reply(table, 0, counter)
            assert (said["seat"], said["action"] in ("accept", "reject")) == (1, True)
            other = await service.preview(table, 0, ["trade:0"])
            assert other["reasons"]  # nobody made that offer
            assert table.position.to_move == 0  # nothing has happened
            await service.act(table, 0, "c", table.seq, ["reject"])

    run(test())
