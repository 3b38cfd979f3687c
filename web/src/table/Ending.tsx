/** The end of a game: who won, what the dice were, and what can be done with it. */
import type { Eyes } from "../api/eyes";
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
  /** Whose eyes look. */
  eyes: Eyes | undefined;
}

export function Ending({ table, over, seats, eyes }: EndingProps) {
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
      {table.sealed ? (
        <p className={styles.soft}>{t("ui.over.sealed")}</p>
      ) : (
        <>
          <ExportRecord table={table} eyes={eyes} />
          <Dice table={table} eyes={eyes} over />
        </>
      )}
    </section>
  );
}
