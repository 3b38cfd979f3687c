/** The end of a game: who won, what the dice were, and what can be done with it. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../api/client";
import type { Over, Seat, TableInfo } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Button } from "../ui/Button";
import { PlayerMark } from "../ui/PlayerMark";
import { ProblemText } from "../ui/ProblemText";
import styles from "./Ending.module.css";

interface EndingProps {
  table: TableInfo;
  over: Over;
  seats: readonly Seat[];
}

export function Ending({ table, over, seats }: EndingProps) {
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
      <a href={`/api/games/${table.id}/record`} download={`${table.game}-${table.id}.json`}>
        {t("ui.archive.export")}
      </a>
      <Dice table={table} />
    </section>
  );
}

/** The seed that was committed to before the game, and its check. */
function Dice({ table }: { table: TableInfo }) {
  const { t } = useLocale();
  const [asked, setAsked] = useState(false);
  const check = useQuery({ queryKey: ["verify", table.id], queryFn: () => api.verify(table.id), enabled: asked });
  return (
    <details className={styles.dice}>
      <summary>{t("ui.over.dice")}</summary>
      <p>{t("ui.over.dice_help")}</p>
      <dl>
        <dt>{t("ui.over.commitment")}</dt>
        <dd>
          <code>{table.commitment}</code>
        </dd>
        {table.reveal ? (
          <>
            <dt>{t("ui.over.seed")}</dt>
            <dd>
              <code>
                {table.reveal.seed}:{table.reveal.nonce}
              </code>
            </dd>
          </>
        ) : null}
      </dl>
      <Button small onClick={() => (asked ? check.refetch() : setAsked(true))}>
        {t("ui.over.verify")}
      </Button>
      <div role="status">
        {check.data ? (
          <>
            <p>
              <strong>{t(check.data.ok ? "ui.over.verified" : "ui.over.not_verified")}</strong>
            </p>
            <ul>
              {check.data.checks.map((one) => (
                <li key={one.name}>
                  {one.ok ? "✓" : "✗"} <bdi>{one.name}</bdi>: <bdi>{one.found}</bdi>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </div>
      <ProblemText error={check.error} />
    </details>
  );
}
