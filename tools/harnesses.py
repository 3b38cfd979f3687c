"""``python tools/harnesses.py LIBRARY GAME``: a whole game in another library's harness, by a stub of a model.

Run it in an environment that has magnate and the library: ``kaggle`` (kaggle-environments, with ``magnate[envs]``),
``openenv`` (openenv-core) or ``verifiers``. No environment of ours has them, so no other test runs them.

The stub answers over HTTP as a chat endpoint does. It draws a legal action, says nothing useful one time in ten, and
names no action as often. ``verifiers`` starts its chat programs by ``uv``, a few seconds a turn.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import sys
import tempfile
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

DRAWS = random.Random(1)
MARK = "Legal actions:"


def answer(text: str, key: str) -> str:
    """What the stub says to a question."""
    names = re.findall(r"^- (\S+?):?(?:\s|$)", text.rpartition(MARK)[2], re.MULTILINE)
    kind = DRAWS.random()
    if kind < 0.1 or not names:
        return "I think for long, and say nothing."
    return f"I play {json.dumps({key: 'fly' if kind < 0.2 else DRAWS.choice(names)})}"


class Endpoint(BaseHTTPRequestHandler):
    """A chat endpoint that streams."""

    key = "action"

    def log_message(self, *_: Any) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        """Answer the last message."""
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        said = asked["messages"][-1]["content"]
        text = said if isinstance(said, str) else "".join(part.get("text", "") for part in said)
        same = {"id": "stub", "created": 1, "model": asked["model"], "object": "chat.completion.chunk"}
        deltas = [({"role": "assistant", "content": answer(text, self.key)}, None), ({}, "stop")]
        parts: list[dict[str, Any]] = [
            {**same, "choices": [{"index": 0, "delta": delta, "finish_reason": end}]} for delta, end in deltas
        ]
        parts.append(
            {**same, "choices": [], "usage": dict.fromkeys(("prompt_tokens", "completion_tokens", "total_tokens"), 1)}
        )
        body = "".join(f"data: {json.dumps(part)}\n\n" for part in parts) + "data: [DONE]\n\n"
        self.send_response(200)
        self.send_header("content-type", "text/event-stream")
        self.end_headers()
        self.wfile.write(body.encode())


def endpoint(key: str) -> str:
    """Serve a stub whose answers have this key; returns its address."""
    kind = type("Stub", (Endpoint,), {"key": key})
    server = ThreadingHTTPServer(("127.0.0.1", 0), kind)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return f"http://127.0.0.1:{server.server_port}/v1"


def kaggle(game: str) -> None:
    """The stub against their own random players."""
    os.environ["LITELLM_LOCAL_MODEL_COST_MAP"] = "True"  # it asks nobody
    import kaggle_environments
    from kaggle_environments import core_harness

    from magnate.models.adapters.kaggle import MagnateHarness, arena

    core_harness.set_telemetry_exporter(lambda **_: None)
    name = arena(game)
    table = kaggle_environments.make(name, configuration={"includeLegalActions": True, "seed": 5}, debug=True)
    model = ("openai/stub", {"api_base": endpoint("move"), "api_key": "none"})
    harness = MagnateHarness(game.partition("(")[0], skin="plain")
    player = core_harness.create_agent_fn(harness, max_retries=9, model_override=model)
    steps = table.run([player, *["random"] * (table.specification.agents[0] - 1)])
    print(f"{name}: {len(steps)} steps, {[(seat.status, seat.reward) for seat in steps[-1]]}")


def openenv(game: str) -> None:
    """Their server and their client over a socket."""
    import uvicorn
    from openenv.core import GenericEnvClient
    from openenv.core.env_server import create_app

    from magnate.models.adapters.openenv import MagnateAction, MagnateObservation, environment

    app = create_app(environment(game), MagnateAction, MagnateObservation, max_concurrent_envs=2)
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="warning"))
    threading.Thread(target=server.run, daemon=True).start()
    while not server.started:
        time.sleep(0.1)
    port = server.servers[0].sockets[0].getsockname()[1]

    async def play() -> None:
        async with GenericEnvClient(base_url=f"http://127.0.0.1:{port}") as client:
            seen = await client.reset(seed=3)
            while not seen.done:
                found = re.search(r'"action": "(\S+)"', answer(seen.observation["text"], "action"))
                seen = await client.step({"name": found[1] if found else ""})
            print(f"{game}: reward {seen.reward}, {await client.state()}")

    asyncio.run(play())


def verifiers(game: str) -> None:
    """Their evaluation of one task, which prints the trace."""
    from verifiers.v1.cli.eval.main import main as evaluate

    with tempfile.TemporaryDirectory() as folder:
        lines = "from magnate.models.adapters.verifiers import MagnateEnv, MagnateTaskset\n"
        lines += '__all__ = ["MagnateEnv", "MagnateTaskset"]\n'
        (Path(folder) / "magnate_taskset.py").write_text(lines, encoding="utf-8")
        sys.path.insert(0, folder)
        os.environ["STUB_KEY"] = "none"
        options = f"--env.taskset.game {game} --env.player.runtime.type subprocess --client.api-key-var STUB_KEY"
        options += f" --client.base-url {endpoint('action')} -m stub -n 1 --no-push --no-rich --output-dir {folder}/out"
        evaluate(["magnate_taskset", *options.split()])


def main() -> None:
    """Play."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    harnesses = {one.__name__: one for one in (kaggle, openenv, verifiers)}
    parser.add_argument("library", choices=list(harnesses))
    parser.add_argument("game", help="such as pig; for kaggle also with parameters, such as pig(players=3)")
    asked = parser.parse_args()
    harnesses[asked.library](asked.game)


if __name__ == "__main__":
    main()
