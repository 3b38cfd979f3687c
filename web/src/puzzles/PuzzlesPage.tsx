/** Puzzles: a position, its whole moves to choose from, and what each of them was worth. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Link, useSearch } from "wouter";
import { type Puzzle, type PuzzleMove, type PuzzleRow, puzzleApi } from "../api/puzzles";
import type { Seat } from "../api/types";
import { SeatNames, useLocale } from "../i18n/Locale";
import { GameLinks } from "../pages/GameLinks";
import { LARGE } from "../pages/GameTiles";
import { useMoveText } from "../review/MoveText";
import { Points } from "../review/Points";
import review from "../review/Review.module.css";
import { StillBoard, stillProps } from "../review/StillBoard";
import { SeatsRail } from "../table/SeatsRail";
import { useGameUI } from "../table/useGameUI";
import { Button, buttonClass } from "../ui/Button";
import { Num } from "../ui/Num";
import { ProblemText } from "../ui/ProblemText";
import { English, Said } from "../ui/Said";
import { usePageTitle } from "../ui/usePageTitle";
import styles from "./Puzzles.module.css";
import { answeredOnce, mixed, nextOf, type Progress, progress, progressOf } from "./progress";

export function PuzzlesPage() {
  const { t } = useLocale();
  usePageTitle(t("ui.puzzles.title"));
  const search = new URLSearchParams(useSearch());
  const asked = search.get("game") ?? "";
  const game = LARGE.includes(asked) ? asked : (LARGE[0] ?? "");
  const list = useQuery({
    queryKey: ["puzzles", game],
    queryFn: () => puzzleApi.list(game),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const own = progressOf(progress.use(), game);
  const rows = list.data ?? [];
  const wanted = Number(search.get("n") ?? Number.NaN);
  const [first, setFirst] = useState<Record<string, number>>({}); // answering must not change what is shown
  const start = first[game] ?? nextOf(rows, -1, own);
  if (rows.length > 0 && first[game] === undefined) setFirst({ ...first, [game]: start });
  const number = rows.some((one) => one.number === wanted) ? wanted : start;
  return (
    <div className={review.page} data-tab="game">
      <header className={review.head}>
        <h1>{t("ui.puzzles.title")}</h1>
        <GameLinks label={t("ui.puzzles.games")} game={game} href={(name) => `/puzzles?game=${name}`} compact />
      </header>
      <ProblemText error={list.error} />
      {list.isPending ? <p role="status">{t("ui.loading")}</p> : null}
      {list.data?.length === 0 ? <p>{t("ui.puzzles.none")}</p> : null}
      {rows.length > 0 ? <Asked key={`${game} ${number}`} game={game} number={number} rows={rows} own={own} /> : null}
    </div>
  );
}

interface AskedProps {
  game: string;
  number: number;
  rows: readonly PuzzleRow[];
  own: Progress;
}

function Asked({ game, number, rows, own }: AskedProps) {
  const { t } = useLocale();
  const { data, error } = useQuery({
    queryKey: ["puzzle", game, number],
    queryFn: () => puzzleApi.puzzle(game, number),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (!data) return error ? <ProblemText error={error} /> : <p role="status">{t("ui.loading")}</p>;
  const seats: Seat[] = Array.from({ length: data.players }, (_, seat) => ({
    ...{ seat, name: t("ui.new.player", { n: seat + 1 }), kind: "human", agent: null },
    ...{ online: true, claimed: true, taken_over: false },
  }));
  const known = rows.filter(({ name }) => Object.hasOwn(own.answered, name)); // an earlier release had others
  return (
    <SeatNames seats={seats}>
      <Posed puzzle={data} seats={seats} own={own} rows={rows}>
        <p className={review.soft}>
          {t("ui.puzzles.so_far", {
            right: known.filter(({ name }) => own.answered[name]).length,
            answered: known.length,
            all: rows.length,
          })}{" "}
          {t("ui.puzzles.streak", { streak: own.streak, best: own.best })}
        </p>
      </Posed>
    </SeatNames>
  );
}

interface PosedProps {
  puzzle: Puzzle;
  seats: Seat[];
  own: Progress;
  rows: readonly PuzzleRow[];
  /** What stands below the question. */
  children: ReactNode;
}

function Posed({ puzzle, seats, own, rows, children }: PosedProps) {
  const { t } = useLocale();
  const { game, number, name, seat, level, view, players } = puzzle;
  const ui = useGameUI(game);
  const [looked, setLooked] = useState<PuzzleMove | null>(null);
  const [picked, setPicked] = useState<PuzzleMove | null>(null);
  const [decided, setDecided] = useState(false);
  const shown = looked ?? picked;
  const table = { id: `puzzle-${game}-${number}`, game, players, options: {}, hints: "off" as const };
  const still = {
    ...{ table, seats, view, me: seat, ghost: shown?.line.names ?? null },
    preview: (names: readonly string[]) => puzzleApi.ghost(game, number, names),
  };
  const props = stillProps(still);
  const Panel = ui?.SeatPanel;
  const decide = () => {
    setDecided(true);
    const right = picked === puzzle.moves[0];
    progress.set({ ...progress.get(), [game]: answeredOnce(progressOf(progress.get(), game), name, right) });
  };
  return (
    <div className={`${review.columns} ${styles.columns}`}>
      <section className={review.board} aria-label={t("ui.board.title")}>
        {ui === undefined ? null : <StillBoard {...still} />}
      </section>
      <div className={review.side}>
        <section aria-labelledby="puzzle-question" className={styles.question} data-question="">
          <h2 id="puzzle-question">
            {t("ui.puzzles.number", { n: number + 1 })} <small>{t(`ui.puzzles.level_${level}`)}</small>
          </h2>
          <p>
            <Said m={puzzle.prompt} /> {t("ui.puzzles.ask", { name: seats[seat]?.name ?? "" })}
          </p>
          <Moves puzzle={puzzle} picked={picked} decided={decided} onPick={setPicked} onLook={setLooked} />
          {decided ? (
            <Verdict puzzle={puzzle} picked={picked} next={nextOf(rows, number, own)} />
          ) : (
            <Button look="primary" disabled={picked === null} onClick={decide}>
              {t("ui.puzzles.decide")}
            </Button>
          )}
          {children}
        </section>
        <SeatsRail
          seats={seats}
          order={ui?.order?.(view.board)}
          me={seat}
          toAct={view.to_act}
          thinking={null}
          over={null}
          Panel={Panel ? ({ seat: one }) => <Panel {...props} seat={one} /> : undefined}
          menu={() => null}
        />
        {ui?.Side ? <ui.Side {...props} /> : null}
      </div>
    </div>
  );
}

interface MovesProps {
  puzzle: Puzzle;
  picked: PuzzleMove | null;
  decided: boolean;
  onPick(move: PuzzleMove): void;
  onLook(move: PuzzleMove | null): void;
}

/** The moves to choose from; after the answer with what each is worth, the best first. */
function Moves({ puzzle, picked, decided, onPick, onLook }: MovesProps) {
  const { t } = useLocale();
  const text = useMoveText();
  const moves = decided ? puzzle.moves : mixed(puzzle.moves, puzzle.number);
  return (
    <ol className={review.lines} data-moves="">
      {moves.map((move) => (
        <li key={move.line.names.join(" ")}>
          <button
            type="button"
            aria-pressed={move === picked}
            data-best={decided && move === puzzle.moves[0] ? "" : undefined}
            aria-disabled={decided}
            onClick={() => (decided ? undefined : onPick(move))}
            onFocus={() => onLook(move)}
            onPointerEnter={() => onLook(move)}
            onBlur={() => onLook(null)}
            onPointerLeave={() => onLook(null)}
          >
            <span>
              {decided && move === puzzle.moves[0] ? <span aria-hidden="true">✓ </span> : null}
              {decided && move === picked && move !== puzzle.moves[0] ? <span aria-hidden="true">✕ </span> : null}
              {text(move.line)}
              {decided && move === picked ? <small className={review.soft}> ({t("ui.puzzles.yours")})</small> : null}
            </span>
            {decided ? (
              <span className={styles.worth}>
                <Num value={move.share} percent digits={1} />{" "}
                <small>
                  <bdi dir="ltr">
                    ± <Num value={100 * (move.line.margin ?? 0)} digits={1} />
                  </bdi>
                </small>
                {move.behind > 0 ? (
                  <span className={review.soft}>
                    {" "}
                    (<Points value={-move.behind} margin={move.behind_margin} />)
                  </span>
                ) : null}
              </span>
            ) : null}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** Of what a choice cost: how it is graded, as in reviews. */
const GRADES = [
  [0.15, "blunder"],
  [0.1, "mistake"],
  [0, "inaccuracy"],
] as const;

function Verdict({ puzzle, picked, next }: { puzzle: Puzzle; picked: PuzzleMove | null; next: number }) {
  const { t } = useLocale();
  const { game, moves, games, missed_by: missed } = puzzle;
  const right = picked === moves[0];
  const surely = Math.max(0, (picked?.behind ?? 0) - (picked?.behind_margin ?? 0));
  const grade = GRADES.find(([least]) => surely >= least)?.[1] ?? "inaccuracy";
  return (
    <div className={styles.verdict} role="status" data-right={right || undefined}>
      <p>
        <strong>{t(right ? "ui.puzzles.right" : "ui.puzzles.wrong")}</strong>{" "}
        {right ? null : (
          <>
            {t(`ui.review.label_${grade}`)}: <Points value={-(picked?.behind ?? 0)} margin={picked?.behind_margin} />
          </>
        )}
      </p>
      <p className={review.soft}>{t("ui.puzzles.how", { games })}</p>
      {missed.length > 0 ? (
        <details>
          <summary>{t("ui.puzzles.missed", { count: missed.length })}</summary>
          <ul>
            {missed.map(({ agent, does }) => (
              <li key={agent}>
                <English>
                  {agent}: {does}
                </English>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      <Link href={`/puzzles?game=${game}&n=${next}`} className={buttonClass("primary")}>
        {t("ui.puzzles.next")}
      </Link>
    </div>
  );
}
