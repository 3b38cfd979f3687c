"""The order of the packages, that no imports go round in a circle, and that few arguments are passed by place.

All imports count: at the top of a module, inside functions, and for typing only. Modules that are named by strings
count too; they are listed, and an entry that is no longer needed fails, so that the list only shrinks.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from typing import NamedTuple

import magnate

ROOT = Path(magnate.__file__).parent
REGISTRY = "core.registry"
MOST_ARGUMENTS = 8


class Part(NamedTuple):
    """A package or module at the top of magnate: what it is for, and what it may import beside itself."""

    purpose: str
    may_import: str = ""


PARTS = {
    "errors": Part("the named errors"),
    "plugins": Part("what other packages bring, by their entry points"),
    "messages": Part("messages, and their words in each language", "errors plugins"),
    "skins": Part("names of our own in any text", "messages"),
    "plots": Part("pictures in SVG"),
    "gametheory": Part("strategic games and their equilibria", "plots errors"),
    "runtime": Part("how rules are compiled, cached and interpreted, and what they are written with"),
    "core": Part(
        "the contract, Game, Position, Record, drivers, the agent protocol, the registry",
        "errors messages plots plugins runtime skins",
    ),
    "gpu": Part("games on a GPU, from the same rules", "core errors runtime"),
    "networks": Part("small networks in NumPy and compiled code", "errors runtime"),
    "games": Part("the rules and texts of the games", "core errors messages runtime skins"),
    "values": Part("inputs of networks, and what a position is worth", "core errors games networks runtime"),
    "search": Part("search algorithms over the contract", "core errors gpu plots runtime skins"),
    "agents": Part(
        "who decides, by spec string or as an object", "core errors games gpu networks runtime search values"
    ),
    "arena": Part("tournaments and statistics", "agents plots core errors gametheory gpu messages runtime skins"),
    "learn": Part("training", "agents arena plots core errors gpu networks runtime skins values"),
    "analysis": Part(
        "what a position is worth to everybody",
        "agents arena plots core errors gametheory games gpu learn messages networks runtime search skins values",
    ),
    "envs": Part("adapters for other libraries", "agents analysis core errors runtime values"),
    "catalogue": Part("what there is to play and who played it, as plain data", "agents messages"),
    "server": Part(
        "the table in the browser", "agents analysis arena catalogue core errors messages runtime search skins"
    ),
    "models": Part(
        "language models at the table",
        "agents analysis arena catalogue core envs errors games messages plots runtime server skins",
    ),
    "exercises": Part(
        "exercises for classes, and their marks", "agents arena core errors gametheory runtime search skins"
    ),
    "cli": Part(
        "the command line",
        "agents analysis arena catalogue plots core envs errors exercises games gametheory gpu learn messages models "
        "plugins runtime search server skins",
    ),
    "__main__": Part("python -m magnate", "cli"),
    "": Part("the names that users import", "core errors"),
}

NAMED: dict[str, str] = {
    "agents.bearoff": "values.bearoff",
    "agents.brass": "agents.brass.expert_agent agents.brass.guide values.brass",
    "agents.learned.playing": "values.afterstates",
    "agents.monopoly": (
        "agents.monopoly.deep_q.agent agents.monopoly.guide agents.monopoly.pretrained values.monopoly.chances "
        "values.monopoly.general values.monopoly.thesis values.monopoly.thesis_unscaled"
    ),
    "agents.monopoly.decision": "core.drivers core.position_kernel",
    "agents.monopoly.gnome": "games.monopoly.past_offers",
    "agents.monopoly.guide": ("agents.monopoly.acceptance_fitted agents.monopoly.negotiation agents.monopoly.offers"),
    "agents.monopoly.negotiation": "agents.monopoly.offers values.afterstates",
    "agents.monopoly.offers": "values.afterstates",
    "agents.monopoly.planned_actions": "runtime.primitives",
    "agents.monopoly.random_answers": "games.monopoly.past_offers games.monopoly.trade",
    "agents.monopoly.views": "games.monopoly.landing",
    "agents.pig": "agents.pig.guide values.pig",
    "agents.searching": "core.position_kernel search.rule_moves",
    "agents.tree": "agents.tree",
    "analysis.auction": "games.monopoly.auction",
    "analysis.chances_card": "analysis.chances_thread",
    "analysis.eyes": "core.position_kernel",
    "analysis.judged_trades": "core.position_kernel",
    "analysis.rollout_games": "analysis.rollout_kernel core.position_kernel",
    "analysis.rollout_card": "analysis.rollout_kernel analysis.rollout_thread",
    "analysis.trade_prices": "games.monopoly.trade",
    "analysis.trade_terms": "games.monopoly.trade",
    "cli.grade": "exercises",
    "core.base_game": "core.drivers core.position_kernel",
    "core.loader": "core.uniform",
    "core.players": "core.drivers runtime.stream",
    "core.position": "core.position_kernel",
    "core.position_info": "core.position_kernel",
    "core.run": "core.drivers",
    "core.wording": "core.position_kernel",
    "exercises.page": "arena.report",
    "exercises.process": "exercises.worker",
    "envs.openspiel_rules": "runtime.stream",
    "envs.tables": "core.drivers",
    "games.brass.game_logs.comparison": "games.brass.tiles",
    "games.brass.game_logs.referee": "games.brass.rules games.brass.selling games.brass.tiles",
    "games.brass.game_logs.replay": "games.brass.rules",
    "games.brass.prompts": "games.brass.building games.brass.linking games.brass.resources games.brass.tiles",
    "games.brass.setup": "games.brass.rules",
    "games.brass.text": "games.brass.resources games.brass.steps games.brass.tiles",
    "games.brass.view": "games.brass.cards games.brass.resources games.brass.scoring",
    "games.monopoly.narration": "games.monopoly.auction games.monopoly.landing games.monopoly.property",
    "games.monopoly.setup": "games.monopoly.property games.monopoly.rules",
    "games.monopoly.setup_checks": ("games.monopoly.invariants games.monopoly.landing games.monopoly.money"),
    "games.monopoly.setup_frames": (
        "games.monopoly.auction games.monopoly.invariants games.monopoly.legal games.monopoly.property "
        "games.monopoly.trade"
    ),
    "games.monopoly.text": "games.monopoly.auction games.monopoly.landing games.monopoly.property games.monopoly.trade",
    "games.monopoly.view": "games.monopoly.auction games.monopoly.money",
    "gpu.device": "gpu.machine",
    "gpu.run": "core.position_kernel gpu.games",
    "learn.chances": "learn.positions_kernel",
    "learn.config": (
        "learn.methods.chances learn.methods.deep_q learn.methods.expert learn.methods.league learn.methods.ppo "
        "learn.methods.values"
    ),
    "learn.positions_kernel": "learn.selfplay_kernel values.afterstates",
    "learn.rollouts": "learn.rollouts_kernel",
    "learn.rollouts_kernel": "agents.learned.policy",
    "learn.samples": "learn.selfplay_kernel",
    "learn.selfplay_kernel": "agents.learned.playing values.afterstates",
    "learn.thesis": "agents.monopoly.deep_q.recording",
    "models.league_page": "arena.report",
    "search.mcts_card": "search.mcts_thread",
    "server.agent_workers": "core.drivers core.position_kernel",
    "server.preparing": "core.drivers core.position_kernel",
    "server.table_factory": "core.drivers core.position_kernel",
    "values.afterstates": "values.one_view",
    "values.chances": "values.brass values.monopoly.chances",
    "values.monopoly.chances": "values.all_views",
}
"""Modules that name others by strings, beside the registry: kernels, which only the loader executes, rules that are
asked interpreted, and the rest."""


def modules() -> dict[str, Path]:
    """Every module of the package by its name below ``magnate``."""
    found = {}
    for path in ROOT.rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


MODULES = modules()


def imported(name: str) -> Iterator[str]:
    """The modules that a module imports, wherever in it."""
    for origin, what in brought(name):
        yield from known(f"{origin}.{what}") or known(origin)
    for node in nodes(name):
        if isinstance(node, ast.Import):
            for one in node.names:
                yield from known(one.name)


def brought(name: str) -> Iterator[tuple[str, str]]:
    """What a module imports from others: where it comes from, and its name there."""
    full = f"magnate.{name}" if name else "magnate"
    package = full if MODULES[name].name == "__init__.py" else full.rpartition(".")[0]
    for node in nodes(name):
        if isinstance(node, ast.ImportFrom):
            origin = resolve_name("." * node.level + (node.module or ""), package)
            yield from ((origin, one.name) for one in node.names)


@cache
def named(name: str) -> frozenset[str]:
    """The modules that a module names by strings.

    Short names of kernels are those of the core. ``part("auction")`` is a file beside the module that has ``part``.
    """
    found: set[str] = set()
    loggers = set()
    beside = {place.rpartition(".")[0] for place, what in brought(name) if what == "part"}
    for node in nodes(name):
        if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = getattr(node.func, "attr", getattr(node.func, "id", ""))
            if called in {"kernel", "entry"}:
                found.update(known(f"magnate.core.{node.args[0].value}"))
            elif called == "part":
                found.update(one for place in beside for one in known(f"{place}.{node.args[0].value}"))
            elif called == "getLogger":
                loggers.add(node.args[0])
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in loggers:
            found.update(known(node.value))
    return frozenset(found) - {""}


def known(full: str) -> list[str]:
    """The name below ``magnate`` of a module of ours, or nothing."""
    name = full.removeprefix("magnate").removeprefix(".")
    return [name] if full.partition(".")[0] == "magnate" and name in MODULES else []


@cache
def nodes(name: str) -> list[ast.AST]:
    """All nodes of a module's syntax tree."""
    return list(ast.walk(ast.parse(MODULES[name].read_text(encoding="utf-8"))))


@cache
def edges() -> dict[str, set[str]]:
    """What each module imports or names by a string, but for what the registry looks up."""
    found = {}
    for name in MODULES:
        others = set(imported(name)) | (set() if name == REGISTRY else named(name))
        found[name] = others - {name}
    return found


def part(name: str) -> str:
    """The package or module at the top that a module belongs to."""
    return name.partition(".")[0]


def test_the_table_has_every_part_once_and_below_what_imports_it():
    assert {part(name) for name in MODULES} == set(PARTS)
    above: list[str] = []
    for name, (_, may_import) in PARTS.items():
        assert set(may_import.split()) <= set(above), name
        above.append(name)


def test_the_page_on_architecture_has_the_same_table():
    page = (ROOT.parents[1] / "docs/understand/architecture.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `(\w+)` \| (.*) \| (.*?) ?\|$", page.partition("\n## Five ideas")[0], re.MULTILINE)
    assert listed == [(name or "magnate", one, ", ".join(sorted(may.split()))) for name, (one, may) in PARTS.items()]


def test_packages_import_what_the_table_says():
    wrong = [
        f"{name} imports {other}"
        for name, others in edges().items()
        for other in sorted(others)
        if part(other) != part(name) and part(other) not in PARTS[part(name)].may_import.split()
    ]
    assert not wrong, "\n".join(wrong)


def test_the_table_allows_nothing_that_nobody_needs():
    for name, (_, may_import) in PARTS.items():
        needed = {part(other) for own, others in edges().items() if part(own) == name for other in others}
        assert set(may_import.split()) <= needed, name


def test_no_imports_go_round_in_a_circle():
    assert not circles(edges())


def circles(graph: dict[str, set[str]]) -> set[frozenset[str]]:
    """The strongly connected components of several modules."""
    after = {name: reached(graph, name) for name in graph}
    found = {frozenset(other for other in after[name] if name in after[other]) for name in graph}
    return {one for one in found if len(one) > 1}


def reached(graph: dict[str, set[str]], start: str) -> set[str]:
    """All modules that a module reaches."""
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = graph[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def test_circles_are_found():
    graph = {"a": {"b"}, "b": {"c"}, "c": {"a", "d"}, "d": {"e"}, "e": set()}
    assert circles(graph) == {frozenset("abc")}


def test_modules_named_by_strings_are_listed():
    assert {name: " ".join(sorted(named(name))) for name in MODULES if name != REGISTRY and named(name)} == NAMED


def test_few_arguments_are_passed_by_place():
    """But for commands and the tools of language models: each of their arguments is an option that users name."""
    doors = {name for name in MODULES if name.startswith("cli.")} | {"models.tools"}
    many = [
        f"{name}.{node.name}"
        for name in set(MODULES) - doors
        for node in nodes(name)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and len({one.arg for one in (*node.args.posonlyargs, *node.args.args)} - {"self", "cls"}) > MOST_ARGUMENTS
    ]
    assert not many
