"""Games of magnate and of other libraries behind one small interface, for :mod:`.others`.

A class is a library, an object one of its games. ``start`` begins a game by a seed. What a library cannot do is left as
it is in :class:`Played`.
"""

# ruff: noqa: ARG002, D102 - the methods are described in Played, and not all need all arguments
from __future__ import annotations

import copy
import random
import re
from collections.abc import Callable
from contextlib import suppress
from typing import Any


class Played:
    """A game of a library, driven from Python through the calls that the library documents.

    ``together`` and ``searched`` run for about so many seconds; they return games and steps, and simulations.
    """

    library: str
    games: tuple[str, ...]
    needs: tuple[str, str]
    """The module and the distribution."""
    sees: int | None = None
    """The most views that the first player may have at its first decision, where its own hand is all that differs."""
    hands: bool = False
    """Whether players have hidden hands; where they have many, what is seen of them is not tried."""

    def __init__(self, game: str) -> None:
        self.game = game

    players = 2
    needs_copies = True
    """Whether positions change, so that a search must copy them."""

    def start(self, seed: int) -> Any:
        """A game."""
        raise NotImplementedError

    def anew(self, state: Any, seed: int) -> Any:
        """Another game, where the library can use the same object again."""
        return self.start(seed)

    def over(self, state: Any) -> bool:
        """Whether it is over."""
        raise NotImplementedError

    def legal(self, state: Any) -> Any:
        """What may be done now."""
        raise NotImplementedError

    def act(self, state: Any, action: Any) -> Any:
        """The game after that; it may be the same object."""
        raise NotImplementedError

    def shown(self, state: Any) -> str:
        """All that the library tells of a position."""
        raise NotImplementedError

    def copied(self, state: Any) -> Any:
        """A copy that goes its own way."""
        return copy.deepcopy(state)

    def bare_copy(self, state: Any) -> Any:
        """The library's part of a copy, which is measured."""
        return self.copied(state)

    def illegal(self, state: Any) -> Any:
        """An action that is not legal here; None where there is none."""
        return None

    def outcomes(self, state: Any) -> list[Any] | None:
        """The chances of what may happen here, where chance is to decide; None elsewhere."""
        return None

    def view(self, state: Any) -> str | None:
        """What the player who is to decide sees."""
        return None

    def again(self, state: Any) -> str | None:
        """What the position tells when the game is played again from a record in text; None without records."""
        return None

    def step(self, state: Any, stream: random.Random) -> Any:
        """A random step."""
        return self.act(state, stream.choice(self.legal(state)))

    def together(self, clock: Callable[[], bool]) -> tuple[int, int] | None:
        """Random games wholly inside the library, or many at once, until the clock says so; games and steps."""
        return None

    def searched(self, clock: Callable[[], bool]) -> int | None:
        """Simulations of its Monte Carlo tree search from the start, each with a random playout."""
        return None

    def most_players(self) -> int:
        """The most players that a game of the library has."""
        raise NotImplementedError

    def trades(self) -> str:
        """Which games have trades between players."""
        return "no"


class Magnate(Played):
    """This project, by positions; ``together`` are its compiled games."""

    library, needs = "magnate", ("magnate", "magnate")
    games = ("tictactoe", "pig", "kuhn", "monopoly", "brass")

    def __init__(self, game: str) -> None:
        import magnate

        super().__init__(game)
        players = {"monopoly": 4, "brass": 4}.get(game)
        self.loaded = magnate.load(game, players=players)
        self.players = self.loaded.players
        self.sees = 3 if game == "kuhn" else None
        self.hands = self.loaded.info.hidden

    def start(self, seed: int) -> Any:
        return self.loaded.new(seed=seed)

    def over(self, state: Any) -> bool:
        return bool(state.is_over)

    def legal(self, state: Any) -> Any:
        return state.legal_ids()

    def act(self, state: Any, action: Any) -> Any:
        return state.apply(action)

    def shown(self, state: Any) -> str:
        return f"{state.hash} {state.to_move} {state.utility() if state.is_over else state.legal_ids()}"

    def copied(self, state: Any) -> Any:
        return state.copy()

    def illegal(self, state: Any) -> Any:
        legal = set(state.legal_ids())
        return next((one for one in range(self.loaded.info.max_actions) if one not in legal), None)

    def outcomes(self, state: Any) -> list[Any] | None:
        explicit = self.loaded.new()  # without a seed chance is not drawn, but asked for
        for step in state.history:
            explicit.apply(step)
            if explicit.to_move == -1 and not explicit.is_over:
                return [one.probability for one in explicit.outcomes()]
        return [one.probability for one in explicit.outcomes()] if explicit.to_move == -1 else None

    def view(self, state: Any) -> str | None:
        return str(state.view(state.to_move)) if state.to_move >= 0 else None

    def again(self, state: Any) -> str | None:
        record = type(state.record()).from_json(state.record().to_json())
        return self.shown(record.replay())

    def together(self, clock: Callable[[], bool]) -> tuple[int, int] | None:
        games = steps = 0
        while clock():
            found = self.loaded.play_many("random", range(games, games + 500))
            games, steps = games + 500, steps + int(found.decisions.sum())
        return games, steps

    def searched(self, clock: Callable[[], bool]) -> int | None:
        from magnate.search import search

        if self.game in {"kuhn", "brass"}:  # hidden information asks for another search
            return None
        done = 0
        while clock():
            search(self.loaded.new(seed=1), "mcts", "sims:1000", seed=done)
            done += 1000
        return done

    def most_players(self) -> int:
        from magnate.core.registry import declared_game, game_names

        return max(declared_game(name).max_players for name in game_names())

    def trades(self) -> str:
        return "Monopoly: offers, answers and auctions are actions"


class OpenSpiel(Played):
    """OpenSpiel's games in C++; ``together`` are two uniform bots inside C++."""

    library, needs = "OpenSpiel", ("pyspiel", "open-spiel")
    games = ("tic_tac_toe", "pig", "backgammon", "kuhn_poker")

    def __init__(self, game: str) -> None:
        import pyspiel

        super().__init__(game)
        self.pyspiel, self.loaded = pyspiel, pyspiel.load_game(game)
        self.players = self.loaded.num_players()
        self.sees = 3 if game == "kuhn_poker" else None

    def start(self, seed: int) -> Any:
        stream, state = random.Random(seed), self.loaded.new_initial_state()
        return self._on([state, stream])

    def _on(self, state: Any) -> Any:
        """Draw what chance decides: the library leaves that to the caller."""
        game, stream = state
        while game.is_chance_node():
            outcomes, chances = zip(*game.chance_outcomes(), strict=True)
            game.apply_action(stream.choices(outcomes, chances)[0])
        return state

    def over(self, state: Any) -> bool:
        return bool(state[0].is_terminal())

    def legal(self, state: Any) -> Any:
        return state[0].legal_actions()

    def act(self, state: Any, action: Any) -> Any:
        state[0].apply_action(action)
        return self._on(state)

    def shown(self, state: Any) -> str:
        return f"{state[0]} {state[0].history()} {state[0].returns()}"

    def copied(self, state: Any) -> Any:
        stream = random.Random()
        stream.setstate(state[1].getstate())
        return [state[0].clone(), stream]

    def bare_copy(self, state: Any) -> Any:
        return state[0].clone()

    def illegal(self, state: Any) -> Any:
        legal = set(self.legal(state))
        return next((one for one in range(self.loaded.num_distinct_actions()) if one not in legal), None)

    def outcomes(self, state: Any) -> list[Any] | None:
        game = self.loaded.new_initial_state()
        for action in state[0].history():
            if game.is_chance_node():
                return [chance for _, chance in game.chance_outcomes()]
            game.apply_action(action)
        return None

    def view(self, state: Any) -> str | None:
        kind = self.loaded.get_type()
        if kind.provides_information_state_string:
            return str(state[0].information_state_string(state[0].current_player()))
        return str(state[0].observation_string(state[0].current_player()))

    def again(self, state: Any) -> str | None:
        text = self.pyspiel.serialize_game_and_state(self.loaded, state[0])
        _, game = self.pyspiel.deserialize_game_and_state(text)
        return self.shown([game, None])

    def together(self, clock: Callable[[], bool]) -> tuple[int, int] | None:
        spiel = self.pyspiel
        bots = [spiel.make_uniform_random_bot(seat, seat) for seat in range(self.players)]
        games = steps = 0
        while clock():
            for seed in range(20):
                state = self.loaded.new_initial_state()
                spiel.evaluate_bots(state, bots, games + seed)
                steps += state.move_number()
            games += 20
        return games, steps

    def searched(self, clock: Callable[[], bool]) -> int | None:
        if self.game == "kuhn_poker":  # as above
            return None
        done = 0
        while clock():
            rollouts = self.pyspiel.RandomRolloutEvaluator(1, done)
            bot = self.pyspiel.MCTSBot(self.loaded, rollouts, 2.0, 1000, 100, False, done, False)  # without a solver
            bot.mcts_search(self.start(1)[0])
            done += 1000
        return done

    def most_players(self) -> int:
        return max(one.max_num_players for one in self.pyspiel.registered_games())

    def trades(self) -> str:
        names = set(self.pyspiel.registered_names())
        small = [one for one in ("bargaining", "colored_trails", "negotiation", "trade_comm") if one in names]
        return f"small games: {', '.join(small)}" if small else "no"


class PettingZoo(Played):
    """PettingZoo's classic environments, as `env()` makes them."""

    library, needs = "PettingZoo classic", ("pettingzoo", "pettingzoo")
    games = ("tictactoe_v3", "connect_four_v3", "leduc_holdem_v4")

    def __init__(self, game: str) -> None:
        import importlib

        super().__init__(game)
        self.module = importlib.import_module(f"pettingzoo.classic.{game}")
        self.players = len(self.module.env().possible_agents)
        self.sees = 3 if "leduc" in game else None

    def start(self, seed: int) -> Any:
        env = self.module.env()
        env.reset(seed=seed)
        return env

    def anew(self, state: Any, seed: int) -> Any:
        state.reset(seed=seed)
        return state

    def over(self, state: Any) -> bool:
        return not state.agents or all(state.terminations.values()) or all(state.truncations.values())

    def legal(self, state: Any) -> Any:
        return state.observe(state.agent_selection)["action_mask"].nonzero()[0]

    def act(self, state: Any, action: Any) -> Any:
        state.step(int(action))
        return state

    def shown(self, state: Any) -> str:
        seen = [state.observe(agent) for agent in state.possible_agents]
        return f"{[{key: part.tolist() for key, part in one.items()} for one in seen]} {state.rewards}"

    def illegal(self, state: Any) -> Any:
        legal = {int(one) for one in self.legal(state)}
        most = int(state.action_space(state.agent_selection).n)
        return next((one for one in range(most) if one not in legal), None)

    def view(self, state: Any) -> str | None:
        return str(state.observe(state.agent_selection)["observation"].tolist())

    def most_players(self) -> int:
        import importlib
        import pkgutil

        from pettingzoo import classic

        found = 0
        for one in pkgutil.iter_modules(classic.__path__):
            if re.search(r"_v\d+$", one.name):
                with suppress(ImportError):  # some need packages of their own
                    module = importlib.import_module(f"pettingzoo.classic.{one.name}")
                    found = max(found, len(module.env().possible_agents))
        return found


class Pgx(Played):
    """pgx on the processor; ``together`` are 1,024 games at once."""

    library, needs = "pgx", ("pgx", "pgx")
    games = ("tic_tac_toe", "backgammon", "leduc_holdem")
    needs_copies = False
    BATCH = 1024

    def __init__(self, game: str) -> None:
        import jax
        import pgx

        super().__init__(game)
        self.jax, self.pgx, self.env = jax, pgx, pgx.make(game)
        self.players = self.env.num_players
        self.sees = 3 if game == "leduc_holdem" else None
        self.init, self.advance = jax.jit(self.env.init), jax.jit(self.env.step)

    def start(self, seed: int) -> Any:
        key, begin = self.jax.random.split(self.jax.random.PRNGKey(seed))
        return self.init(begin), key

    def over(self, state: Any) -> bool:
        return bool(state[0].terminated | state[0].truncated)

    def legal(self, state: Any) -> Any:
        import numpy as np

        return np.flatnonzero(np.asarray(state[0].legal_action_mask))

    def act(self, state: Any, action: Any) -> Any:
        key, used = self.jax.random.split(state[1])
        return self.advance(state[0], int(action), used), key

    def shown(self, state: Any) -> str:
        import numpy as np

        return str([np.asarray(leaf).tolist() for leaf in self.jax.tree_util.tree_leaves(state[0])])

    def copied(self, state: Any) -> Any:
        return state  # positions do not change

    def illegal(self, state: Any) -> Any:
        legal = {int(one) for one in self.legal(state)}
        return next((one for one in range(self.env.num_actions) if one not in legal), None)

    def view(self, state: Any) -> str | None:
        import numpy as np

        return str(np.asarray(state[0].observation).tolist())

    def together(self, clock: Callable[[], bool]) -> tuple[int, int] | None:
        from pgx.experimental.wrappers import auto_reset

        jax, env = self.jax, self.env

        def rounds(states: Any, key: Any) -> Any:
            def one(carried: Any, _: Any) -> Any:
                states, key = carried
                key, draw, dice = jax.random.split(key, 3)
                logits = jax.numpy.log(states.legal_action_mask.astype(jax.numpy.float32))
                actions = jax.random.categorical(draw, logits, axis=1)
                after = jax.vmap(auto_reset(env.step, env.init))(states, actions, jax.random.split(dice, self.BATCH))
                return (after, key), after.terminated.sum()

            (states, key), ended = jax.lax.scan(one, (states, key), None, length=20)
            return states, key, ended.sum()

        key, many = jax.random.PRNGKey(1), jax.jit(rounds)
        states = jax.vmap(env.init)(jax.random.split(key, self.BATCH))
        states, key, _ = many(states, key)  # which compiles it
        games = steps = 0
        clock()
        while clock():
            states, key, ended = many(states, key)
            games, steps = games + int(ended), steps + 20 * self.BATCH
        return games, steps

    def most_players(self) -> int:
        found = 0
        for name in self.pgx.available_envs():
            with suppress(Exception):  # some need packages of their own
                found = max(found, self.pgx.make(name).num_players)
        return found


class RLCard(Played):
    """RLCard's environments."""

    library, needs = "RLCard", ("rlcard", "rlcard")
    games = ("leduc-holdem", "uno")

    def __init__(self, game: str) -> None:
        import rlcard

        super().__init__(game)
        self.rlcard = rlcard
        self.players = rlcard.make(game).num_players
        self.sees = 3 if game == "leduc-holdem" else None
        self.hands = True

    def start(self, seed: int) -> Any:
        env = self.rlcard.make(self.game, config={"seed": seed})
        env.reset()
        return env

    def anew(self, state: Any, seed: int) -> Any:
        state.reset()
        return state

    def over(self, state: Any) -> bool:
        return bool(state.is_over())

    def legal(self, state: Any) -> Any:
        return list(state.get_state(state.get_player_id())["legal_actions"])

    def act(self, state: Any, action: Any) -> Any:
        state.step(action)
        return state

    def shown(self, state: Any) -> str:
        seen = [state.get_state(seat)["raw_obs"] for seat in range(self.players)]
        return f"{seen} {state.get_payoffs() if state.is_over() else ''}"

    def illegal(self, state: Any) -> Any:
        legal = set(self.legal(state))
        return next((one for one in range(state.num_actions) if one not in legal), None)

    def view(self, state: Any) -> str | None:
        return str(state.get_state(state.get_player_id())["obs"].tolist())

    def together(self, clock: Callable[[], bool]) -> tuple[int, int] | None:
        from rlcard.agents import RandomAgent

        env = self.rlcard.make(self.game, config={"seed": 1})
        env.set_agents([RandomAgent(num_actions=env.num_actions) for _ in range(self.players)])
        games = steps = 0
        while clock():
            env.run(is_training=False)
            games, steps = games + 1, steps + len(env.action_recorder)
        return games, steps

    def most_players(self) -> int:
        from rlcard.envs.registration import registry

        found = 0
        for name in registry.env_specs:
            with suppress(Exception):  # as above
                found = max(found, self.rlcard.make(name).num_players)
        return found


class Catanatron(Played):
    """catanatron's Settlers of Catan for four."""

    library, needs = "catanatron", ("catanatron", "catanatron")
    games = ("catan",)
    players = 4
    hands = True

    def start(self, seed: int) -> Any:
        from catanatron import Color, Game, RandomPlayer

        return Game([RandomPlayer(color) for color in Color], seed=seed + 1)

    def over(self, state: Any) -> bool:
        from catanatron.game import TURNS_LIMIT

        return state.winning_color() is not None or state.state.num_turns >= TURNS_LIMIT

    def legal(self, state: Any) -> Any:
        return state.state.playable_actions

    def act(self, state: Any, action: Any) -> Any:
        state.execute(action)
        return state

    def shown(self, state: Any) -> str:
        return f"{state.state.player_state} {state.state.buildings_by_color} {state.state.playable_actions}"

    def copied(self, state: Any) -> Any:
        return state.copy()

    def illegal(self, state: Any) -> Any:
        from catanatron import Action, ActionType

        wrong = Action(state.state.current_color(), ActionType.BUILD_CITY, -1)
        return None if wrong in self.legal(state) else wrong

    def most_players(self) -> int:
        from catanatron import Color

        return len(Color)

    def trades(self) -> str:
        from catanatron import ActionType

        return "as actions" if "OFFER_TRADE" in ActionType.__members__ else "with the bank only"


LIBRARIES: tuple[type[Played], ...] = (Magnate, OpenSpiel, PettingZoo, Pgx, RLCard, Catanatron)
