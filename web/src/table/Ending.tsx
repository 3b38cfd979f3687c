/** The end of a game: who won, what the dice were, and what can be done with it. */
import type { Over, Seat, TableInfo } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { PlayerMark } from "../ui/PlayerMark";
import { Dice } from "./Dice";
import styles from "./Ending.module.css";
import { ExportRecord } from "./ExportRecord";

interface EndingProps {
  table: TableInfo;
  over: Over;
  seats: readonly Seat[];
  /** This browser's key to a seat. */
  token: string | undefined;
}

export function Ending({ table, over, seats, token }: EndingProps) {
  const { t, word } = useLocale();
  const winners = seats.filter((seat) => (over.utility[seat.seat] ?? 0) > 0);
  const shared = winners.length > 1;
  return (
    <section className={styles.ending} aria-labelledby="ending-title">
      <h2 id="ending-title" tabIndex={-1}>
        {winners.map((seat) => (
          <PlayerMark key={seat.seat} seat={seat.seat} name={seat.name} />
        ))}{" "}
        {t(shared ? "ui.over.shared" : "ui.over.won", { winners: winners.map((seat) => seat.seat) })}
      </h2>
      <p className={styles.soft}>{t("ui.over.ending", { ending: word(table.game, "ending", over.ending) })}</p>
      <ExportRecord table={table} token={token} />
      <Dice table={table} token={token} over />
    </section>
  );
}
