"""Compiles a game's kernels where NVIDIA's compilers are installed: ``python compiled_for.py GAME WHAT``.

Prints as JSON, for each architecture and kernel, the registers and the bytes of local memory of a thread. WHAT may be
"random" (random play), "agents" (with the policies of the game's own agents), "rollouts" or "search" (with them), or
"chances" (of the network for rollouts). Any other word names an agent that plays by a network, or the network's inputs.
Games for training have "training" before these, those for learning win chances "positions": "training:general".
"""

from __future__ import annotations

import json
import sys

import magnate
from magnate.agents import resolve
from magnate.agents.learned.agent import NetworkAgent, training_guide
from magnate.agents.learned.card import THREAD
from magnate.core.loader import kernel
from magnate.core.registry import guide_of
from magnate.gpu.compiling import _exact, assembly, linked
from magnate.gpu.kernels import kernels_for
from magnate.learn.selfplay_card import POSITIONS, SELFPLAY
from magnate.search.mcts_card import THREAD as SEARCH
from magnate.values.chances import inputs_of
from magnate.values.schema import schema_for

THREADS = {
    "random": "magnate.gpu.games",
    "agents": "magnate.gpu.games",
    "rollouts": "magnate.analysis.rollout_thread",
    "chances": "magnate.analysis.chances_thread",
    "search": SEARCH,
}
LEARNING = {"training": SELFPLAY, "positions": POSITIONS}
ARCHITECTURES = ((8, 0), (9, 0))
KERNELS = {
    "random": ("decide", "step", "count", "place"),
    "agents": ("decide",),
    "rollouts": ("decide",),
    "search": ("work",),
    "chances": ("work",),
}
"""What is compiled, else "decide": "play" is deciding and stepping in a loop, and steps have no agents in them."""

if __name__ == "__main__":
    taken = _exact("  %r = frem double %a, %b\n")
    assert taken.startswith("  %r = call double @__nv_fmod(double %a, double %b)\n")
    assert taken.count("declare double @__nv_fmod") == _exact(taken).count("declare") == 1
    game, agents = magnate.load(sys.argv[1]), sys.argv[2]
    thread, guide = THREADS.get(agents, THREAD), None if agents == "random" else guide_of(game.name)
    if agents == "chances":
        guide = inputs_of(game.name).guide
    if thread == THREAD:
        what, _, shown = agents.partition(":")
        thread = LEARNING.get(what, THREAD)
        shown = shown if what in LEARNING else agents
        own = resolve(game.name, shown) if ":" in shown else None
        guide = training_guide(game, own.schema if isinstance(own, NetworkAgent) else schema_for(game.name, shown))
    bound = kernel(thread, game.rules, guide)
    every = kernels_for(bound, game.rules.STATE, game.info.max_legal, max(1, game.info.max_outcomes))
    found = {}
    for architecture in ARCHITECTURES:
        for name in KERNELS.get(agents, ("decide",)):
            one = every[name]
            entry, code = assembly(one.function, one.arguments, one.rules, architecture)
            program = linked(entry, code, architecture)
            found[f"sm_{architecture[0]}{architecture[1]} {name}"] = {
                "target": f".target sm_{architecture[0]}{architecture[1]}" in code,
                "registers": program.registers,
                "local": program.local,
                "bytes": len(program.image),
            }
    sys.stdout.write(json.dumps(found))
