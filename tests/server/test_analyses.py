"""Reviews and questions about positions: who may ask what, how far a review has come, and what stays hidden."""

import asyncio
import json
import math
import time

import pytest

import magnate
from magnate.analysis.moves import after, move_from
from magnate.analysis.puzzles import puzzles
from magnate.errors import BadSetup, BadValue, IllegalAction, Refused, WorkerFailed
from magnate.server import analyses
from magnate.server.analyses import eyes_of
from magnate.server.analysis_schemas import (
    LinesAnswer,
    OddsAnswer,
    PositionAnswer,
    PuzzleAnswer,
    PuzzlesAnswer,
    ReviewAnswer,
    TradeAnswer,
    TradesAnswer,
    TreeAnswer,
    WaitingAnswer,
)
from magnate.server.analysis_workers import AnalysisWorkers, _Worker, position_asked
from magnate.server.position_questions import LAB_AGENTS, TREE_SIMS
from magnate.server.schemas import Fork, PreviewAnswer
from magnate.server.table_config import TableConfig
from magnate.server.workers import Course, Pool, Who, as_worker

from .live import agent, finished, run, seated, service_at, table, until

ENDED = ("a1", "b1", "a2", "b2", "a3")
ANYBODY = {"seat": None, "partner": None, "rollouts": False}


async def reviewed(service, one, seat=None, who="Ann"):
    """The whole review of a table, and its stages."""
    found, stages, known = None, [], None
    while found is None or found["stage"] not in ("done", "failed"):
        found = await service.analyses.review(one, seat, who, known)
        ReviewAnswer.model_validate(found)
        known = found["version"]
        stages.append(found["stage"])
    return found, stages


async def acted(service, one, *actions):
    """The seats to move do this, one after another."""
    for action in actions:
        current = await service.table(one.id)
        await service.act(current, current.position.to_move, f"c{current.seq}", current.seq, [action])


async def ended(service, **others):
    """A finished game of tic-tac-toe of two people."""
    one, _ = await seated(service, **others)
    await acted(service, one, *ENDED)
    return await service.table(one.id)


def test_a_review_comes_in_parts_and_adds_up(tmp_path):
    async def check():
        async with service_at(tmp_path / "t.db") as service:
            one = await ended(service)
            found, stages = await reviewed(service, one)
            assert (found["stage"], found["source"], found["eyes"]) == ("done", "exact", "full")
            assert stages == sorted(stages, key=["waiting", "curve", "decisions", "refining", "done"].index)
            for row in found["ledger"]:
                parts = ("start", "luck", "own", "others", "drift", "unknown")
                assert math.isclose(sum(row[part] for part in parts), row["result"], abs_tol=1e-9)
                assert set(row["sentence"]) == {"en", "ro", "fa"}
                assert row["sentence"]["en"].startswith(f"{row['name']} came ")
                assert len(set(row["sentence"].values())) == 3
            assert [point["shares"] for point in found["curve"]][-1] == [1.0, 0.0]
            assert found["curve"][-1]["at"] == found["steps"] == len(ENDED)
            worst = max(found["mistakes"], key=lambda one: one["loss"])
            assert (worst["seat"], worst["margin"], worst["label"]) == (1, 0.0, "blunder")
            assert worst["end"] == worst["at"] + 1
            assert ENDED[worst["at"]] == worst["played"]["names"][0]
            assert worst["best"]["shares"][1] - worst["played"]["shares"][1] == pytest.approx(worst["loss"])

    run(check())


def test_steps_of_a_review_are_those_of_the_table(tmp_path):
    """A table's step is a decision with the chance that followed; a record has a step for each of them."""

    async def check():
        async with service_at(tmp_path / "t.db") as service:
            one = await finished(service)
            found, _ = await reviewed(service, one)
            assert found["turns"] == [{"at": point["at"], "turn": point["turn"]} for point in found["curve"]]
            assert found["curve"][-1]["at"] == one.at
            assert all(point["at"] <= one.at for point in found["curve"])
            for event in found["luck"]:
                frame = one.frames[event["at"]]
                assert frame.by_chance
                assert event["kind"] == "dice"
            for mistake in found["mistakes"]:
                assert one.position_at(mistake["at"]).to_move == mistake["seat"]
                assert one.position.name_of(one.frames[mistake["at"] + 1].steps[0]) == mistake["played"]["names"][0]

    run(check())


def test_a_game_that_goes_on_is_for_its_players_and_only_with_hints(tmp_path):
    async def check():
        async with service_at(tmp_path / "t.db") as service:
            silent, _ = await seated(service)
            open_one, _ = await seated(service, hints="request")
            for one in (silent, open_one):
                await acted(service, one, *ENDED[:3])
            with pytest.raises(Refused) as refusal:
                await service.analyses.review(await service.table(silent.id), 0, "Ann", None)
            assert refusal.value.localized.key == "table.refused.hints"
            current = await service.table(open_one.id)
            with pytest.raises(Refused) as refusal:
                await service.analyses.review(current, None, "Eve", None)
            assert refusal.value.localized.key == "table.refused.running"
            found, _ = await reviewed(service, current, 1)
            assert (found["stage"], found["eyes"], found["planned"]) == ("done", 1, 0)
            assert {one["seat"] for one in found["mistakes"]} == {1}
            with pytest.raises(Refused):
                await service.analyses.ask("odds", current, None, "Eve", None, {"rollouts": False})
            with pytest.raises(Refused) as refusal:  # another's moves are not for this seat
                await service.analyses.ask("lines", current, 0, "Ann", None, {"rollouts": False})
            assert refusal.value.localized.key == "table.refused.not_yours"
            with pytest.raises(Refused) as refusal:
                await service.analyses.ask("odds", current, 0, "Ann", 99, {"rollouts": False})
            assert refusal.value.localized.key == "table.refused.no_step"
            fresh, _ = await seated(service, hints="request")
            with pytest.raises(Refused):
                await service.analyses.review(fresh, 0, "Ann", None)

    run(check())


def test_who_may_look():
    alone = table(("pig", 2), agents={0: "random", 1: "random"}.items())
    assert eyes_of(alone, None) == ("full", None)
    with_people = table(("pig", 2), hints="request")
    assert eyes_of(with_people, 1) == (1, 1)


def test_a_fork_of_a_game_that_goes_on_is_sealed(tmp_path):
    async def check():
        async with service_at(tmp_path / "t.db") as service:
            one, _ = await seated(service, "kuhn", hints="request")
            await acted(service, one, "pass")
            made = await service.fork(one, 0, Fork(at=1, seats=[agent("random"), agent("random")]))
            copy = await service.table(made["id"])
            await until(lambda: copy.position.is_over)
            with pytest.raises(Refused) as refusal:
                await service.analyses.review(await service.table(copy.id), 0, "Ann", None)
            assert refusal.value.localized.key == "table.refused.sealed"

    run(check())


def test_what_a_seat_cannot_know_changes_nothing_in_its_review(tmp_path):
    """Two deals of Kuhn poker in which a seat has the same card and the other another one."""
    game = magnate.load("kuhn")
    seeds = {}
    for seed in range(50):
        seeds.setdefault(tuple(int(card) for card in game.new(seed).state["card"]), seed)
    pair = [seeds[cards] for cards in sorted(seeds) if cards[0] == 1]
    assert len(pair) == 2

    async def check():
        async with service_at(tmp_path / "t.db") as service:
            calls = []
            for seed in pair:
                one, _ = await seated(service, "kuhn", hints="request", seed=seed)
                await acted(service, one, "pass")
                current = await service.table(one.id)
                assert current.position.to_move == 1
                review, _ = await reviewed(service, current, 0)
                odds = await service.analyses.ask("odds", current, 0, "Ann", None, {"rollouts": False})
                written = await service.analyses.ask("write", current, 0, "Ann", None, {})
                page = await service.analyses.page(current, 0, "Ann", "en")
                calls.append(json.dumps([review, odds, written, page], sort_keys=True))
            assert calls[0] == calls[1]

    run(check())


def test_questions_about_a_position(tmp_path):
    async def check():
        async with service_at(tmp_path / "t.db") as service:
            one = await ended(service)
            odds = await service.analyses.ask("odds", one, None, "Ann", 2, {"rollouts": False})
            OddsAnswer.model_validate(odds)
            assert (odds["source"], odds["to_move"], odds["table"]) == ("exact", 0, [])
            lines = await service.analyses.ask("lines", one, None, "Ann", 4, {"rollouts": False})
            LinesAnswer.model_validate(lines)
            assert lines["lines"][0]["names"] == ["a3"]
            assert lines["lines"][0]["shares"] == [1.0, 0.0]
            assert lines["lines"][0]["m"]
            ghost = await service.analyses.ask("ghost", one, None, "Ann", 4, {"names": ["a3"]})
            PreviewAnswer.model_validate(ghost)
            assert ghost["view"]["board"] == one.position_at(5).view(0)
            with pytest.raises(IllegalAction):  # it is taken
                await service.analyses.ask("ghost", one, None, "Ann", 4, {"names": ["a1"]})
            written = await service.analyses.ask("write", one, None, "Ann", 2, {})
            PositionAnswer.model_validate(written)
            assert written["view"]["board"] == one.position_at(2).view(None)
            again = await service.analyses.ask_text(
                "text", written["text"], "Ann", owner=True, rollouts=False, eyes="public"
            )
            assert again["shares"] == odds["shares"]
            assert again["view"]["board"] == one.position_at(2).view(None)
            with pytest.raises(BadValue):  # any game's options would be anybody's
                await service.analyses.ask_text(
                    "text", written["text"], "Eve", owner=False, rollouts=False, eyes="public"
                )
            wrong = 'game = "tictactoe"\nboard = 7'
            with pytest.raises(BadSetup, match="the text, line 2"):
                await service.analyses.ask_text("text", wrong, "Ann", owner=True, rollouts=False, eyes="public")
            with pytest.raises(BadValue):  # only Monopoly has trades
                await service.analyses.ask("find", one, None, "Ann", 2, ANYBODY)

    run(check())


def test_the_tree_of_a_search(tmp_path):
    """Parents stand before their children, the winning move is best, and only the seat to move may ask."""

    async def check():
        async with service_at(tmp_path / "t.db") as service:
            one = await ended(service)
            found = await service.analyses.ask("tree", one, None, "Ann", 4, {})
            TreeAnswer.model_validate(found)
            root, *below = found["nodes"]
            assert (found["seat"], root["parent"], root["visits"]) == (0, -1, TREE_SIMS)
            assert all(node["parent"] < at for at, node in enumerate(found["nodes"]))
            best = next(node for node in below if node["parent"] == 0 and node["best"])
            assert (best["name"], best["value"], best["m"][0]["k"]) == ("a3", [1.0, 0.0], "tictactoe.action.mark")
            assert sum(node["visits"] for node in below if node["parent"] == 0) <= TREE_SIMS
            over = await service.analyses.ask("tree", one, None, "Ann", 5, {})
            TreeAnswer.model_validate(over)
            assert (over["seat"], over["nodes"]) == (None, [])
            running, _ = await seated(service, hints="request")
            await acted(service, running, "a1")
            with pytest.raises(Refused):  # what the other may do is for the other alone
                await service.analyses.ask("tree", await service.table(running.id), 0, "Ann", None, {})

    run(check())


def test_the_trade_lab(tmp_path):
    async def check():
        async with service_at(tmp_path / "t.db") as service:
            game = magnate.load("monopoly", players=3)
            deeds = [["boardwalk", "baltic-avenue"], ["park-place", "mediterranean-avenue"], ["reading-railroad"]]
            start = {"players": [{"deeds": one} for one in deeds], "phase": "after"}
            record = game.play("strategic", seed=1, start=start, limit=12)
            one = await service.table((await service.import_record(json.loads(record.to_json())))["id"])
            offer = {"seat": 0, "partner": 1, "give": ["Baltic Avenue"], "get": ["Mediterranean Avenue"], "cash": 20}
            found = await service.analyses.ask("trade", one, None, "Ann", 0, dict(**offer, rollouts=False))
            TradeAnswer.model_validate(found)
            assert found["terms"]["cash"] == 20
            assert abs(sum(found["change"])) < 1e-9
            assert {each["agent"] for each in found["answers"]} == set(LAB_AGENTS)
            assert found["assumes"] == ""
            turned = {"seat": 1, "partner": 0, "give": offer["get"], "get": offer["give"], "cash": -20}
            theirs = await service.analyses.ask("trade", one, None, "Ann", 0, dict(**turned, rollouts=False))
            assert theirs["assumes"] in ("window", "turn")  # another seat decides there
            best = await service.analyses.ask("find", one, None, "Ann", 0, {**ANYBODY, "seat": 0})
            TradesAnswer.model_validate(best)
            assert all(each["change"][0] > 0 for each in best["offers"])
            with pytest.raises((IllegalAction, BadValue)):
                await service.analyses.ask("trade", one, None, "Ann", 0, {**offer, **ANYBODY, "get": ["atlantis"]})

    run(check())


def test_too_much_of_one_person_is_refused(tmp_path):
    async def check():
        async with service_at(tmp_path / "t.db", analyses=0) as service:
            one = await ended(service)
            with pytest.raises(Refused) as refusal:
                await service.analyses.review(one, None, "Ann", None)
            assert refusal.value.reason == "rate"

    run(check())


def test_a_quick_question_does_not_wait_behind_a_long_one_about_the_same_table():
    async def check():
        workers, begun = AnalysisWorkers(2), []

        def asked(worker, question, limit, course):
            begun.append(json.loads(question.partition(b"\n")[0])["task"])
            for _ in range(500):
                if "odds" not in begun:
                    time.sleep(0.01)
            return worker, {"done": {}}

        workers._asked = asked
        tasks = [asyncio.create_task(workers.ask(({"task": one}, b""), Who("Ann", "t"))) for one in ("review", "page")]
        await asyncio.sleep(0)
        tasks.append(asyncio.create_task(workers.ask(({"task": "odds"}, b""), Who("Ann", "t"))))
        await asyncio.gather(*tasks)
        assert begun == ["review", "odds", "page"]
        await workers.close()

    run(check())


@pytest.mark.parametrize(("options", "courses"), [({}, ["t", "t long"]), ({"start_cash": 1501}, ["t long", "t long"])])
def test_questions_for_which_games_are_played_on_are_long(monkeypatch, options, courses):
    """Where V was not measured they wait behind other long ones, and leave a worker to quick ones."""

    async def check():
        game = magnate.load("monopoly", players=2, **options)
        config = TableConfig.of(game, None)
        workers, met = AnalysisWorkers(2), []

        async def answer(_question, _seconds, course):
            met.append((course.who.table, course.long))
            return {"done": {}}

        monkeypatch.setattr(workers, "answer", answer)
        for rollouts in (False, True):
            asked = position_asked("odds", config, game.new(seed=1), "public", {"rollouts": rollouts})
            await workers.ask(asked, Who("Ann", "t"))
        await workers.ask(position_asked("write", config, game.new(seed=1), "public", {}), Who("Ann", "t"))
        assert met == [*((one, one == "t long") for one in courses), ("t", False)]
        await workers.close()

    run(check())


def test_a_review_that_failed_says_why_and_is_tried_again(tmp_path, monkeypatch):
    async def check():
        async with service_at(tmp_path / "t.db") as service:
            one = await ended(service)
            right = service.analyses.workers.ask

            async def fails(asked, who, course):
                raise WorkerFailed("broke", hint="try again")

            monkeypatch.setattr(service.analyses.workers, "ask", fails)
            found, _ = await reviewed(service, one)
            assert (found["stage"], found["problem"]["message"]) == ("failed", "broke")
            monkeypatch.setattr(service.analyses.workers, "ask", right)
            again = await service.analyses.review(one, None, "Ann", None)
            assert (again["version"], again["stage"]) == (found["version"] + 1, "waiting")
            found, _ = await reviewed(service, one)
            assert (found["stage"], found["problem"]) == ("done", None)

    run(check())


def test_a_question_that_takes_long_tells_what_is_done_for_it(tmp_path):
    async def check():
        async with service_at(tmp_path / "t.db") as service:
            one = await ended(service)
            held, right = asyncio.Event(), service.analyses.workers.ask

            async def slow(asked, who, course):
                course.tell("compiling", 0, 400)
                course.since -= 30  # seconds
                course.tell("compiling", 300, 400)
                await held.wait()
                return await right(asked, who, course)

            service.analyses.workers.ask = slow
            nothing = {"seconds": None, "usual": None, "work": None}
            asked = {"rollouts": False}
            assert service.analyses.waiting("odds", one, None, "Ann", **asked) == nothing
            asking = asyncio.create_task(service.analyses.ask("odds", one, None, "Ann", 1, asked))
            await until(lambda: service.analyses.waiting("odds", one, None, "Ann", **asked)["work"])
            told = WaitingAnswer.model_validate(service.analyses.waiting("odds", one, None, "Ann", **asked))
            assert (told.work.what, told.work.done, told.work.whole) == ("compiling", 300, 400)
            assert 10 <= told.work.left < 20
            assert 0 <= told.seconds < 60
            for other in (("lines", one, None, "Ann"), ("odds", one, 0, "Ann"), ("odds", one, None, "Bob")):
                assert service.analyses.waiting(*other, **asked) == nothing
            held.set()
            await asking
            told = service.analyses.waiting("odds", one, None, "Bob", **asked)
            assert (told["seconds"], told["work"]) == (None, None)
            assert told["usual"] > 0
            assert service.analyses.waiting("odds", one, None, "Bob", rollouts=True)["usual"] is None

    run(check())


def test_a_worker_tells_that_it_compiles():
    told = []
    worker, one = _Worker(), table(magnate.load("tictactoe"))
    head, body = position_asked("odds", one.config, one.position, "full", {"rollouts": False})
    worker.answer(head, body, lambda: None, lambda *what: told.append(what))
    game = worker._game(one.config)
    for done in (0, 150, 400):
        game.progress(done, 400, "a_rule")
    assert told[-3:] == [("compiling", 0, 400), ("compiling", 150, 400), ("", 400, 400)]


def test_a_review_that_takes_long_tells_how_far_it_is(tmp_path, monkeypatch):
    monkeypatch.setattr(analyses, "PATIENCE", 0.01)

    async def check():
        async with service_at(tmp_path / "t.db") as service:
            one = await ended(service)
            right = service.analyses.workers.ask
            held = asyncio.Event()

            async def slow(asked, who, course):
                course.progress = ("rollouts", 20, 40)
                await held.wait()
                return await right(asked, who, course)

            monkeypatch.setattr(service.analyses.workers, "ask", slow)
            found = await service.analyses.review(one, None, "Ann", None)
            found = await service.analyses.review(one, None, "Ann", found["version"])
            assert (found["stage"], found["work"]) == (
                "waiting",
                {"what": "rollouts", "done": 20, "whole": 40, "left": None},
            )
            ReviewAnswer.model_validate(found)
            held.set()
            found, _ = await reviewed(service, one)
            assert (found["stage"], found["work"]) == ("done", None)

    run(check())


def tells_progress(pipe):
    """A worker that tells twice how far it is before it answers."""

    def answer(message):
        for done in (1, 2):
            pipe.send_bytes(json.dumps({"progress": ["moves", done, 2]}).encode())
        return {"done": message.decode()}

    as_worker(pipe, answer, 0)


def test_what_a_worker_tells_on_the_way_is_heard_and_is_no_answer():
    async def check():
        pool, course = Pool(1, tells_progress, "telling"), Course()
        assert await pool.answer(b"asked", 60, course) == {"done": "asked"}
        assert course.progress == ("moves", 2, 2)
        await pool.close()

    run(check())


def test_a_review_begins_anew_when_the_game_has_gone_on(tmp_path):
    async def check():
        async with service_at(tmp_path / "t.db") as service:
            one, _ = await seated(service, hints="request")
            await acted(service, one, *ENDED[:2])
            first, _ = await reviewed(service, await service.table(one.id), 0)
            await acted(service, one, *ENDED[2:])
            last, _ = await reviewed(service, await service.table(one.id), 0)
            assert (first["steps"], last["steps"], last["eyes"]) == (2, 5, "full")

    run(check())


def test_over_http(server, stranger):
    made = server.create("tictactoe", "hh", seed=7)
    with server.sit(made, 0) as first, server.sit(made, 1) as second:
        for number, square in enumerate(ENDED):
            player = (first, second)[number % 2]
            player.my_turn()
            if number == 2:
                assert stranger.get(f"/api/games/{made['id']}/review").status_code == 409
            assert player.act(square)["type"] == "ack"
    address, known = f"/api/games/{made['id']}/review", {}
    got = stranger.get(address)
    while got.json()["stage"] not in ("done", "failed"):
        known = {"known": got.json()["version"]}
        got = stranger.get(address, params=known)
    ReviewAnswer.model_validate(got.json())
    assert got.json()["stage"] == "done", got.text
    page = stranger.get(f"{address}/page", params={"lang": "fa"})
    assert page.text.startswith("<!doctype html>")
    assert page.headers["Content-Type"].startswith("text/html")
    assert page.headers["Content-Security-Policy"].startswith("sandbox")
    assert "attachment" in page.headers["Content-Disposition"]
    assert stranger.get(f"{address}/page", params={"lang": "xx"}).status_code == 422
    got = stranger.post(f"/api/games/{made['id']}/odds", json={"at": 2})
    OddsAnswer.model_validate(got.json())
    assert stranger.post(f"/api/games/{made['id']}/trade", json={"cash": 10}).status_code == 400
    assert stranger.post("/api/odds", json={"text": "game = 7"}).status_code == 400
    assert stranger.post("/api/position", json={"text": "game = 7"}).status_code == 400
    assert stranger.post("/api/position", json={"text": 'game = "pig"'}).status_code == 400  # for the owner alone
    got = stranger.post("/api/position", json={"text": '{"game": "monopoly", "players": [{"square": 30}]}'})
    told = PositionAnswer.model_validate(got.json())
    assert (told.fields, told.view) == (None, None)
    assert told.faults[0].place == ["players", 0, "square"]
    assert told.faults[0].m.k == "monopoly.setup.go_to_jail"
    got = stranger.post("/api/position", json={"text": '{"game": "monopoly", "seats": 3}'}).json()
    PositionAnswer.model_validate(got)
    assert len(got["view"]["board"]["players"]) == got["fields"]["seats"] == 3
    assert stranger.post("/api/odds", json={"text": "x" * 70_000}).status_code == 413


def test_puzzles(server, stranger):
    listed = stranger.get("/api/puzzles/monopoly").json()
    PuzzlesAnswer.model_validate(listed)
    assert len(listed["puzzles"]) == len(puzzles("monopoly"))
    assert stranger.get("/api/puzzles/pig").json() == {"puzzles": []}
    assert stranger.get(f"/api/puzzles/monopoly/{len(listed['puzzles'])}").status_code == 404
    assert stranger.get("/api/puzzles/pig/0").status_code == 404
    got = stranger.get("/api/puzzles/monopoly/3").json()
    PuzzleAnswer.model_validate(got)
    kept = puzzles("monopoly")[3]
    assert [one["line"]["names"] for one in got["moves"]] == [list(one.names) for one in kept.moves]
    assert got["view"]["to_act"] == got["seat"] == kept.seat
    assert got["name"] == listed["puzzles"][3]["name"] == kept.name
    assert len({one["name"] for one in listed["puzzles"]}) == len(listed["puzzles"])
    assert all(one["line"]["m"] for one in got["moves"])
    ghost = stranger.post("/api/puzzles/monopoly/3/ghost", json={"names": list(kept.moves[0].names)}).json()
    PreviewAnswer.model_validate(ghost)
    position = kept.position()
    assert ghost["view"]["board"] == after(position, move_from(position, kept.moves[0].names)).view(kept.seat)
    assert stranger.post("/api/puzzles/monopoly/3/ghost", json={"names": ["fly"]}).status_code == 400
