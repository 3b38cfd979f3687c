"""A game's own agents are found whole, whoever asks at the same time."""

import sys
import time
from concurrent.futures import ThreadPoolExecutor

import magnate.agents
from magnate.core.registry import agent_package


def test_a_package_that_another_thread_imports_is_waited_for(tmp_path, monkeypatch):
    (tmp_path / "slow_game.py").write_text("import time\ntime.sleep(0.3)\nREADY = True\n", encoding="utf-8")
    monkeypatch.setattr(magnate.agents, "__path__", [*magnate.agents.__path__, str(tmp_path)])
    try:
        with ThreadPoolExecutor(1) as pool:
            other = pool.submit(agent_package, "slow_game")
            while "magnate.agents.slow_game" not in sys.modules:
                time.sleep(0.001)
            assert agent_package("slow_game").READY
            assert other.result().READY
    finally:
        sys.modules.pop("magnate.agents.slow_game", None)
