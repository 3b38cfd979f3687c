"""``magnate train judge``: how an agent does with all kinds of partners, as tables for a page."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from .arguments import JobsOption, JsonOption, QuietOption, complete_agents
from .console import INTERRUPTED, Reporter, exit_with, note, print_json, stdout

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from ..analysis.judge import Found, Judged, Judging
    from ..analysis.judged_trades import Traded, Trades
    from ..arena.empirical_game import Meta

__all__ = ["judge"]

TRADES, META, RESPONSE = "trades", "meta", "response"
EXTRA: Final = (TRADES, META)
"""Tables that are no rows of games."""


def judge(
    agent: Annotated[str, typer.Argument(help="An agent of Monopoly.", autocompletion=complete_agents)],
    rows: Annotated[
        list[str] | None,
        typer.Option("--rows", "-r", metavar="ROW,…", help="Only these: mixed, duel, haggler:haggler_10, trades, …"),
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", min=1, help="Games of each row.")] = 800,
    trades: Annotated[int, typer.Option("--trades", min=1, help="Trades that are rolled out.")] = 200,
    two: Annotated[str, typer.Option("--two", metavar="AGENT", help="Who plays where there are two players.")] = "",
    thesis: Annotated[str, typer.Option("--thesis", metavar="AGENT", help="Who plays by the thesis' rules.")] = "",
    response: Annotated[
        list[str] | None, typer.Option("--response", metavar="AGENT", help="Trained against copies of it, for four.")
    ] = None,
    two_response: Annotated[
        list[str] | None, typer.Option("--two-response", metavar="AGENT", help="The same for two players.")
    ] = None,
    train: Annotated[
        bool, typer.Option("--train-responses", help="Train best responses first: three seeds, hours.")
    ] = False,
    seed: Annotated[int, typer.Option("--seed", help="Deals and drawn tables follow from it.")] = 2027,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FOLDER", help="Where games are kept (default: your data folder).")
    ] = None,
    page: Annotated[
        Path | None, typer.Option("--page", metavar="FILE.md", help="Also put the tables into this page.")
    ] = None,
    jobs: JobsOption = None,
    json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Judge how an agent negotiates: against all types of partners, on deals that no training plays.

    magnate train judge magnate:official
    magnate train judge strategic --rows mixed,refusers --games 200
    magnate train judge magnate:official --page docs/studies/negotiation.md

    Games are kept as they are played: the same command goes on after an interruption, and adds games where --games is
    greater. Intervals are over deals; partners are drawn anew for each deal from a roster that is frozen.
    """
    from ..analysis.judge import Judged, Judging, chosen, found_in, refusal, workers

    names = [one.strip() for text in rows or () for one in text.split(",")]
    folder = out if out is not None else _folder(agent)
    most = jobs or os.cpu_count() or 1
    judging = Judging(agent, two=two, thesis=thesis, seed=seed)
    answers = {4: list(response or ()), 2: list(two_response or ())}
    if train:
        for players, spec in ((4, agent), (2, two or agent)):
            answers[players] += _responses(judging, spec, players, folder, most, quiet=quiet)
    judging = Judging(
        *(agent, judging.roster, judging.unseen, two, thesis),
        *(tuple(answers[4]), tuple(answers[2]), seed),
    )
    picked = (
        chosen(judging, [one for one in names if one not in EXTRA]) if not set(names) <= set(EXTRA) or not names else []
    )
    judged = Judged(folder, judging)
    found: list[Found] = []
    with Reporter("judge", quiet=quiet) as reporter, workers(most) as pool:
        try:
            for row in picked:
                if not refusal(row):
                    deals = -(-games // row.players)
                    reporter.stage(row.key)
                    for done in judged.play(row, deals, pool):
                        reporter.playing(done * row.players, deals * row.players)
                found.append(found_in(row, judged.said(row)))
            mixtures = _meta(judged, games, pool, reporter) if not names or META in names else None
            traded = _trades(judging, folder, trades, reporter) if not names or TRADES in names else []
        except KeyboardInterrupt:
            reporter.close()
            note(f"interrupted; what was played is kept in {folder}, and the same command goes on")
            exit_with(INTERRUPTED)
    lines = _lines(judging, found, traded, mixtures)
    if page is not None:
        from ..analysis.judge_page import put_in

        put_in(page, lines)
        note(f"the tables are in {page}")
    if json:
        print_json("train.judge", run={"folder": str(folder)}, result=_json(judging, found, traded, mixtures))
    elif page is None:
        stdout().print("\n".join(lines), markup=False, soft_wrap=True)


def _folder(agent: str) -> Path:
    """Where the games of an agent's judging are kept, if nothing is said."""
    from ..learn.run_dir import default_folder

    return default_folder().parent / "judging" / re.sub(r"[^\w.=-]+", "-", agent)


def _responses(judging: Judging, spec: str, players: int, folder: Path, jobs: int, *, quiet: bool) -> list[str]:
    """The best of the responses of three seeds; none, with a note, where the agent has no weights to begin with."""
    from ..analysis.responses import SEEDS, best_of, response_configuration, train_response
    from ..errors import MagnateError

    trained = []
    with Reporter("response", quiet=quiet) as reporter:
        for seed in SEEDS:
            reporter.stage(f"response, {players} players, seed {seed}")
            try:
                configuration = response_configuration(spec, players, seed)
            except MagnateError as error:
                note(f"no best response for {players} players: {error.message}")
                return []
            place = folder / f"response-{players}-{seed}"
            trained.append(train_response(place, configuration, jobs, progress=reporter.playing))
        reporter.stage("choosing a response")
        return [best_of(trained, spec, players, judging.seed)]


def _meta(judged: Judged, games: int, pool: Executor | None, reporter: Reporter) -> Meta | None:
    """The analysis of all compositions of tables; about so many games in all."""
    from ..analysis.judge import composition, refusal

    rows = judged.judging.compositions()
    if any(map(refusal, rows)):
        return None
    deals = max(2, games // (4 * len(rows)))
    reporter.stage(META)
    for number, row in enumerate(rows, 1):
        for _ in judged.play(row, deals, pool):
            pass
        reporter.playing(number, len(rows))
    return composition(judged.judging, [judged.said(row) for row in rows])


def _trades(judging: Judging, folder: Path, wanted: int, reporter: Reporter) -> list[Traded]:
    """Trades, until so many count, rolled out."""
    from ..analysis.judged_trades import play_trades

    reporter.stage(TRADES)
    found: list[Traded] = []
    for _, found in play_trades(judging, folder, wanted):
        reporter.playing(min(wanted, sum(one.counts for one in found)), wanted)
    return found


def _lines(judging: Judging, found: list[Found], traded: list[Traded], mixtures: Meta | None) -> list[str]:
    """All tables as Markdown."""
    from ..analysis.judge_page import meta_table, rows_table, trades_table

    lines = [f"`{judging.spec}`; rosters {judging.roster.digest} and {judging.unseen.digest}; seed {judging.seed}.", ""]
    if found:
        lines += rows_table(found)
    trades = _by_type(judging, traded)
    if trades:
        lines += ["", "Trades, in points of win share:", "", *trades_table(trades)]
    if mixtures is not None:
        lines += ["", "Compositions of tables of four:", "", *meta_table(mixtures)]
    return lines


def _by_type(judging: Judging, traded: list[Traded]) -> list[tuple[str, Trades]]:
    """What trades that count show, all of them and then by the type of the partner."""
    from ..analysis.judged_trades import figures

    kinds: dict[str, list[Traded]] = {}
    for one in traded:
        kinds.setdefault(judging.roster.type_of(one.partner), []).append(one)
    rows = [("all", figures(traded)), *((kind, figures(ones)) for kind, ones in sorted(kinds.items()))]
    return [(name, one) for name, one in rows if one is not None]


def _json(judging: Judging, found: list[Found], traded: list[Traded], mixtures: Meta | None) -> dict[str, Any]:
    """All tables for JSON."""
    shown = [
        {
            "row": one.row.key,
            "about": one.row.about,
            "games": one.games,
            "share": None if one.share is None else one.share.as_dict(),
            "capped": round(one.capped, 6),
            "reached": one.reached,
            **({"refused": one.refused} if one.refused else {}),
        }
        for one in found
    ]
    trades = [{"type": name, "count": one.count, **one.estimates()} for name, one in _by_type(judging, traded)]
    stable = (
        None
        if mixtures is None
        else [
            {"agent": name, "share": weight.as_dict(), "average": average.as_dict()}
            for name, weight, average in zip(mixtures.names, mixtures.weights, mixtures.average, strict=True)
        ]
    )
    rosters = {"roster": judging.roster.digest, "unseen": judging.unseen.digest}
    return {"agent": judging.spec, "seed": judging.seed, **rosters, "rows": shown, "trades": trades, "meta": stable}
