"""Starting: what is imported, help, errors and exit codes."""

import importlib
import json
import os
import re
import subprocess
import sys
from contextlib import closing
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

import magnate as magnate_module

HEAVY = ("numpy", "numba", "scipy")
COMMANDS = [
    ["play"],
    ["serve"],
    ["watch"],
    ["tournament", "run"],
    ["tournament", "meta"],
    ["train", "run"],
    ["train", "resume"],
    ["train", "eval"],
    ["train", "list"],
    ["train", "show"],
    ["train", "export"],
    ["replay"],
    ["verify"],
    ["games"],
    ["agents"],
    ["examples"],
    ["bench"],
    ["matrix"],
    ["commons"],
    ["doctor"],
    ["grade"],
    ["new", "game"],
    ["new", "agent"],
]


def imported(arguments, modules):
    """Which of the modules a fresh process has imported after running these arguments."""
    code = (
        "import sys; from magnate.cli.main import run; code = run(sys.argv[2:]); "
        "print([name for name in sys.argv[1].split(',') if name in sys.modules], file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, ",".join(modules), *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout, done.stderr.strip().splitlines()[-1]


def test_the_package_can_be_run_as_a_module():
    done = subprocess.run([sys.executable, "-m", "magnate", "--version"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, imported(["--version"], HEAVY)[0].splitlines(keepends=True)[0])


@pytest.mark.parametrize("arguments", [["--help"], ["tournament", "run", "--help"], ["play", "--help"], []])
def test_help_imports_nothing_heavy(arguments):
    # Typer itself imports pydantic to read the parameters of a command, but not for the list of commands.
    out, found = imported(arguments, HEAVY if len(arguments) > 1 else (*HEAVY, "pydantic"))
    assert found == "[]"
    assert "Usage" in out


def test_an_earlier_name_is_told_with_the_one_of_today():
    command = [sys.executable, "-m", "magnate", "watch", "monopoly", "--agents", "mcts:sims=1,deputy=nobody"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.stderr.startswith('warning: "deputy" has a new name: write "delegate"\nerror: "nobody" is no compiled')


def test_warnings_are_shown_as_before_when_a_command_has_ended():
    import warnings

    from magnate.cli.main import run

    before, filters = warnings.formatwarning, list(warnings.filters)
    run(["watch", "pig", "--agents", "nobody"])
    assert warnings.formatwarning is before
    assert warnings.filters == filters


def test_version_imports_not_even_the_command_line_library():
    out, found = imported(["--version"], (*HEAVY, "typer", "rich"))
    assert found == "[]"
    assert re.fullmatch(r"magnate \d+\.\d+\.\d+\S*\n", out)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_every_help_begins_with_two_examples(magnate, command):
    done = magnate(*command, "--help")
    assert done.code == 0
    lines = [line.strip() for line in done.out.splitlines() if line.strip()]
    examples = [i for i, line in enumerate(lines) if line.startswith(f"magnate {command[0]}")]
    options = next(i for i, line in enumerate(lines) if "Options" in line or "Arguments" in line)
    assert len(examples) == 2
    assert examples[1] < options


@pytest.mark.parametrize("command", [["tournament"], ["train"], ["new"], []])
def test_a_group_alone_shows_its_help(magnate, command):
    done = magnate(*command)
    assert done.code == 0
    assert "Commands" in done.out


@pytest.mark.parametrize(
    ("words", "code", "error", "hint"),
    [
        ("tournament run pigg", 2, 'no game "pigg"', 'did you mean "pig"?'),
        ("tournament run pig --preset standart", 2, 'no preset "standart"', 'did you mean "standard"?'),
        ("tournament run pig --agents randon", 2, 'no agent "randon"', 'did you mean "random"?'),
        ("tournament run pig --option sieds=4", 2, 'no option "sieds"', 'did you mean "sides"?'),
        ("tournament run pig --option sides=1", 2, "sides must be at least 2 (got 1)", ""),
        ("tournament run pig --option sides", 2, "needs NAME=VALUE", "sides=true"),
        ("tournament run pig --players 9", 2, "cannot be played by 9", "2 to 8"),
        ("tournament run pig --seed -1", 2, "-1", "2**56"),
        ("tournament run pig --games 0", 2, "it must be greater than or equal to 1", "magnate tournament run --help"),
        ("tournament run pig --svg /no/such/folder/a.svg", 5, "/no/such/folder", "path"),
        ("watch pig --save /no/such/folder/a.json", 5, "/no/such/folder", "path"),
        ("tournament walk", 2, "walk", "magnate tournament --help"),
        ("fly", 2, "fly", "magnate --help"),
        ("verify /no/such/file", 3, "/no/such/file", "path of a record"),
        ("replay /no/such/file", 3, "/no/such/file", "path of a record"),
        ("play --resume /no/such/file", 3, "/no/such/file", "path of a record"),
        ("search pig --position /no/such/file", 3, "/no/such/file", "a set-up"),
        ("import brass-log /no/such/file", 3, "/no/such/file", "path of a log"),
        ("matrix /no/such/file.csv", 3, "/no/such/file.csv", "path of a game"),
        ("train run /no/such/file.toml", 3, "/no/such/file.toml", "path of a file"),
        ("replay t1", 3, "t1 is a tournament, not a game of one", "t1:7, or t1:3.7"),
        ("tournament run pig --jobs 0", 2, "greater than or equal to 1", "--help"),
        ("watch pig -o target=20 -o target=30", 2, 'says "target" twice', "one value"),
        ("tune monopoly baseline --resume --out /no/such/run", 2, "holds no search", "without --resume"),
        ("search pig --at 3", 2, "--at chooses a position of a record", "--position game.json --at 120"),
        ("watch pig --speed fast", 2, "no speed", "magnate watch --help"),
        ("watch pig --agents random,random,random", 2, "3 agents for 2 seats", "--players"),
        ("play pig --seat 2", 2, "no seat 2", "0 to 1"),
        ("play pig --agents randon", 2, 'no agent "randon"', 'did you mean "random"?'),
        ("play pig --seed -1", 2, "-1", "2**56"),
        ("agents chess", 2, 'no game "chess"', "pig"),
    ],
)
def test_errors_are_a_sentence_a_hint_and_an_exit_code(magnate, words, code, error, hint):
    done = magnate(*words.split())
    assert done.code == code
    assert done.out == ""
    lines = done.err.splitlines()
    assert lines[0].startswith("error: ")
    assert error in lines[0]
    assert "Traceback" not in done.err
    if hint:
        assert lines[1].startswith("hint: ")
        assert hint in lines[1]


def test_with_json_errors_are_json_on_stdout(magnate):
    done = magnate("tournament", "run", "pigg", "--json")
    assert done.code == 2
    assert done.err == ""
    error = done.json["error"]
    assert (error["code"], done.json["schema"]) == ("unknown_game", 1)
    assert "pigg" in error["message"]
    assert "pig" in error["hint"]


def test_a_bug_leaves_a_report_and_no_wall_of_text(magnate, monkeypatch):
    monkeypatch.setattr("magnate.core.registry.game_names", lambda: 1 / 0)
    done = magnate("games")
    assert done.code == 70
    assert "ZeroDivisionError" in done.err
    assert "Traceback" not in done.err
    report = re.search(r"the report is in (\S+),", done.err)[1]
    with open(report) as file:  # noqa: PTH123 - any file
        text = file.read()
    assert "Traceback" in text
    assert "['games']" in text


def test_debugging_shows_the_traceback(magnate, monkeypatch):
    from magnate.errors import UnknownGame

    with pytest.raises(UnknownGame):
        magnate_debug(monkeypatch)


def magnate_debug(monkeypatch):
    from magnate.cli.main import run

    monkeypatch.setenv("MAGNATE_DEBUG", "1")
    run(["agents", "chess"])


def test_json_of_lists_is_one_object(magnate):
    games = magnate("games", "--json").json
    assert games["kind"] == "games"
    assert {"monopoly", "pig", "tictactoe"} <= {game["name"] for game in games["result"]}
    agents = magnate("agents", "pig", "--json").json
    first, *searching = agents["result"]
    about = "chooses uniformly among all that is legal"
    assert first == {"game": "pig", "agent": "random", "about": about, "parameters": {}, "configurations": []}
    assert {one["agent"] for one in searching if one["searches"]} >= {"expectiminimax", "mcts"}
    one = magnate("games", "pig", "--json").json["result"]
    assert one["presets"]["short"] == {"target": 50}
    about = "faces of the die; the face 1 loses the turn"
    assert {"name": "sides", "default": 6, "values": "2 to 20", "about": about} in one["options"]


def test_the_options_of_a_game_are_listed_with_what_they_may_be(magnate, monkeypatch):
    output = " ".join(magnate("games", "monopoly").out.split())
    assert "[first, random]" in output
    assert "faces of the die; the face 1 loses the turn [2 to 20]" in " ".join(magnate("games", "pig").out.split())
    options = {
        option["name"]: option["values"] for option in magnate("games", "monopoly", "--json").json["result"]["options"]
    }
    assert (options["auctions"], options["cards"]) == ("true, false", "queue, independent, none")
    assert all(options.values())


@pytest.mark.parametrize("words", [["games"], ["watch", "pig", "--speed", "0"]], ids=" ".join)
def test_a_closed_pipe_is_no_error(words):
    code = "from magnate.cli.main import main; main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as writer:
        writer.stdout.close()
        output = writer.stderr.read().decode()
    assert writer.returncode == 0
    assert "Traceback" not in output
    assert "error" not in output


def test_the_first_command_compiles_for_all_and_later_ones_load_their_own(tmp_path):
    def process(*words):
        code = (
            "import sys; from magnate.cli.main import run; code = run(sys.argv[1:]); "
            "entries = [one.split('.') for one in ('drivers.play', 'position_kernel.move', 'drivers.decide')]; "
            "modules = {part: sys.modules.get(f'magnate.core.{part}[tictactoe]') for part, _ in entries}; "
            "there = [one for one in entries if modules[one[0]]]; "
            "print([f'{part}.{one}' for part, one in there if getattr(modules[part], one).overloads]); sys.exit(code)"
        )
        environment = {**os.environ, "MAGNATE_CACHE": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", code, *words], capture_output=True, text=True, check=True, env=environment
        )
        return done.stdout, done.stderr

    def found(name):
        output, _ = process("doctor", "--quick", "--json")
        checks = json.loads(output[: output.rindex("}") + 1])["result"]["checks"]
        return next(check["found"] for check in checks if check["name"] == f"rules of {name}")

    out, output = process("tournament", "run", "tictactoe", "--games", "2")
    assert "compiling the rules of tictactoe, once; later starts will not" in output
    assert "what other commands need" not in output
    assert out.splitlines()[-1] == "['drivers.play']"
    assert found("tictactoe").startswith("compiled but for position_kernel")
    out, output = process("watch", "tictactoe", "--seed", "3")
    assert output.index("by interpreted ones") < output.index("compiling what other commands need of tictactoe")
    assert found("tictactoe") == "compiled"
    again, output = process("watch", "tictactoe", "--seed", "3")
    assert out.splitlines()[:-1] == again.splitlines()[:-1]  # the last line names the entries that are there
    assert "interpreted" not in output
    assert found("pig").startswith("not compiled yet")

    out, output = process("tournament", "run", "tictactoe", "--games", "2")
    assert "compiling" not in output
    assert out.splitlines()[-1] == "['drivers.play']"
    for words in (["watch", "tictactoe"], ["play", "tictactoe"]):
        assert "compiling" not in process(*words)[1]

    for index in tmp_path.rglob("drivers.decide*.nbi"):
        index.unlink()
    assert found("tictactoe").startswith("compiled but for drivers.decide: the first command")


def test_what_cannot_be_kept_is_not_compiled_for_others(tmp_path):
    (tmp_path / "file").write_text("no folder")
    code = "from magnate.cli.main import main; main()"
    output = subprocess.run(
        [sys.executable, "-c", code, "tournament", "run", "tictactoe", "--games", "2"],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "MAGNATE_CACHE": str(tmp_path / "file")},
    ).stderr
    assert "compiling the rules of tictactoe, which cannot be kept: see magnate doctor" in output
    assert "what other commands need" not in output


def test_bench_prints_json(magnate):
    done = magnate("bench", "pig", "--seconds", "0.05", "--preset", "short", "--agents", "random*2", "--json")
    (row,) = done.json["result"]
    assert done.json["run"]["cores"] >= 1
    assert row["decisions"] > row["games"] > 0
    assert row["turns"] > row["games"]
    assert row["times_interpreted"] > 1
    assert "processor" in json.dumps(done.json["run"])


def test_bench_without_a_card_says_so_and_measures_the_processor(magnate):
    presets = ("--preset", "short", "--preset", "standard")
    done = magnate("bench", "pig", "--seconds", "0.05", *presets, "--device", "auto", "--json")
    assert [row["device"] for row in done.json["result"]] == ["cpu", "cpu"]
    assert done.err.count("the processor plays, because") == 1
    assert "choose one of auto, cpu, gpu" in magnate("bench", "pig", "--device", "tpu").err


def test_the_offers_of_a_game_are_in_the_table_or_below_it(capsys, monkeypatch):
    from magnate.cli.console import stdout
    from magnate.cli.machine import speed_table

    row = {"preset": "official", "players": 4, "agent": "strategic", "threads": 1, "games_per_second": 2000.0}
    rates = {"turns_per_second": 2e5, "decisions_per_second": 1e6, "capped_share": 0.0, "times_interpreted": 500.0}
    offers = {"offers_per_game": 11.116, "offers_accepted_per_game": 11.03}
    shown = []
    for width in ("80", "120"):
        monkeypatch.setenv("COLUMNS", width)
        stdout.cache_clear()
        stdout().print(speed_table([row | rates | offers, row | rates | offers | {"threads": 2}]))
        stdout().print(speed_table([row | rates | dict.fromkeys(offers)]))
        shown.append(capsys.readouterr().out)
    stdout.cache_clear()
    assert shown[0].count("official, 4 × strategic: 11.12 offers made in a game, 11.03 accepted") == 1
    assert shown[1].count("offers made") == 1
    assert shown[1].split().count("11.12") == shown[1].split().count("11.03") == 2


def test_doctor_without_playing(magnate):
    done = magnate("doctor", "--quick", "--json")
    assert done.code == 0
    assert done.json["result"]["ok"]
    looked_at = {check["name"] for check in done.json["result"]["checks"]}
    assert {"Python", "cache", "numba", "sqlalchemy", "store"} <= looked_at


def test_doctor_announces_what_it_compiles_and_shows_how_far_it_is(tmp_path):
    """Of one small game. It once compiled all games for 104 seconds without a word."""
    code = (
        "from magnate.cli.main import main; from magnate.core import registry; "
        "registry._built_in = lambda: ('tictactoe',); main()"
    )
    output = [
        subprocess.run(
            [sys.executable, "-c", code, "doctor"],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "MAGNATE_CACHE": str(tmp_path)},
        ).stderr
        for _ in range(2)
    ]
    announced = output[0].index("tictactoe: not compiled yet. That is done now, once")
    assert (
        announced < output[0].index("compiling the rules of tictactoe, once") < output[0].index("compiling what other")
    )
    assert "compil" not in output[1]


def test_doctor_says_when_the_cache_cannot_be_written(magnate, monkeypatch, tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    monkeypatch.setenv("MAGNATE_CACHE", str(blocked))
    done = magnate("doctor", "--quick")
    assert done.code == 5
    assert "cannot be written" in done.out


def store_check(done):
    return next(check for check in done.json["result"]["checks"] if check["name"] == "store")


def test_doctor_looks_at_the_store_of_tournaments(magnate, tmp_path):
    fresh = store_check(magnate("doctor", "--quick", "--json"))
    assert fresh["ok"]
    assert fresh["found"] == f"{tmp_path / 'store.db'} is not there yet: the first tournament makes it"
    assert not (tmp_path / "store.db").exists()
    magnate("tournament", "run", "pig", "-n", 2, "-q")
    known = store_check(magnate("doctor", "--quick", "--json"))
    assert (known["ok"], known["found"]) == (True, f"{tmp_path / 'store.db'} (version 2, 1 tournament)")


@pytest.mark.parametrize(
    ("where", "output"),
    [
        ("{0}/letter.txt", "is no store of magnate"),
        ("{0}/letter.txt/store.db", "cannot be made"),
        ("postgresql://me:secret@127.0.0.1:1/db", "cannot be reached"),
        ("mysql://me@host/db", "are not known"),
        ("{0}/newer.db", "has version 99"),
    ],
)
def test_doctor_says_what_is_wrong_with_the_store(magnate, tmp_path, where, output):
    import sqlite3

    (tmp_path / "letter.txt").write_text("Dear reader, " * 100, encoding="utf-8")
    if "newer" in where:
        magnate("tournament", "run", "pig", "-n", 2, "-q", "--store", tmp_path / "newer.db")
        with closing(sqlite3.connect(tmp_path / "newer.db")) as newer, newer:
            newer.execute("UPDATE magnate_meta SET value = '99'")
    done = magnate("doctor", "--quick", "--json", "--store", where.format(tmp_path))
    found = store_check(done)
    assert (done.code, found["ok"]) == (5, False)
    assert output in found["found"]
    assert "secret" not in found["found"]


def test_doctor_says_that_a_store_can_only_be_read(magnate, tmp_path, monkeypatch):
    from sqlalchemy import event
    from sqlalchemy.engine import Engine

    magnate("tournament", "run", "pig", "-n", 2, "-q")

    def read_only(connection, _record):
        connection.execute("PRAGMA query_only = 1")

    event.listen(Engine, "connect", read_only)
    try:
        done = magnate("doctor", "--quick", "--json")
    finally:
        event.remove(Engine, "connect", read_only)
    assert done.code == 5
    assert "cannot be written" in store_check(done)["found"]


def test_every_agent_is_listed_with_what_it_does(magnate):
    output = " ".join(magnate("agents").out.split())
    assert "monopoly published a published agent" in output
    assert "pig random chooses uniformly among all that is legal" in output
    assert "mcts many simulated games" in output


def test_the_parameters_and_configurations_of_an_agent_are_listed(magnate):
    output = " ".join(magnate("agents", "monopoly", "strategic").out.split())
    assert "dollars of cash kept" in output
    assert "late_game" in output
    assert output.startswith("strategic: values deeds, groups, danger and cash by 28 parameters")
    found = magnate("agents", "monopoly", "strategic", "--json").json["result"]
    assert len(found["parameters"]) == 28
    assert len(found["configurations"]) == 12  # ten characters and two that were searched for
    assert {"name": "cash_reserve", "default": 150, "least": 0, "most": 100_000}.items() <= next(
        one for one in found["parameters"] if one["name"] == "cash_reserve"
    ).items()
    assert magnate("agents", "pig", "random").out.splitlines() == [
        "random: chooses uniformly among all that is legal",
        "random has no parameters",
    ]
    wrong = magnate("agents", "monopoly", "strategical")
    assert wrong.code == 2
    assert "strategic" in wrong.err


def test_lists_show_trees_as_they_are_written_after_an_option(magnate):
    lines = magnate("games", "tree").out
    assert "tree=[[2, 7], [1, 8]]" in lines
    assert '{"chance": [[1, [3, 5]], [1, [1, 9]]]}' in " ".join(lines.split())
    assert "(leaves) []" not in lines


@pytest.mark.parametrize(
    ("words", "completed"),
    [
        ("watch monopoly --preset sh", ["short-game"]),
        ("bench pig --preset sh", ["short"]),
        ("watch pig --option t", ["target="]),
        ("tournament run monopoly -o auctions=", ["auctions=true", "auctions=false"]),
        ("tournament run monopoly -o cards=", ["cards=queue", "cards=independent", "cards=none"]),
        ("watch pig --option target=", []),
    ],
)
def test_presets_and_options_complete_in_the_shell(magnate, monkeypatch, words, completed):
    typed = words.split()
    monkeypatch.setenv("_MAGNATE_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", f"magnate {words}")
    monkeypatch.setenv("COMP_CWORD", str(len(typed)))
    assert magnate().out.split() == completed


def games_author(tmp_path, monkeypatch, name, change):
    """A game of somebody's own, that is tic-tac-toe but for one mistake."""
    source = Path(magnate_module.__file__).parent.joinpath("games", "tictactoe.py").read_text("utf-8")
    source = source.replace("from ..", "from magnate.").replace('name="tictactoe"', f'name="{name}"')
    before, after = change
    assert before in source
    (tmp_path / f"{name}.py").write_text(source.replace(before, after), "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    magnate_module.load(importlib.import_module(name))


def test_a_board_without_text_is_no_board(magnate, monkeypatch, tmp_path):
    games_author(tmp_path, monkeypatch, "plain_ttt", ("def board_text(state: np.void) -> str:", BARE_BOARD))
    done = magnate("watch", "plain_ttt", "--agents", "random")
    assert (done.code, "Traceback" in done.err) == (0, False)
    assert "The game is over" in done.out


def test_an_authors_mistake_is_told_as_the_authors(magnate, monkeypatch, tmp_path):
    games_author(tmp_path, monkeypatch, "broken_ttt", ("def board_text(state: np.void) -> str:", BROKEN_BOARD))
    done = magnate("watch", "broken_ttt", "--agents", "random")
    assert done.code == 3
    place = re.escape(str(tmp_path / "broken_ttt.py"))
    output = rf"error: the game broken_ttt has a mistake in {place}, line \d+: in board_text, ZeroDivisionError: "
    assert re.search(output, done.err)
    assert "bug" not in done.err


BARE_BOARD = """def board_text(state: np.void) -> str:
    return ""


def former_text(state: np.void) -> str:"""
BROKEN_BOARD = BARE_BOARD.replace('return ""', "return str(1 // 0)")


def test_packages_of_extras_that_are_not_there_are_told_alike(magnate, monkeypatch):
    def absent(name):
        if name == "cmaes":
            raise PackageNotFoundError(name)
        return "1.0"

    monkeypatch.setattr("magnate.arena.tuning.space.version", absent)
    done = magnate("tune", "monopoly", "baseline")
    assert done.code == 5
    assert done.err.splitlines()[0] == "error: the method evolution needs the package cmaes"
    assert done.err.splitlines()[1] == "hint: install it: pip install 'magnate[tune]'"


@pytest.mark.parametrize(
    ("package", "extra", "words"),
    [
        ("torch", "learn", "train run ppo_pig"),
        ("tomli_w", "learn", "train run ppo_pig"),
        ("pyspiel", "envs", "search openspiel:tic_tac_toe"),
        ("ray", "cluster", "tournament run pig --games 4 --cluster local"),
        ("mcp", "mcp", "mcp"),
        ("mcp", "mcp", "serve --mcp --port 0 --no-open"),
        ("psycopg", "postgres", "tournament list --store postgresql://localhost/none"),
    ],
)
def test_every_optional_package_is_named_with_its_extra(magnate, monkeypatch, tmp_path, package, extra, words):
    if package == "tomli_w":
        pytest.importorskip("torch")  # which training misses first
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setitem(sys.modules, package, None)
    for name in ("magnate.envs.openspiel",):
        monkeypatch.delitem(sys.modules, name, raising=False)
    done = magnate(*words.split())
    assert done.code == 5, done.err
    assert f"needs the package {package}" in done.err
    assert f"hint: install it: pip install 'magnate[{extra}]'" in done.err


@pytest.mark.parametrize("words", ["verify t1", "verify t1:3", "search pig --position t1:3"])
def test_a_name_of_a_tournaments_game_is_no_file(magnate, words):
    done = magnate(*words.split())
    assert done.code == 3
    assert "not a file" in done.err
    assert "write the record of a game first: magnate replay t1:" in done.err


@pytest.mark.parametrize(
    "words",
    [
        *("matrix", "verify", "replay", "review", "odds", "rollout", "trade", "worth", "position", "grade"),
        *("search pig --position", "play --resume", "import brass-log", "puzzles play --file"),
        *("tournament list --store", "tournament report t1 --store", "replay t1:0 --store"),
        *("train run", "train show", "train resume", "train list", "watch pig --agents"),
    ],
)
def test_a_file_that_is_not_there_has_one_exit_code(magnate, tmp_path, words):
    before = "network:" if words.endswith("--agents") else ""
    done = magnate(*words.split(), f"{before}{tmp_path / 'none.toml'}")
    assert done.code == 3
    assert "none.toml" in done.err


def test_only_commands_that_are_named_have_parameters_to_read():
    from typer.main import get_command

    from magnate.cli.main import application

    def lengths(arguments):
        """How many options each command has, without --help; a group has those of its commands."""
        root = get_command(application(arguments))
        return {name: {one: len(of.params) for one, of in whole(command)} for name, command in root.commands.items()}

    def whole(command):
        return getattr(command, "commands", {"": command}).items()

    everything, listed, played = lengths(None), lengths(["--help"]), lengths(["play", "pig"])
    assert {name: set(of) for name, of in listed.items()} == {name: set(of) for name, of in everything.items()}
    assert not any(number for of in listed.values() for number in of.values())
    assert played["play"] == everything["play"] != {"": 0}
    assert lengths(["tournament", "run"])["tournament"] == {
        **listed["tournament"],
        "run": everything["tournament"]["run"],
    }


def commands_with(*options):
    """Every command that has one of these options, with the option."""
    from typer.main import get_command

    from magnate.cli.main import application

    def walk(command, words):
        for name, part in getattr(command, "commands", {}).items():
            yield from walk(part, [*words, name])
        yield from (
            (*words, option) for option in options if any(option in parameter.opts for parameter in command.params)
        )

    return list(walk(get_command(application()), []))


@pytest.mark.parametrize("words", commands_with("--jobs", "--threads", "--workers"), ids=" ".join)
def test_no_command_works_with_nobody(magnate, words):
    """Nought jobs, threads or processes are refused before anything else is looked at."""
    done = magnate(*words, 0)
    assert done.code == 2
    assert "must be greater than or equal to 1" in done.err


def test_a_mirror_match_has_no_best_agent(magnate, tmp_path):
    assert magnate("tournament", "run", "pig", "--agents", "random,random", "--games", 200, "--seed", 1).code == 0
    page = tmp_path / "report.html"
    assert magnate("tournament", "report", "t1", "--out", page).code == 0
    text = page.read_text("utf-8")
    assert "All agents are the same one, random" in text
    assert "wins most" not in text.split("All agents")[1].split("</p>")[0]
