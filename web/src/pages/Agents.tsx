/** The agents of each game, with the ratings that tournaments gave them. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { api } from "../api/client";
import type { AgentRow } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Interval, Num } from "../ui/Num";
import { ProblemText } from "../ui/ProblemText";
import { Said } from "../ui/Said";
import { usePageTitle } from "../ui/usePageTitle";
import { byWeight } from "./GameTiles";
import styles from "./pages.module.css";

export function Agents() {
  const { t, title } = useLocale();
  usePageTitle(t("ui.nav.agents"));
  const { data = [], error, isPending } = useQuery({ queryKey: ["agents"], queryFn: () => api.agents() });
  const games = byWeight([...new Set(data.map((agent) => agent.game))].map((name) => ({ name }))).map(
    ({ name }) => name,
  );
  return (
    <div className={styles.page}>
      <h1>{t("ui.nav.agents")}</h1>
      <p className={styles.soft}>{t("ui.agents.help")}</p>
      <ProblemText error={error} />
      {isPending ? <p>{t("ui.loading")}</p> : null}
      {games.map((game, n) => (
        <details key={game} className={`${styles.card} ${styles.agents}`} open={n < AT_FIRST}>
          <summary>
            <h2>
              <bdi>{title(game)}</bdi>
            </h2>
          </summary>
          <ul>
            {data
              .filter((agent) => agent.game === game)
              .map((agent) => (
                <Row key={agent.name} agent={agent} />
              ))}
          </ul>
        </details>
      ))}
    </div>
  );
}

/** So many games show their agents at once. */
const AT_FIRST = 2;

function Row({ agent }: { agent: AgentRow }) {
  const { t } = useLocale();
  const { rating } = agent;
  return (
    <li className={styles.agent}>
      <strong>
        <bdi>{agent.name}</bdi>
      </strong>
      <span className={styles.what}>{agent.help ? <Said m={agent.help} /> : null}</span>
      <span className={styles.rating}>
        {rating ? (
          <>
            <span className={styles.soft}>{t("ui.agents.rating")}</span> <Num value={rating.elo} grouping={false} />{" "}
            <Interval low={rating.low} high={rating.high} grouping={false} />{" "}
            <Link href={`/tournaments/${rating.source}`} className={styles.small}>
              {t("ui.agents.games", { count: rating.games })}
            </Link>
          </>
        ) : null}
      </span>
      <Link href={`/new?game=${agent.game}&against=${encodeURIComponent(agent.name)}`}>
        {t("ui.agents.against")} <span className="visually-hidden">{agent.name}</span>
      </Link>
    </li>
  );
}
