"""Agents that ask a language model, without one: a stub answers well, and badly in all ways that models do."""

import contextlib
import http.server
import json
import re
import sys
import threading
import time
from pathlib import Path

import pytest

import magnate
from magnate.agents import resolve
from magnate.core.players import Players
from magnate.errors import AgentFailed, BadAgent
from magnate.models.ask import LARGEST, LONGEST, Answer, ModelConfig, NoAnswer, asked_of
from magnate.models.llm import LanguageModel, _id, last_object
from magnate.models.skin import Skin
from magnate.models.text import action_words, position_text, rules_text

STUB = Path(__file__).with_name("stub.py")


def model(way, **settings):
    config = ModelConfig(command=[sys.executable, str(STUB), way], **settings)
    return LanguageModel(way, config, asked_of(config))


def played(game, agent, seed=1, **options):
    """A whole game of the agent against the random one; returns the position at the end."""
    loaded = magnate.load(game, **options)
    position, players = loaded.new(seed=seed), Players(loaded, [agent, resolve(game, "random")])
    agent.begin()
    try:
        while not position.is_over:
            position.apply(players.choose(position))
    finally:
        agent.close()
    return position


@pytest.mark.parametrize("way", ["good", "fenced", "two", "chance", "lines"])
def test_a_model_that_answers_plays(way):
    agent = model(way)
    played("tictactoe", agent)
    use = agent.usage
    assert use.decisions == use.asked > 2
    assert (use.illegal, use.unread, use.missing, use.forfeits) == (0, 0, 0, 0)
    assert (use.read, use.written) == (10 * use.asked, 2 * use.asked)
    assert agent.chances == ([] if way == "chance" else [(number, 0.25) for number in range(1, use.decisions + 1)])


@pytest.mark.parametrize(
    ("way", "counted"),
    [
        ("prose", "unread"),
        ("broken", "unread"),
        ("typed", "unread"),
        ("array", "unread"),
        ("nested", "unread"),
        ("empty", "unread"),
        ("illegal", "illegal"),
        ("ends", "missing"),
        ("number", "missing"),
    ],
)
def test_a_model_that_answers_badly_loses_its_decisions_alone(way, counted):
    agent = model(way, retries=1, seconds=30)
    position = played("tictactoe", agent)
    assert position.is_over
    use = agent.usage
    assert use.forfeits == use.decisions
    assert use.asked == 2 * use.decisions == getattr(use, counted)
    assert use.illegal + use.unread + use.missing == use.asked


def test_a_model_that_is_late_is_waited_for_no_longer_than_it_may():
    agent = model("late", retries=0, seconds=0.3)
    try:
        agent.choose(magnate.load("tictactoe").new())
    finally:
        agent.close()
    assert agent.usage.missing == agent.usage.forfeits == 1
    assert agent.usage.seconds < 20


def test_a_bad_answer_is_told_and_asked_again():
    agent = model("third")
    played("tictactoe", agent)
    use = agent.usage
    assert use.unread >= 1
    assert use.forfeits == 0
    kinds = [one["kind"] for one in agent.conversation]
    assert kinds[:4] == ["question", "answer", "refusal", "answer"]
    assert "had no JSON object" in agent.conversation[2]["text"]


def test_the_tokens_of_a_game_are_bounded():
    agent = model("good", game_tokens=3)
    played("tictactoe", agent)
    assert agent.usage.written <= 4
    assert agent.usage.asked == 2
    assert agent.usage.forfeits == agent.usage.decisions - 2


def test_what_is_shown_again_is_of_the_same_game_alone():
    class Listener:
        """Hears how many messages it is shown."""

        def __init__(self):
            self.heard = []

        def ask(self, messages, tokens, seconds):
            self.heard.append(len(messages))
            return Answer(json.dumps({"actions": [first_legal(messages[-1]["content"])]}), 1, 1)

        def close(self):
            pass

    listener = Listener()
    agent = LanguageModel("listener", ModelConfig(command="none", remembers=2), listener)
    game = magnate.load("tictactoe")
    position = game.new()
    for _ in range(3):
        position.apply(agent.choose(position))
    assert listener.heard == [2, 2, 2]
    agent.begin()
    for _ in range(4):
        position.apply(agent.choose(position))
    agent.begin()
    agent.choose(game.new())
    assert listener.heard[3:] == [2, 4, 6, 6, 2]


def test_the_conversation_is_written_to_a_file(tmp_path, monkeypatch):
    monkeypatch.setenv("MAGNATE_MODELS", str(tmp_path / "models.toml"))
    command = json.dumps([sys.executable, str(STUB), "good"])
    (tmp_path / "models.toml").write_text(f"[mine]\ncommand = {command}\nprice_in = 1000\nprice_out = 5000\n")
    agent = resolve("tictactoe", f"llm:mine,log={tmp_path}/talk.jsonl,skin=plain")
    played("tictactoe", agent)
    assert agent.usage.cost == pytest.approx(agent.usage.asked * (10 * 1000 + 2 * 5000) / 1e6)
    lines = [json.loads(line) for line in (tmp_path / "talk.jsonl").read_text().splitlines()]
    assert lines == agent.conversation
    assert agent.name == f"llm:mine,log={tmp_path}/talk.jsonl,skin=plain"


@pytest.mark.parametrize(
    ("text", "spec", "words"),
    [
        ("", "llm:mine", 'has no model "mine"'),
        ("[mine]\n", "llm:mine", "give a command or a url"),
        ('[mine]\ncommand = "a"\nurl = "http://b"\n', "llm:mine", "give a command or a url"),
        ('[mine]\nurl = "ftp://b"\n', "llm:mine", "a url begins with"),
        ('[mine]\ncommand = "a"\nretry = 1\n', "llm:mine", "mine.retry"),
        ('[mine]\ncommand = "a"\n', "llm:mine,temperature=1", "nothing that llm: knows"),
        ('[mine]\ncommand = "a"\n', "llm:mine,skin=golden", "no skin"),
        ("[mine", "llm:mine", "cannot be read"),
        ('[mine]\ncommand = ["no-such-program", "x"]\n', "llm:mine", 'no program "no-such-program"'),
        ("[mine]\ncommand = []\n", "llm:mine", 'no program ""'),
        ("[mine]\ncommand = 'a \"b'\n", "llm:mine", "cannot be read: No closing quotation"),
    ],
)
def test_a_wrong_configuration_is_told(tmp_path, monkeypatch, text, spec, words):
    file = tmp_path / "models.toml"
    monkeypatch.setenv("MAGNATE_MODELS", str(file))
    file.write_text(text)
    with pytest.raises(Exception, match=words) as error:
        resolve("tictactoe", spec)
    assert isinstance(error.value, magnate.MagnateError)


def test_a_program_that_has_gone_is_told_in_a_sentence(tmp_path):
    """Not as an error of the agent's code, with a hint at its traceback."""
    program = tmp_path / "model"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    config = ModelConfig(command=[str(program)])
    agent = LanguageModel("mine", config, asked_of(config))
    program.unlink()
    with pytest.raises(
        AgentFailed, match=r"the agent mine in seat 0: the program .*model. cannot be started: No such"
    ) as error:
        played("tictactoe", agent)
    assert "models" in error.value.hint


def test_without_a_file_of_models_it_is_told_where_to_write_it(tmp_path, monkeypatch):
    monkeypatch.setenv("MAGNATE_MODELS", str(tmp_path / "none.toml"))
    with pytest.raises(BadAgent, match="there is no file of models"):
        resolve("tictactoe", "llm:mine")


def said(text):
    """The answer of a chat endpoint with this text."""
    return {"choices": [{"message": {"content": text}}]}


def first_legal(question):
    """The first action that a question lists."""
    return question.partition("Legal actions:\n- ")[2].partition("\n")[0].partition(": ")[0]


class Endpoint(http.server.BaseHTTPRequestHandler):
    """Answers as chat endpoints do: by the path, at once, after being busy, or wrongly."""

    asked: list[dict]
    busy = 0
    enough = threading.Event()

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        type(self).asked.append({**body, "key": self.headers["Authorization"]})
        answers = {
            "/good": {
                "choices": [{"message": {"content": "hello"}}],
                "usage": {"prompt_tokens": 5, "completion_tokens": 1},
            },
            "/bare": said("four letters"),
            "/none": {"error": "what"},
            "/null": said(None),
        }
        if self.path == "/busy" and type(self).busy < 1:
            type(self).busy += 1
            self.send_error(429)
            return
        if self.path == "/moved":
            self.send_response(302)
            self.send_header("Location", "/good")
            self.end_headers()
            return
        if self.path == "/refused":
            self.send_error(401)
            return
        if self.path == "/never":  # its head has no end
            with contextlib.suppress(OSError):
                self.wfile.write(b"HTTP/1.0 200 OK\r\nX: ")
                while not type(self).enough.wait(0.05):
                    self.wfile.write(b"x")
            return
        if self.path == "/slow":
            self.send_response(200)
            self.end_headers()
            with contextlib.suppress(OSError):  # until the other end has enough
                while True:
                    self.wfile.write(b" ")
                    time.sleep(0.05)
            return
        if self.path == "/first":
            answers["/first"] = said(json.dumps({"actions": [first_legal(body["messages"][-1]["content"])]}))
        if self.path == "/letters":
            answers["/letters"] = said("x" * body["max_tokens"])
        data = b"<html>" if self.path == "/page" else json.dumps(answers.get(self.path, answers["/good"])).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        with contextlib.suppress(OSError):  # too much is not read to its end
            self.wfile.write(data)

    def log_message(self, *_):
        pass


@pytest.fixture
def endpoint():
    Endpoint.asked, Endpoint.busy = [], 0
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Endpoint) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        Endpoint.enough.clear()
        yield f"http://127.0.0.1:{server.server_port}"
        Endpoint.enough.set()
        server.shutdown()
        thread.join()


def test_a_chat_endpoint_is_asked_by_its_url(endpoint, monkeypatch):
    monkeypatch.setenv("SOME_KEY", "secret")
    config = ModelConfig(url=f"{endpoint}/good", model="small", key_env="SOME_KEY", extra={"temperature": 0})
    messages = [{"role": "user", "content": "hi"}]
    answer = asked_of(config).ask(messages, 7, 10)
    assert (answer.text, answer.read, answer.written) == ("hello", 5, 1)
    assert Endpoint.asked == [
        {"model": "small", "messages": messages, "max_tokens": 7, "temperature": 0, "key": "Bearer secret"}
    ]
    bare = asked_of(ModelConfig(url=f"{endpoint}/bare")).ask(messages, 7, 10)
    assert (bare.read, bare.written) == (0, 3)


def test_an_endpoint_that_is_busy_is_asked_again(endpoint):
    answer = asked_of(ModelConfig(url=f"{endpoint}/busy")).ask([{"role": "user", "content": "hi"}], 7, 30)
    assert answer.text == "hello"
    assert len(Endpoint.asked) == 2


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("none", "no choices"),
        ("null", "no text"),
        ("page", "no choices"),
        ("refused", "answered 401"),
        ("moved", "answered 302"),
    ],
)
def test_what_is_no_answer_is_told(endpoint, path, words):
    with pytest.raises(NoAnswer, match=words):
        asked_of(ModelConfig(url=f"{endpoint}/{path}")).ask([], 7, 10)


@pytest.mark.parametrize(
    ("game", "says"),
    [("tictactoe", "Seat 0 plays X and moves first."), ("pig", "a 1 loses the total and ends the turn")],
)
def test_the_rules_of_a_small_game_are_those_of_its_module(game, says):
    text = rules_text(magnate.load(game))
    assert says in text
    assert "``" not in text


@pytest.mark.parametrize("game", ["tictactoe", "monopoly", "brass"])
def test_a_chat_endpoint_is_shown_the_board_at_each_decision(endpoint, game):
    config = ModelConfig(url=f"{endpoint}/first", remembers=1)
    agent = LanguageModel("endpoint", config, asked_of(config))
    agent.begin()
    position, boards = magnate.load(game).new(seed=3), []
    while not position.is_over and len(boards) < 9:
        seat = position.to_move
        shown = position.shown_to(seat)
        asked = len(Endpoint.asked)
        position.apply(agent.choose(shown))
        if len(Endpoint.asked) > asked:
            boards.append(position_text(shown, seat, whole=True))
    sent = [one["messages"] for one in Endpoint.asked]
    assert len(sent) == len(boards) > 4
    assert all(board in messages[-1]["content"] for board, messages in zip(boards, sent, strict=True))
    assert all(board in messages[1]["content"] for board, messages in zip(boards, sent[1:], strict=False))
    asked_texts = [one["text"] for one in agent.conversation if one["kind"] == "question"]
    assert asked_texts == [messages[-1]["content"] for messages in sent]
    assert agent.usage.forfeits == agent.usage.illegal == 0


@pytest.fixture(params=["command", "endpoint"])
def lengthy(request, endpoint):
    """A model that answers with as many letters as it may write tokens."""
    command = [sys.executable, str(STUB), "letters"]
    config = {"command": {"command": command}, "endpoint": {"url": f"{endpoint}/letters"}}[request.param]
    asked = asked_of(ModelConfig(**config))
    yield asked
    asked.close()


def test_only_so_many_letters_of_an_answer_count(lengthy):
    for letters in (0, 1, LONGEST, LONGEST + 1, 2 * LONGEST):
        assert lengthy.ask([], letters, 60).text == "x" * min(letters, LONGEST)


def test_an_answer_that_is_too_large_is_refused_at_once_and_the_next_one_is_read(lengthy):
    with pytest.raises(NoAnswer, match="larger than 4 MiB"):
        lengthy.ask([], LARGEST, 3600)
    assert lengthy.ask([], 3, 60).text == "xxx"


def test_an_answer_that_comes_in_crumbs_has_no_longer_than_another_one(endpoint):
    begun = time.monotonic()
    with pytest.raises(NoAnswer, match=r"no answer in 0\.5 s"):
        asked_of(ModelConfig(url=f"{endpoint}/slow")).ask([], 7, 0.5)
    assert time.monotonic() - begun < 30


def test_a_server_whose_head_never_ends_is_not_waited_for(endpoint):
    with pytest.raises(NoAnswer, match=r"no answer in 0\.5 s"):
        asked_of(ModelConfig(url=f"{endpoint}/never")).ask([], 7, 0.5)
    assert not Endpoint.enough.is_set()


def test_where_nobody_listens_there_is_no_answer(endpoint):
    with pytest.raises(NoAnswer, match="no answer"):
        asked_of(ModelConfig(url="http://127.0.0.1:9/v1")).ask([], 7, 10)


def test_a_key_that_is_missing_is_the_users_mistake(endpoint, monkeypatch):
    monkeypatch.delenv("NO_KEY", raising=False)
    with pytest.raises(BadAgent, match="NO_KEY holds no key"):
        asked_of(ModelConfig(url=f"{endpoint}/good", key_env="NO_KEY"))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", None),
        ("{", None),
        ('{"a": 1}', {"a": 1}),
        ('{"a": {"b": 1}}', {"a": {"b": 1}}),
        ('{"a": 1} {"b": 2} and {c}', {"b": 2}),
        ("[1, 2]", None),
        ("{" * 100_000, None),
    ],
)
def test_the_last_object_of_an_answer_counts(text, found):
    assert last_object(text) == found


def test_more_actions_are_taken_only_where_they_were_foreseen():
    class Planner:
        """Says a whole move at once."""

        questions = 0

        def ask(self, messages, tokens, seconds):
            self.questions += 1
            return Answer(json.dumps({"actions": self.say}), 1, 1)

        def close(self):
            pass

    planner = Planner()
    agent = LanguageModel("planner", ModelConfig(command="none"), planner)
    position = magnate.load("brass").new(seed=4)
    seat = position.to_move
    first = next(one.name for one in position.legal() if one.name in {"loan", "network"})
    after = position.copy().apply(first)
    assert after.to_move == seat
    second = after.legal()[0].name
    planner.say = [first, second, "pass"]
    position.apply(agent.choose(position.shown_to(seat)))
    assert position.name_of(agent.choose(position.shown_to(seat))) == second
    assert planner.questions == 1
    other = magnate.load("brass").new(seed=5)
    planner.say = [next(one.name for one in other.legal() if one.name in {"loan", "network"}), "nonsense"]
    other.apply(agent.choose(other.shown_to(other.to_move)))
    planner.say = [other.legal()[-1].name]
    assert other.name_of(agent.choose(other.shown_to(other.to_move))) == planner.say[0]
    assert planner.questions == 3


@pytest.mark.parametrize("game", ["monopoly", "brass", "pig", "random_tree"])
def test_who_sees_no_list_is_told_how_every_action_is_called(game):
    loaded = magnate.load(game)
    text = action_words(loaded)
    words = {word for line in text.splitlines() for word in re.findall(r"[^\s,]+", line.removesuffix("."))}
    for action in range(loaded.info.max_actions):
        word, colon, about = loaded.declared.action_name(action).partition(":")
        assert f"{word}:X" in words if colon else word in words
        assert not colon or about in words
    shown, agent = loaded.new(seed=1), model("good", legal_list=False)
    try:
        assert text in agent._task(shown, Skin(game, "real"))
    finally:
        agent.close()


def test_a_name_may_be_spelt_as_people_spell_it():
    shown = magnate.load("monopoly").new(seed=1)
    assert _id(shown, "Buy") == _id(shown, "buy") == shown.action_id("buy")
    assert _id(shown, "accept") is None
