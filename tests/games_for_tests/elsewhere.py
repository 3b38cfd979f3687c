"""A game that lives outside the package, as a user's game would: tic-tac-toe under another name."""

from dataclasses import replace

from magnate.games import tictactoe

globals().update({name: value for name, value in vars(tictactoe).items() if not name.startswith("_")})
GAME = replace(tictactoe.GAME, name="elsewhere")
