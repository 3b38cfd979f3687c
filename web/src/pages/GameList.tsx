import type { ReactNode } from "react";
import { Link } from "wouter";
import type { GameRow } from "../api/types";
import { SeatNames, useLocale } from "../i18n/Locale";
import { keysOf, seatKeys } from "../table/keys";
import { buttonClass } from "../ui/Button";
import { Num } from "../ui/Num";
import { PlayerMark } from "../ui/PlayerMark";
import styles from "./pages.module.css";

interface GameListProps {
  games: GameRow[];
  /** What else can be done with a table. */
  more?(game: GameRow): ReactNode;
}

/** Tables, a row each. */
export function GameList({ games, more }: GameListProps) {
  return (
    <ul className={styles.games}>
      {games.map((game) => (
        <li key={game.id}>
          <SeatNames seats={game.seats}>
            <Row game={game}>{more?.(game)}</Row>
          </SeatNames>
        </li>
      ))}
    </ul>
  );
}

function Row({ game, children }: { game: GameRow; children?: ReactNode }) {
  const { t, say, title: titleOf, date } = useLocale();
  const mine = Object.keys(keysOf(seatKeys.use(), game.id)).length > 0;
  const title = titleOf(game.game);
  // a game that is over without a winner is a record that was not finished, in which nobody is to act
  const unfinished = game.winner ? null : t("ui.lobby.unfinished");
  const turn = game.turn ? say(game.turn) : null;
  const state = game.status === "over" ? unfinished : turn;
  return (
    <article className={styles.game} aria-label={title}>
      <div>
        <div className={styles.row}>
          <strong>{title}</strong>
          {mine && game.status !== "over" ? <span className={styles.mine}>{t("ui.lobby.yours")}</span> : null}
          {game.public ? null : <span className={`${styles.soft} ${styles.small}`}>{t("ui.lobby.private")}</span>}
          {game.fork_of ? <span className={styles.soft}>{t("ui.fork.banner")}</span> : null}
          <span className={`${styles.soft} ${styles.small}`}>
            {state === null ? "" : `${state} · `}
            {t("ui.lobby.steps", { count: game.at })}
            {" · "}
            <bdi>{say(game.rules)}</bdi>
            {" · "}
            <time dateTime={game.created}>{date(game.created)}</time>
          </span>
        </div>
        <ul className={`${styles.players} ${styles.small}`}>
          {game.seats.map((seat) => (
            <li key={seat.seat}>
              <PlayerMark seat={seat.seat} name={seat.name} /> <bdi>{seat.name}</bdi>
              {game.winner?.includes(seat.seat) ? ` ★ ${t("ui.seats.winner")}` : ""}
            </li>
          ))}
        </ul>
      </div>
      <div className={styles.actions}>
        <Link href={`/g/${game.id}`} className={buttonClass(mine && game.status !== "over" ? "primary" : "plain")}>
          {t(game.status === "over" ? "ui.lobby.review" : mine ? "ui.lobby.open" : "ui.lobby.watch")}
          <span className="visually-hidden">
            {" "}
            {title} <Num value={game.at} />
          </span>
        </Link>
        {children}
      </div>
    </article>
  );
}
