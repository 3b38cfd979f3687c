/** Tournaments of agents, running and finished. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { api } from "../api/client";
import { useLocale } from "../i18n/Locale";
import { characterName } from "../ui/characters";
import { Num } from "../ui/Num";
import { ProblemText } from "../ui/ProblemText";
import { usePageTitle } from "../ui/usePageTitle";
import { NewTournament } from "./NewTournament";
import styles from "./pages.module.css";

export function Tournaments() {
  const { t, title, date } = useLocale();
  usePageTitle(t("ui.nav.tournaments"));
  const { data, error } = useQuery({ queryKey: ["tournaments"], queryFn: api.tournaments, refetchInterval: 5000 });
  const { data: health } = useQuery({ queryKey: ["health"], queryFn: api.health, staleTime: 60_000 });
  return (
    <div className={styles.page}>
      <h1>{t("ui.nav.tournaments")}</h1>
      <ProblemText error={error} />
      <p className={styles.soft}>{t("ui.tournaments.what")}</p>
      {health?.owner ? <NewTournament open={data?.length === 0} /> : null}
      {data?.length === 0 && health && !health.owner ? (
        <p className={styles.soft}>
          {t("ui.tournaments.none")} <code dir="ltr">magnate tournament run</code>
        </p>
      ) : null}
      <ul className={styles.page}>
        {data?.map((one) => (
          <li key={one.id} className={styles.card}>
            <div className={`${styles.row} ${styles.between}`}>
              <h2>
                <Link href={`/tournaments/${one.id}`}>
                  <bdi>{title(one.game)}</bdi> · <bdi>{one.id}</bdi>
                </Link>
              </h2>
              <time dateTime={one.created} className={styles.soft}>
                {date(one.created)}
              </time>
            </div>
            <p>
              {t("ui.lobby.players", { count: one.players })} ·{" "}
              <bdi>{one.agents.map((spec) => characterName(spec) ?? spec).join(", ")}</bdi>
            </p>
            <label className={styles.row}>
              <progress value={one.played} max={Math.max(one.planned, 1)} />
              <span>
                {t("ui.tournaments.played")} <Num value={one.played} /> / <Num value={one.planned} />
              </span>
            </label>
          </li>
        ))}
      </ul>
    </div>
  );
}
