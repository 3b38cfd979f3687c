"""What is done with the command lines of the pages: their sizes in the short tests, and those that are not run."""

import re

UNRUN = {
    r"make (?!run|play).*": "a target of the checkout: CI runs `web`, `kernels`, `lint` and `test`",
    r"git .*": "it shows a commit of this project, and an installed wheel has none",
    r"source .*": "the activated environment is the one in which all commands run here",
    r"docker .*": "it wants Docker and an image of the reader's own; `magnate grade` itself is run",
    r"export .*": "an address and a secret of the reader's own: the tests of the arena start PostgreSQL and Ray",
    r"ray start .*": "several hosts: tests/arena/test_cluster_running.py starts three nodes",
    r"magnate tournament run .* --cluster ray://.*": "the same",
    r"MAGNATE_STORE=postgresql.* -m benchmarks store": "a database: tests/arena/test_store.py starts one",
    r"magnate mcp --server": "an option, with an address it is run",
    r"magnate .*llm:.*": "a language model that answers: tests/models has one as a stub",
    r"(magnate .*--device gpu|python tools/same_on_card.py).*": "a card of NVIDIA's: tests/gpu emulates one",
    r"pip install (?!-e |'magnate\[).*": "packages of others from the package index, which the tests do not reach",
    r"(python -m )?pytest .*tests/.*": "they are tests themselves, which CI and `make test-long` run",
    r"python -m benchmarks (compare|others).*": "a second checkout, and packages of others that the lock leaves out",
    r"python -m build": "it fetches what it builds with from the package index; the reader's wheel is built without",
    r"python tools/release.py .*": "it fetches all dependencies from the package index; tests/tools/test_release.py",
    r"magnate verify magnate-ID.json": "the record of a table that the reader has played",
    r"magnate (network|checkpoint) 1": "the name of a format, not a command",
}
"""Which command lines are not run, and why."""


def why_not(line: str) -> str:
    """Why a command line is not run; empty for one that is."""
    return next((why for pattern, why in UNRUN.items() if re.fullmatch(pattern, line)), "")


MEANT = {
    r"make play": "magnate serve",
    r"make run": "magnate tournament run monopoly --agents strategic,algorithmic,random --games 1000 --seed 1",
    r", …\}": "}",
    r"random,algorithmic,… \(as above\)": "random,algorithmic,strategic,baseline",
    r"…/theirs.db": "sqlite:///store.db",
    r"--store FILE": "--store tables.db",
    r"network:value\.safetensors": "magnate:2p",
}
"""What stands for something else: targets of make for their commands, and files of the reader's."""
ROUND = "--set values.rounds=1 --set values.games=20 --jobs 1"
FIRST = "--set values.first_games=20 --set values.calibration_games=0"
LEAGUE = "--set league.steps=1 --set league.games=4 --set league.questions=4 --jobs 1"
OWN = "{buy=10, upgrade=10, downgrade=10, mortgage=10, lift=10, fine=10, card=10}"
SMALL = {
    r"magnate tournament run (?!pig --agents random,mcts).*": "--games 2 --jobs 1",
    r"magnate tournament run .*--tables.*": "--tables 10",
    r"magnate tournament meta .*": "--resamples 10",
    r"magnate match .*": "--games 4 --jobs 1",
    r"magnate match .*--game brass .*": "--games 2",
    r"magnate tune .*(strategic|baseline) .*": "--configurations 2 --games 4 --gate-games 8 --final-games 8 --jobs 1",
    r"magnate bench .*": "--seconds 0.1",
    r"magnate grade class .*--tournament .*": "--tournament 1",
    r"magnate groups .*": "--games 1 --check 0",
    r"magnate worth .*": "--until none",
    r"magnate trade (?!.*--until none).*": "--until none",
    r"magnate (rollout .*|odds .*--until.*)": "--until 10",
    r"magnate review .*--depth 20.*": "--depth 1",
    r"magnate train run (pig|best_response|monopoly_(?!chances|negotiator).*)( .*)?": ROUND,
    r"magnate train run (best_response|monopoly_(2p|official))( .*)?": FIRST,
    r"magnate train run ppo_.*": "--set ppo.steps=1 --set ppo.games=4 --jobs 1",
    r"magnate train run .*_chances .*": "--set chances.steps=1 --set chances.games=4 --jobs 1",
    r"magnate train run monopoly_negotiator": LEAGUE,
    r"magnate train run brass_(expert|response).*": "--set expert.games=1 --set expert.many=2 --set expert.few=2 -j 1",
    r"magnate train run dqn.*": f"--set deep_q.expert_games=12 --set 'deep_q.own_games={OWN}' --jobs 1",
    r"magnate train eval .*": "--games 4 --jobs 1",
    r"magnate train calibration .*": "--games 20 --jobs 1",
    r"magnate train calibration .* --against .*": "--against strategic",
    r"magnate train judge .*": "--games 4 --trades 2 --rows mixed --jobs 1",
    r"magnate search .*time:1s.*": "--budget time:0.1s",
    r"magnate puzzles make .*": "--count 1",
    r"python tools/brass_play.py play .*": "--deals 1 --free 0",
    r"python tools/brass_luck.py .*": "--deals 2 --champion 1 --players 2",
    r"python tools/pool_table.py.*": "--mixed 1 --alone 1 --most 1",
    r"python tools/review_gains.py (?!fit).*": "--games 1 --pairs 2 --checked 1 --tables monopoly:official/2",
    r"python tools/check_trades.py .*": "--trades 1 --now 1 --games 100",
    r"python tools/group_tables.py .*": "--games 1 --check 0 --tables official/2",
    r"python tools/rollouts_gain.py .*": "--positions 1 --games 20",
    r"python tools/chances_gates.py .*": "--games 20 --luck 10 --tables official/2",
    r"python tools/fit_brass.py.*": "--part 0.01",
    r"python tools/search_tree_figure.py.*": "--sims 100",
    r"python examples/learner.py": "1",
    r"python examples/rl/.*": "--steps 300 --games 4",
    r"python tools/learner_curves.py train .*": "--minutes 0.02",
    r"python -m benchmarks (?!server|page).*": "--seconds 0.01",
}
"""Options that make a command small enough for the short tests: of two equal ones the last counts. All that match are
added."""


HELP = " --help"
TOOL = re.compile(r"python (tools/\w+\.py|-m benchmarks)( .*)?")
"""What measures for a study. On those pages the short tests only ask it for its help, which imports it and names all
of its options and the parts of the benchmarks."""


LESS = {r"time=100ms": "time=1ms", r"nodes=60000": "nodes=600", r"(reward=1 ismcts:)?sims=1000": r"\1sims=10"}
"""Budgets of searches that are smaller in the short tests."""


def sized(line: str, whole: bool, page: str = "") -> str:
    """A command line at the size at which it is run on a page."""
    line = line.removeprefix(".venv/bin/")
    if not whole and page.startswith("docs/studies/") and TOOL.fullmatch(line):
        return line + HELP
    for pattern, meaning in MEANT.items():
        line = re.sub(pattern, meaning, line)
    if not whole:
        for pattern, less in LESS.items():
            line = re.sub(pattern, less, line)
        for pattern, options in SMALL.items():
            if re.fullmatch(pattern, line):
                line = f"{line} {options}".rstrip()
    return line
