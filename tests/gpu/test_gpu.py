"""Games on a GPU, without one: Numba's simulator, compiling, and what is said where there is no card."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import magnate
from magnate.errors import BadValue
from magnate.gpu import device, run
from magnate.gpu.layout import BROKEN, RUNAWAY
from magnate.gpu.rollouts import rollouts
from tests.ci_plugin import not_installed

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def ran(*words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """What a process of its own did."""
    return subprocess.run(words, capture_output=True, text=True, check=False, env={**os.environ, **variables})


def test_the_simulator_plays_the_same_bits_as_the_processor():
    done = ran(sys.executable, str(HERE / "simulated.py"), NUMBA_ENABLE_CUDASIM="1")
    assert (done.stdout, done.returncode) == ("the same bits\n", 0), done.stdout + done.stderr


def test_nothing_of_cuda_is_imported_before_a_card_is_asked_for():
    code = (
        "import sys, magnate.gpu.run, magnate.gpu.device, magnate.arena.speed, magnate.cli.main\n"
        "print([name for name in sys.modules if name.startswith(('cuda', 'numba.cuda', 'numba_cuda.'))])"
    )
    assert ran(sys.executable, "-c", code).stdout == "[]\n"


def test_no_card_is_told_in_one_sentence_and_the_processor_plays(monkeypatch):
    why = "the extra gpu is not installed"
    monkeypatch.setattr(device, "_found", lambda: (None, why))
    told: list[str] = []
    assert device.chosen_card("gpu", told.append) is None
    assert told == [f"the processor plays, because {why}"]
    assert device.chosen_card("auto", told.append) is device.chosen_card("cpu", told.append) is None
    assert len(told) == 1
    with pytest.raises(BadValue, match='no device "tpu"; choose one of auto, cpu, gpu'):
        device.chosen_card("tpu", told.append)


def test_auto_takes_a_card_only_where_a_trial_is_faster_there(monkeypatch):
    class Card:
        name = "a card"

    card = Card()
    monkeypatch.setattr(device, "_found", lambda: (card, ""))
    for rate, wanted in ((2.0, card), (0.5, None)):
        trials: list[float] = []

        def trial(one: object, seconds: float, rate: float = rate, trials: list[float] = trials) -> float:
            trials.append(seconds)
            return rate if one is card else 1.0

        assert device.chosen_card("auto", lambda _: None, trial) is wanted  # type: ignore[arg-type]
        assert trials == [0.0, device.TRIAL] * 2
    assert device.chosen_card("gpu", lambda _: None) is card  # type: ignore[comparison-overlap]


def test_memory_is_bounded():
    game = magnate.load("monopoly", players=4)
    each = game.rules.STATE.itemsize + 8 * game.info.tracked
    for games in (1, 1000):
        assert games <= run.at_once(game.rules, game.info, 4, 2000 * games) <= 2000 * games // each
    assert run.at_once(game.rules, game.info, 4, 1) == 1
    assert run.at_once(game.rules, game.info, 4, 1 << 60) == run.MOST


def test_positions_that_break_an_invariant_are_found():
    game = magnate.load("pig")
    states = game.start_states(5)
    states["seat"][3] = 9
    assert run._broken(game.rules, states).tolist() == [False, False, False, True, False]
    assert run._broken(game.rules, states[:0]).tolist() == []
    assert BROKEN not in range(len(game.info.endings))
    assert len({BROKEN, RUNAWAY, magnate.core.binding.LIMIT, magnate.core.binding.FAILED}) == 4


@pytest.mark.long
@pytest.mark.parametrize(("game", "agents"), [("monopoly", "random"), ("brass", "random"), ("brass", "agents")])
def test_kernels_compile_for_two_architectures(game, agents, capsys):
    python = ROOT / ".venv-gpu/bin/python"
    if not python.exists():
        not_installed("compiler for GPUs", "it by `sh tools/gpu.sh`")
    done = ran(str(python), str(HERE / "compiled_for.py"), game, agents, PYTHONPATH=str(ROOT / "src"))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    with capsys.disabled():
        told = [f"  {name}: {one['registers']} registers, {one['local']} bytes local" for name, one in found.items()]
        sys.stdout.write("\n".join([f"\n{game}, {agents}:", *told, ""]))
    assert len(found) == 2 * (1 if agents == "agents" else 4)
    for one in found.values():
        assert one["target"]
        assert 0 < one["registers"] <= 255
        assert one["local"] < 8192


def test_rollouts_of_actions_have_the_same_chance():
    game = magnate.load("pig", preset="short")
    position = game.new(3).apply("roll")
    same = rollouts(position, [0, 0, 1], 50, [0.0] * 64, seed=7)
    assert same.utility.shape == (3, 50)
    assert same.utility[0].tolist() == same.utility[1].tolist() != same.utility[2].tolist()
    assert same.error(0, 1) == 0.0 < same.error(0, 2)
    assert same.means[0] == pytest.approx(sum(same.utility[0]) / 50)


def test_rollouts_find_the_winning_move_and_hide_what_is_hidden():
    game = magnate.load("tictactoe")
    position = game.new()
    for move in ("a1", "b1", "a2", "b2"):
        position = position.apply(move)
    found = rollouts(position, [game.parse("a3"), game.parse("c3")], 200, [0.0] * 64)
    assert found.means[0] == 1.0 > found.means[1] > 0.0
    kuhn = magnate.load("kuhn").new(5)
    found = rollouts(kuhn, kuhn.legal_ids(), 300, [0.0] * 64)
    again = rollouts(kuhn, kuhn.legal_ids(), 300, [0.0] * 64)
    assert found.utility.tolist() == again.utility.tolist()
    assert all(0.0 < one < 1.0 for one in found.means)
