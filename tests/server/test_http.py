"""The HTTP interface of a real server: tables are made, shown, asked about, exported, imported and forgotten."""

import pytest

from magnate.server.protocol import Close
from magnate.server.schemas import (
    AgentsAnswer,
    Created,
    GamesAnswer,
    Log,
    PreviewAnswer,
    ReasonsAnswer,
    SpecsAnswer,
    StepsAnswer,
    TableAnswer,
    TurnsAnswer,
    Verification,
)

from ..serving import Server

FINISHED = ("a1", "b1", "a2", "b2", "a3")


@pytest.fixture(scope="module")
def finished(server):
    """A finished game of tic-tac-toe."""
    table = server.create("tictactoe", "hh", seed=7)
    with server.sit(table, 0) as first, server.sit(table, 1) as second:
        for number, square in enumerate(FINISHED):
            player = (first, second)[number % 2]
            player.my_turn()
            assert player.act(square)["type"] == "ack"
    return table


def test_the_specs_are_all_that_a_form_needs(stranger):
    got = stranger.get("/api/specs").json()
    SpecsAnswer.model_validate(got)
    games = {one["name"]: one for one in got["games"]}
    assert {"monopoly", "brass", "pig", "tictactoe"} <= set(games)
    options = {one["key"]: one for one in games["monopoly"]["options"]}
    assert (options["auctions"]["type"], options["auctions"]["default"]) == ("bool", True)
    assert options["start_cash"]["min"] == 0
    assert options["cards"]["choices"] == ["queue", "independent", "none"]
    assert games["brass"]["hidden"] is True
    assert {"strategic", "strategic:late_game", "mcts"} <= {one["name"] for one in games["monopoly"]["agents"]}


def test_the_agents_of_a_game(stranger):
    got = stranger.get("/api/agents", params={"game": "monopoly"}).json()
    AgentsAnswer.model_validate(got)
    assert {one["game"] for one in got["agents"]} == {"monopoly"}
    assert stranger.get("/api/agents", params={"game": "chess"}).json() == {"agents": []}


def test_a_table_is_shown_to_everybody_without_its_secrets(server, stranger):
    table = server.create("kuhn", "hh")
    Created.model_validate(table)
    got = stranger.get(f"/api/games/{table['id']}")
    TableAnswer.model_validate(got.json())
    assert got.json()["view"]["board"]["cards"] == ["hidden", "hidden"]
    assert not [token for token in table["tokens"].values() if token in got.text]
    assert got.json()["table"]["reveal"] is None


@pytest.mark.parametrize(
    ("wishes", "status", "sentence"),
    [
        ({"game": "chess"}, 400, "chess"),
        ({"preset": "none"}, 400, "preset"),
        ({"options": {"sides": 1}}, 400, "sides"),
        ({"options": {"__proto__": {"sides": 3}}}, 400, "__proto__"),
        ({"options": {"sides": 6.0}}, 400, "sides"),
        ({"seats": []}, 422, "seats"),
        ({"seats": [{"kind": "human"}] * 9}, 422, "seats"),
        ({"seats": [{"kind": "human"}]}, 400, "players"),
        ({"seed": -1}, 422, "seed"),
        ({"seed": 2**53}, 400, "larger than"),
        ({"seed": 1.0}, 422, "seed"),
        ({"hints": "yes"}, 422, "hints"),
        ({"nonsense": 1}, 422, "nonsense"),
        ({"seats": [{"kind": "human", "agent": "random"}, {"kind": "human"}]}, 400, "seat 0"),
    ],
)
def test_impossible_tables_are_refused_with_a_sentence(owner, wishes, status, sentence):
    body = {"game": "pig", "seats": [{"kind": "human"}, {"kind": "human"}], **wishes}
    got = owner.post("/api/games", json=body)
    assert got.status_code == status, got.text
    assert sentence in got.json()["error"]["message"] + got.json()["error"]["hint"]


@pytest.mark.parametrize(
    "agent",
    [
        "os:system",
        "tests.games_for_tests.pig_agents:Holder",
        "network:/etc/passwd",
        "mcts:pool=100000000000",
        "mcts:threads=1000",
        "mcts:sims=99999999999",
        "mcts:time=9999999s",
        "randon",
        "",
        "random*1000000",
        "../../etc/passwd",
    ],
)
def test_agents_that_run_code_read_files_or_eat_memory_cannot_be_asked_for(owner, agent):
    body = {"game": "pig", "seats": [{"kind": "human"}, {"kind": "agent", "agent": agent}]}
    got = owner.post("/api/games", json=body)
    assert got.status_code in {400, 422}, (agent, got.text)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("Ann", "Ann"),
        ("<img src=x onerror=alert(1)>", "<img src=x onerror=alert"),  # text, and shown as such
        ("\u202egnp.exe", "gnp.exe"),
        ("a\u2066b\u2069c\u200f", "abc"),
        ("line\nbreak\ttab\x00\x1b[31m", "line break tab[31m"),
        ("x" * 200, "x" * 24),
        ("  spaced   out  ", "spaced out"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("\u202e\u2066", "Player 1"),
        ("", "Player 1"),
    ],
)
def test_names_cannot_disturb_the_page(owner, stranger, given, kept):
    body = {"game": "tictactoe", "seats": [{"kind": "human", "name": given}, {"kind": "human", "name": "Bob"}]}
    table = owner.post("/api/games", json=body).json()
    assert stranger.get(f"/api/games/{table['id']}").json()["seats"][0]["name"] == kept


def test_players_of_one_name_are_told_apart(owner, stranger):
    agents = [{"kind": "agent", "agent": "random"}] * 2
    body = {"game": "monopoly", "seats": [{"kind": "human", "name": "Ann"}, *agents]}
    table = owner.post("/api/games", json=body).json()
    seats = stranger.get(f"/api/games/{table['id']}").json()["seats"]
    assert [seat["name"] for seat in seats] == ["Ann", "random 1", "random 2"]
    assert [seat["agent"] for seat in seats] == [None, "random", "random"]


def test_names_longer_than_any_name_are_refused(owner):
    body = {"game": "tictactoe", "seats": [{"kind": "human", "name": "x" * 201}, {"kind": "human"}]}
    assert owner.post("/api/games", json=body).status_code == 422


def test_the_list_has_public_tables_only(server, stranger):
    shown = server.create("tictactoe", "hh")
    secret = server.create("tictactoe", "hh", public=False)
    got = stranger.get("/api/games").json()
    GamesAnswer.model_validate(got)
    ids = [one["id"] for one in got["games"]]
    assert shown["id"] in ids
    assert secret["id"] not in ids
    page = stranger.get("/api/games", params={"limit": 1}).json()["games"]
    after = stranger.get("/api/games", params={"limit": 1, "before": page[0]["created"]}).json()["games"]
    assert len(page) == len(after) == 1
    assert page[0]["id"] != after[0]["id"]


def test_a_table_that_is_not_public_is_for_those_who_sit_there_and_the_owner(server, owner, stranger):
    table = server.create("tictactoe", "hh", public=False)
    path = f"/api/games/{table['id']}"
    mine = {"X-Seat-Token": table["tokens"]["1"]}
    for what in ("", "/steps", "/turns", "/log"):
        assert stranger.get(path + what).status_code == 401
        assert stranger.get(path + what, headers=mine).status_code == 200
        assert owner.get(path + what).status_code == 200  # whose server it is; with the eyes of the public
    for what in ("/record", "/verify"):
        assert stranger.get(path + what).status_code == 401
    with server.sit(table, 0) as first, server.sit(table, 1) as second:
        for number, square in enumerate(FINISHED):
            player = (first, second)[number % 2]
            player.my_turn()
            player.act(square)
    for what in ("/record", "/verify"):
        assert stranger.get(path + what).status_code == 401
        assert stranger.get(path + what, headers=mine).status_code == 200


def test_a_position_of_a_table_that_is_not_public_is_forked_by_those_who_see_it(tmp_path_factory):
    free = Server(tmp_path_factory.mktemp("free"), "--allow-create", "anyone")
    try:
        table = free.create("tictactoe", "hh", public=False)
        fork = {"at": 0, "seats": [{"kind": "human"}, {"kind": "agent", "agent": "random"}]}
        with free.client() as client:
            path = f"/api/games/{table['id']}/fork"
            assert client.post(path, json=fork).status_code == 401
            assert client.post(path, json=fork, headers={"X-Seat-Token": table["tokens"]["0"]}).status_code == 200
    finally:
        free.stop()


def test_a_browser_asks_for_the_tables_that_it_has_tokens_for(server, stranger):
    secret = server.create("tictactoe", "hh", public=False)
    held = {"id": secret["id"], "tokens": [secret["tokens"]["0"]]}
    got = stranger.post("/api/held", json={"tables": [held, {"id": "nosuchtable", "tokens": ["x"]}]})
    GamesAnswer.model_validate(got.json())
    (found,) = got.json()["games"]
    assert (found["id"], found["public"], found["status"]) == (secret["id"], False, "open")
    assert not [token for token in secret["tokens"].values() if token in got.text]
    wrong = {**held, "tokens": [server.create("tictactoe", "hh")["tokens"]["0"]]}
    assert stranger.post("/api/held", json={"tables": [wrong]}).json() == {"games": []}
    for tables in ([held] * 101, [{**held, "tokens": []}], [{**held, "tokens": ["x"] * 9}], [{**held, "id": "../x"}]):
        assert stranger.post("/api/held", json={"tables": tables}).status_code == 422


def test_the_past_is_told_to_each_viewer(server, stranger):
    table = server.create("kuhn", "hh", seed=3)
    path = f"/api/games/{table['id']}"
    for token, cards in ((None, ["hidden", "hidden"]), ("0", ["queen", "hidden"]), ("1", ["hidden", "jack"])):
        seat = {} if token is None else {"X-Seat-Token": table["tokens"][token]}
        got = stranger.get(path + "/steps", headers=seat).json()
        StepsAnswer.model_validate(got)
        assert (got["total"], got["steps"][0]["view"]["board"]["cards"]) == (1, cards)
        assert stranger.get(path + "/steps", params={"from": 5}, headers=seat).json()["steps"] == []
        Log.model_validate(stranger.get(path + "/log", headers=seat).json())
    TurnsAnswer.model_validate(stranger.get(path + "/turns").json())
    assert stranger.get(path + "/steps", headers={"X-Seat-Token": "wrong"}).status_code == 401
    assert stranger.get(path + "/steps", params={"limit": 10_000}).status_code == 422
    assert stranger.get(path + "/steps", params={"from": -1}).status_code == 422


def test_players_may_ask_why_and_what_if(server, stranger):
    table = server.create("tictactoe", "hh")
    path = f"/api/games/{table['id']}"
    with server.sit(table, 0) as first:
        refs = [f"{facet}:{value}" for facet, value in first.decision["actions"][0]["f"].items()]
        first.act(first.decision["actions"][0]["name"])
    mine = {"X-Seat-Token": table["tokens"]["1"]}
    got = stranger.post(path + "/why", json={"refs": refs}, headers=mine).json()
    ReasonsAnswer.model_validate(got)
    assert got["reasons"]
    tried = stranger.post(path + "/preview", json={"actions": ["b2"]}, headers=mine).json()
    PreviewAnswer.model_validate(tried)
    assert tried["view"]["at"] == 2
    assert stranger.post(path + "/preview", json={"actions": ["a1"]}, headers=mine).json()["reasons"]
    for what, body in (
        ("why", {"refs": ["x:y"]}),
        ("preview", {"actions": ["b2"]}),
        ("suggest", {}),
        ("reply", {"actions": ["b2"]}),
    ):
        assert stranger.post(f"{path}/{what}", json=body).status_code == 401  # spectators do not ask
    for refs in ([], ["x"], ["x:\n"], ["x:y"] * 9, "x:y"):
        assert stranger.post(path + "/why", json={"refs": refs}, headers=mine).status_code == 422


def test_a_running_game_is_not_handed_out(server, owner, stranger):
    table = server.create("kuhn", "hh")
    for client in (stranger, owner):  # not even the owner sees what is hidden
        got = client.get(f"/api/games/{table['id']}/record")
        assert got.status_code == 403
        assert client.get(f"/api/games/{table['id']}/verify").status_code == 409


def test_a_finished_game_is_exported_checked_imported_and_forked(finished, owner, stranger):
    path = f"/api/games/{finished['id']}"
    checked = stranger.get(path + "/verify").json()
    Verification.model_validate(checked)
    assert checked["ok"] is True
    got = stranger.get(path + "/record")
    assert got.headers["Content-Disposition"] == f'attachment; filename="magnate-{finished["id"]}.json"'
    record = got.json()
    assert record["seed"] == 7
    assert stranger.post("/api/import", json={"record": record}).status_code == 403
    again = owner.post("/api/import", json={"record": record}).json()
    Created.model_validate(again)
    assert again["tokens"] == {}
    assert stranger.get(f"/api/games/{again['id']}").json()["table"]["status"] == "over"
    seats = [{"kind": "human"}, {"kind": "agent", "agent": "random"}]
    assert stranger.post(path + "/fork", json={"at": 2, "seats": seats}).status_code == 403
    fork = owner.post(path + "/fork", json={"at": 2, "seats": seats}).json()
    Created.model_validate(fork)
    turn = len({one["at"] for one in stranger.get(path + "/turns").json()["turns"] if one["at"] <= 2})
    assert fork["table"]["fork_of"] == {"id": finished["id"], "at": 2, "turn": turn}
    assert owner.post(path + "/fork", json={"at": 99, "seats": seats}).status_code == 400


def test_only_the_owner_forgets_a_table(server, owner, stranger):
    table = server.create("tictactoe", "hh")
    path = f"/api/games/{table['id']}"
    assert stranger.delete(path).status_code == 403
    assert stranger.delete(path, headers={"X-Seat-Token": table["tokens"]["0"]}).status_code == 403
    with server.sit(table) as watching:
        assert owner.delete(path).status_code == 204
        assert watching.until("bye")["code"] == "gone"
        assert watching.closed() == Close.NO_GAME
    assert stranger.get(path).status_code == 404
    assert stranger.get(path).json()["error"]["code"] == "no_such_table"


def test_where_anyone_may_make_tables_many_are_too_many(tmp_path_factory):
    free = Server(tmp_path_factory.mktemp("free"), "--allow-create", "anyone")
    try:
        with free.client() as client:
            body = {"game": "tictactoe", "seats": [{"kind": "human"}, {"kind": "human"}]}
            found = [client.post("/api/games", json=body).status_code for _ in range(65)]
            assert found[:60] == [200] * 60  # a classroom at one address
            assert set(found[61:]) == {429}
            table = client.get("/api/games").json()["games"][0]["id"]
            assert client.delete(f"/api/games/{table}").status_code == 403  # forgetting is still the owner's
    finally:
        free.stop()


# ------------------------------------------------------------------------------------------------ records


def test_records_of_strangers_are_believed_in_nothing(owner, stranger, finished):
    good = stranger.get(f"/api/games/{finished['id']}/record").json()
    for changed, sentence in (
        ({"actions": [0, 0]}, "step 2"),
        ({"actions": [99]}, "step 1"),
        ({"actions": ["a1"]}, "hash"),
        ({"actions": ["a1", "z9"]}, "step 2"),
        ({"schema": 2, "actions": ["a1"]}, "actions"),
        ({"actions": [0.0]}, "actions"),
        ({"actions": [*good["actions"], 8]}, "step"),
        ({"actions": [*good["actions"], good["actions"][0]]}, "step"),
        ({"actions": good["actions"][:-1]}, ""),
        ({"final_hash": "0" * 64}, "hash"),
        ({"game": "chess"}, "chess"),
        ({"game": "../../etc/passwd"}, ""),
        ({"schema": 4}, "format"),
        ({"kind": "other"}, "record"),
        ({"rules_version": 99}, "version 99"),
        ({"players": 9}, ""),
        ({"players": 10**9}, ""),
        ({"options": {"board": 1}}, "options"),
        ({"seed": 2**53}, "larger than"),
        ({"start": {"board": ["XXX", "XXX", "XXX"]}}, ""),
        ({"start": {"__proto__": {}}}, ""),
        ({"result": None}, ""),
        ({"result": {"ending": "line", "utility": [0.0, 1.0], "score": [0.0, 0.0]}}, ""),
        ({"__proto__": {"ending": "line"}}, ""),
        ({"extra": 1}, "extra"),
        ({"agents": ["x"]}, "agents"),
    ):
        got = owner.post("/api/import", json={"record": {**good, **changed}})
        assert got.status_code in {400, 422}, (changed, got.text)
        assert sentence in got.json()["error"]["message"], (changed, got.text)


def test_names_in_records_are_cleaned(owner, stranger, finished):
    good = stranger.get(f"/api/games/{finished['id']}/record").json()
    record = {**good, "agents": ["<script>alert(1)</script>", "\u202eevil\x00" + "x" * 5000]}
    got = owner.post("/api/import", json={"record": record})
    assert got.status_code == 200, got.text
    names = [seat["name"] for seat in stranger.get(f"/api/games/{got.json()['id']}").json()["seats"]]
    assert names == ["<script>alert(1)</script", "evil" + "x" * 20]


@pytest.mark.parametrize(
    "text",
    [
        '{"record": ' + "[" * 5000 + "]" * 5000 + "}",
        '{"record": ' + '{"a":' * 2000 + "1" + "}" * 2000 + "}",
        '{"record": {"seed": NaN}}',
        '{"record": {"seed": Infinity}}',
        '{"record": {"seed": 1e400}}',
        '{"record": {"seed": ' + "9" * 5000 + "}}",
        '{"record": {"seed": 18014398509481984}}',
        '{"record": {"game": "pig", "game": "monopoly"}}',
        '{"record": []}',
        '{"record": "x"}',
        "[]",
        "",
        "null",
        '{"record": {"game": "\\ud800"}}',
    ],
    ids=lambda text: text[:30],
)
def test_json_that_is_meant_to_hurt_does_not(owner, text):
    got = owner.post("/api/import", content=text.encode(), headers={"Content-Type": "application/json"})
    assert got.status_code in {400, 422}
    assert "error" in got.json()


def test_a_huge_record_is_refused_and_others_are_answered_meanwhile(owner, stranger, finished):
    import threading
    import time

    good = stranger.get(f"/api/games/{finished['id']}/record").json()
    answers = []
    body = {"record": {**good, "actions": [0] * 1_600_000}}
    thread = threading.Thread(target=lambda: answers.append(owner.post("/api/import", json=body)))
    thread.start()
    slowest = 0.0
    while thread.is_alive():
        begun = time.monotonic()
        assert stranger.get("/api/health").status_code == 200
        slowest = max(slowest, time.monotonic() - begun)
    thread.join()
    assert answers[0].status_code == 400
    assert slowest < 20  # it would be minutes if somebody waited for it; how long exactly is the machine's business


def test_nothing_secret_is_in_the_log_of_the_server(server, owner, stranger, finished):
    stranger.get("/", params={"key": "wrong-" + server.key})
    stranger.get(f"/g/{finished['id']}")
    log = server.log.read_text(encoding="utf-8")
    assert log.count(server.key) == 1  # the address that it prints
    assert not [token for token in finished["tokens"].values() if token in log]
    assert "Traceback" not in log
