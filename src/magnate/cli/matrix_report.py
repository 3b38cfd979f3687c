"""What ``magnate matrix`` prints: the marked matrix, and below it what follows from it, within 100 columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..gametheory.analysis import caption, is_zero_sum, panels, payoff_texts
from ..gametheory.extreme import ExtremeEquilibria
from ..gametheory.strategic import shown
from .console import stdout, table

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from ..gametheory import Analysis, Cell, Dominance, Elimination, ExactProfile, Profile, StrategicGame

__all__ = ["show"]

COLUMNS = 100
"""The most letters in a line."""
LABEL = 14
NAME_MOST = 24
"""Longer names of strategies are broken in the matrix."""
ROWS_MOST, BLOCKS_MOST, CELLS_MOST = 40, 12, 2000
"""Larger matrices are not printed."""
ROUNDING = 1e-12
LISTED = 12
"""The most profiles that are listed."""


def show(found: Analysis) -> None:
    """Print an analysis to stdout. A new part of it is a line of this function."""
    console, game = stdout(), found.game
    kind = "zero-sum" if is_zero_sum(game) else "constant-sum" if game.is_constant_sum else "general-sum"
    size = " × ".join(map(str, game.sizes))
    facts = f"{game.n} players" if game.n > 1 else "1 player"
    console.print(f"{game.title or 'A game'} · {facts} · {size} · {kind}", markup=False, style="bold", soft_wrap=True)
    console.print()
    _show_matrix(console, game)
    _part(console, "dominated", _dominated(found))
    _part(console, "dominant", [_dominant(found)])
    _part(console, "elimination", _elimination(found.strictly))
    if len(found.weakly.steps) > len(found.strictly.steps):
        _part(console, "… weak too", [*_elimination(found.weakly), *_lost(found)])
    _part(console, "equilibria", _equilibria(found))
    _part(console, "… mixed", _mixed(found))
    _part(console, "efficient", [_listed(game, found.efficient)])
    _part(console, "sure of", _security(found))
    _part(console, "… by mixing", _by_mixing(found))
    _part(console, "correlated", _correlated(found))


def _part(console: Console, label: str, lines: Iterable[str]) -> None:
    """A part of the report: its label, and lines that are broken beside it."""
    from rich.table import Table

    grid = Table.grid(padding=(0, 0, 0, 2))
    grid.add_column(width=LABEL - 2, no_wrap=True)
    grid.add_column(overflow="fold")
    for at, line in enumerate(lines):
        grid.add_row(_literal("" if at else label, "bold"), _literal(line))
    console.print(grid, width=min(console.width, COLUMNS))


def _literal(content: str, style: str = "") -> Text:
    """A text in which brackets are nothing but brackets."""
    from rich.text import Text

    return Text(content, style=style)


# ------------------------------------------------------------------------------------------------- the matrix


def _show_matrix(console: Console, game: StrategicGame) -> None:
    """The matrix with the best answers in braces; for more players one for each choice of the others."""
    if game.n < 2:
        return
    width = min(console.width, COLUMNS)
    small = game.sizes[0] <= ROWS_MOST and game.payoffs[0].size <= CELLS_MOST
    blocks = _blocks(game, width) if small else []
    if not small or len(blocks) * len(panels(game)) > BLOCKS_MOST:
        console.print("  (too large to be printed: --svg draws the matrix, --json has it)\n", markup=False)
        return
    for rest in panels(game):
        if rest:
            console.print(f"  {caption(game, rest)}", markup=False, style="bold", soft_wrap=True)
        for block in blocks:
            console.print(_block(game, rest, block), width=width)
            console.print()
    row, column = game.players[:2]
    console.print(f"  {{  best answer of {row}   }}  best answer of {column}", markup=False, soft_wrap=True)
    if game.n > 2:
        others = ", ".join(game.players[2:])
        where = ", each behind its own payoff" if game.n > 3 else ""
        console.print(f"  *  best answer of {others}{where}", markup=False, soft_wrap=True)
    console.print()


def _texts(game: StrategicGame, cell: Cell) -> str:
    """The payoffs of a cell; those of the third player on with a star where its strategy is a best answer."""
    texts = payoff_texts(game, cell)
    marks = _marks(game, cell)
    return ", ".join(text + ("*" if at > 1 and marks[at] else "") for at, text in enumerate(texts))


def _marks(game: StrategicGame, cell: Cell) -> list[bool]:
    """Whose strategy is a best answer in this cell."""
    found = []
    for player in range(game.n):
        place: tuple[slice | int, ...] = tuple(slice(None) if at == player else k for at, k in enumerate(cell))
        found.append(bool(game.payoffs[player][cell] == game.payoffs[player][place].max()))
    return found


def _widths(game: StrategicGame) -> list[int]:
    """How wide the columns are: as their widest cell, or their name as far as it is not broken."""
    rows, rest = range(game.sizes[0]), panels(game)
    return [
        max(
            [len(_texts(game, (row, column, *others))) + 4 for row in rows for others in rest]
            + [min(len(name), NAME_MOST)]
        )
        for column, name in enumerate(game.strategies[1])
    ]


def _blocks(game: StrategicGame, width: int) -> list[list[int]]:
    """The columns, in as many groups as it takes for each to fit."""
    first = min(max(map(len, (*game.strategies[0], game.players[0]))), NAME_MOST) + 4
    groups: list[list[int]] = [[]]
    room = width - first
    for column, wide in enumerate(_widths(game)):
        if groups[-1] and room < wide + 3:
            groups.append([])
            room = width - first
        groups[-1].append(column)
        room -= wide + 3
    return groups


def _block(game: StrategicGame, rest: tuple[int, ...], columns: Sequence[int]) -> object:
    """Some columns of a matrix as a table, with the players' names above and beside."""
    from rich.padding import Padding

    grid = table(show_edge=False, title=_literal(f"{game.players[1]} →"), title_justify="center", title_style="")
    grid.add_column(_literal(f"{game.players[0]} ↓"), overflow="fold", max_width=NAME_MOST)
    for column in columns:
        grid.add_column(_literal(game.strategies[1][column]), justify="center", overflow="fold", max_width=NAME_MOST)
    rows = range(game.sizes[0])
    widest = {column: max(len(_texts(game, (row, column, *rest))) for row in rows) for column in columns}
    for row, name in enumerate(game.strategies[0]):
        cells = []
        for column in columns:
            own, other, *more = _marks(game, (row, column, *rest))
            text = _texts(game, (row, column, *rest)).center(widest[column])
            marked = f"{'{' if own else ' '} {text} {'}' if other else ' '}"
            cells.append(_literal(marked, "bold green" if own and other and all(more) else ""))
        grid.add_row(_literal(name), *cells)
    return Padding(grid, (0, 0, 0, 2), expand=False)


# ----------------------------------------------------------------------------------------------- what follows


def _dominated(found: Analysis) -> list[str]:
    """Who has dominated strategies, and what dominates them."""
    lines = [_reason(found.game, one) for one in found.dominated]
    return lines or ["no strategy is dominated"]


def _reason(game: StrategicGame, found: Dominance) -> str:
    """A dominated strategy in words."""
    names = game.strategies[found.player]
    strictly = "strictly" if found.strict else "weakly"
    if found.dominator is not None:
        by = names[found.dominator]
    else:
        by = " + ".join(f"{shown(weight)} {name}" for name, weight in zip(names, found.by, strict=True) if weight > 0)
    return f"{game.players[found.player]}: {names[found.strategy]} is {strictly} dominated by {by}"


def _dominant(found: Analysis) -> str:
    """The equilibrium in dominant strategies."""
    if found.dominant is None:
        return "not everybody has a dominant strategy"
    strictly = "strictly" if found.strictly_dominant else "weakly"
    return f"{_profile(found.game, found.dominant)} is the equilibrium in {strictly} dominant strategies"


def _elimination(found: Elimination) -> list[str]:
    """The steps of an elimination and what is left."""
    if not found.steps:
        return ["nothing goes"]
    lines = [f"{step.round}. {_reason(found.game, step.dominance)}" for step in found.steps]
    if found.solution is not None:
        payoffs = ", ".join(map(shown, found.game.payoff(found.solution)))
        return [*lines, f"left: {_profile(found.game, found.solution)}, payoffs {payoffs}"]
    left = [
        f"{player} {{{', '.join(names[k] for k in own)}}}"
        for player, names, own in zip(found.game.players, found.game.strategies, found.left, strict=True)
    ]
    return [*lines, f"left: {' × '.join(left)}"]


def _lost(found: Analysis) -> list[str]:
    """The equilibria that are lost, since weakly dominated strategies have gone."""
    if not found.lost:
        return []
    return [f"this order loses equilibria: {_listed(found.game, found.lost)} (see --order)"]


def _equilibria(found: Analysis) -> list[str]:
    """The pure equilibria: payoffs, strict or not, efficient or not."""
    from ..gametheory import improvements

    game = found.game
    lines = []
    for one in found.equilibria[:LISTED]:
        better = improvements(game, one.cell)
        payoffs = ", ".join(map(shown, game.payoff(one.cell)))
        facts = [f"payoffs {payoffs}", "strict" if one.strict else "not strict"]
        facts += [f"not efficient: {_profile(game, better[0])} is better"] if better else []
        lines.append(f"{_profile(game, one.cell)}: {'; '.join(facts)}")
    more = len(found.equilibria) - LISTED
    return [*lines, *([f"… and {more} more (--json has all)"] if more > 0 else [])] or ["none in pure strategies"]


def _mixed(found: Analysis) -> list[str]:
    """The equilibria in which somebody mixes, and what is known about all: with numbers, where that speaks of them."""
    game = found.game
    every: Sequence[ExactProfile | Profile] = found.mixed.equilibria
    if isinstance(found.mixed, ExtremeEquilibria) and found.mixed.has_continua:
        lines = [f"{number}. {_mixtures(game, one)}" for number, one in enumerate(every, 1)]
    else:
        lines = [_mixtures(game, one) for one in every if any(len(support) > 1 for support in one.supports)]
    more = len(lines) - LISTED
    return [*lines[:LISTED], *([f"… and {more} more (--json has all)"] if more > 0 else []), found.mixed.note]


def _mixtures(game: StrategicGame, found: ExactProfile | Profile) -> str:
    """A mixed equilibrium: what everybody plays how often, the payoffs, and the regret if it is not exactly 0."""
    mixtures = [[float(chance) for chance in own] for own in found.mixtures]
    each = "; ".join(
        f"{player}: {_chances(names, own)}"
        for player, names, own in zip(game.players, game.strategies, mixtures, strict=True)
    )
    regret = f", regret {float(found.regret):.1g}" if found.regret else ""
    return f"{each}: payoffs {', '.join(shown(float(payoff)) for payoff in found.payoffs)}{regret}"


def _chances(names: Sequence[str], mixture: Iterable[float]) -> str:
    """A mixture in words: certain, or each strategy with its probability."""
    used = [(name, chance) for name, chance in zip(names, mixture, strict=True) if chance > ROUNDING]
    if len(used) == 1:
        return used[0][0]
    return " + ".join(f"{shown(chance)} {name}" for name, chance in used)


def _by_mixing(found: Analysis) -> list[str]:
    """What everybody can be sure of in mixed strategies, where that is more than in pure ones; the game's value."""
    game = found.game
    if found.value is not None and not found.saddle:
        row, column = game.players
        mixtures = zip(game.strategies, found.value.profile.mixtures, strict=True)
        own, other = (_chances(names, mixture.tolist()) for names, mixture in mixtures)
        return [f"{row} of {shown(found.value.value)} by {own}, {column} of no worse by {other}: the game's value"]
    lines = []
    for one, pure in zip(found.maximin, found.security, strict=True):
        if one.level > pure.maximin + game.tolerance:
            mixture = _chances(game.strategies[one.player], one.mixture.tolist())
            lines.append(f"{game.players[one.player]}: at least {shown(one.level)} by {mixture}")
    return lines


def _correlated(found: Analysis) -> list[str]:
    """The best correlated equilibrium, where it gives all together more than the equilibria without a signal."""
    game, best = found.game, found.correlated
    if best is None or game.n == 1 or game.is_constant_sum:
        return []
    without = max((sum(map(float, one.payoffs)) for one in found.mixed.equilibria), default=-float("inf"))
    if best.welfare <= without + game.tolerance:
        return ["no signal makes them better off together than the best equilibrium above"]
    drawn = [f"{shown(float(best.probabilities[cell]))} {_profile(game, cell)}" for cell in best.support]
    payoffs = ", ".join(map(shown, best.payoffs))
    gain = f"together {shown(best.welfare)} instead of {shown(without)} without a signal"
    return [f"{' + '.join(drawn[:LISTED])}: payoffs {payoffs}, {gain}"]


def _security(found: Analysis) -> list[str]:
    """What everybody can be sure of, and the value where that is all there is."""
    game = found.game
    if found.saddle:
        value = shown(found.security[0].maximin)
        row, column = game.players
        return [f"{row} of {value}, and {column} of no worse: the game's value, in pure strategies"]
    lines = []
    for one in found.security:
        names = " or ".join(game.strategies[one.player][k] for k in one.strategies)
        line = f"{game.players[one.player]}: at least {shown(one.maximin)} by {names}"
        others = game.players[1 - one.player] if game.n == 2 else "the others"
        held = f"; {others} can hold it to {shown(one.minimax)}" if one.minimax > one.maximin else ""
        lines.append(line + held)
    return lines


def _profile(game: StrategicGame, cell: Cell) -> str:
    """A profile by its names."""
    return f"({', '.join(game.names_of(cell))})"


def _listed(game: StrategicGame, cells: Sequence[Cell]) -> str:
    """The first profiles of a list, and how many there are."""
    if len(cells) == game.payoffs[0].size > 1:
        return "every profile"
    names = " ".join(_profile(game, cell) for cell in cells[:LISTED])
    return names if len(cells) <= LISTED else f"{names} … ({len(cells)} in all)"
