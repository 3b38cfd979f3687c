/** The agents of each game, with the ratings that tournaments gave them. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { api } from "../api/client";
import type { AgentRow } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { Num } from "../ui/Num";
import { ProblemText } from "../ui/ProblemText";
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
      {games.map((game) => (
        <section key={game} className={styles.card} aria-labelledby={`agents-${game}`}>
          <h2 id={`agents-${game}`}>
            <bdi>{title(game)}</bdi>
          </h2>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
          <section className={styles.scroll} tabIndex={0} aria-labelledby={`agents-${game}`}>
            <table className={styles.table}>
              <thead>
                <tr>
                  <th scope="col">{t("ui.agents.name")}</th>
                  <th scope="col">{t("ui.agents.what")}</th>
                  <th scope="col">{t("ui.agents.rating")}</th>
                  <th scope="col">{t("ui.agents.play")}</th>
                </tr>
              </thead>
              <tbody>
                {data
                  .filter((agent) => agent.game === game)
                  .map((agent) => (
                    <Row key={agent.name} agent={agent} />
                  ))}
              </tbody>
            </table>
          </section>
        </section>
      ))}
    </div>
  );
}

function Row({ agent }: { agent: AgentRow }) {
  const { t } = useLocale();
  const { rating } = agent;
  return (
    <tr>
      <th scope="row">
        <bdi>{agent.name}</bdi>
      </th>
      <td>
        <bdi lang="en">{agent.help}</bdi>
      </td>
      <td>
        {rating ? (
          <>
            <Num value={rating.elo} grouping={false} />{" "}
            <small className={styles.soft}>
              (<Num value={rating.low} grouping={false} /> – <Num value={rating.high} grouping={false} />
              ), {t("ui.agents.games", { count: rating.games })},{" "}
              <Link href={`/tournaments/${rating.source}`}>{t("ui.agents.source")}</Link>
            </small>
          </>
        ) : (
          "–"
        )}
      </td>
      <td>
        <Link href={`/new?game=${agent.game}&against=${encodeURIComponent(agent.name)}`}>
          {t("ui.agents.against")} <span className="visually-hidden">{agent.name}</span>
        </Link>
      </td>
    </tr>
  );
}
