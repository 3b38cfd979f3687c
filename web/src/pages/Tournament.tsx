/** One tournament: its standings as they are now, and its report. */
import { useQuery } from "@tanstack/react-query";
import { api, reportUrl } from "../api/client";
import { useLocale } from "../i18n/Locale";
import { AgentName } from "../ui/AgentName";
import { buttonClass } from "../ui/Button";
import { Notice } from "../ui/Notice";
import { Interval, Num } from "../ui/Num";
import { ProblemText } from "../ui/ProblemText";
import { English } from "../ui/Said";
import { usePageTitle } from "../ui/usePageTitle";
import styles from "./pages.module.css";
import { TournamentTools } from "./TournamentTools";

export function Tournament({ id }: { id: string }) {
  const { t, title, say, date } = useLocale();
  usePageTitle(t("ui.nav.tournaments"));
  const { data, error } = useQuery({
    queryKey: ["tournament", id],
    queryFn: () => api.tournament(id),
    refetchInterval: ({ state }) =>
      state.data && (state.data.playing || state.data.tournament.played < state.data.tournament.planned) ? 5000 : false,
  });
  const { data: health } = useQuery({ queryKey: ["health"], queryFn: api.health, staleTime: 60_000 });
  if (!data) return error ? <ProblemText error={error} /> : <p>{t("ui.loading")}</p>;
  const { tournament, standings, report } = data;
  return (
    <div className={styles.page}>
      <h1>
        <bdi>{title(tournament.game)}</bdi> · <bdi>{tournament.id}</bdi>
      </h1>
      <p>
        {t("ui.lobby.players", { count: tournament.players })} · <bdi>{say(tournament.rules)}</bdi> {"· "}
        <time dateTime={tournament.created}>{date(tournament.created)}</time>
      </p>
      <label className={styles.row}>
        <progress value={tournament.played} max={Math.max(tournament.planned, 1)} />
        <span>
          {t("ui.tournaments.played")} <Num value={tournament.played} /> / <Num value={tournament.planned} />
        </span>
      </label>
      {data.playing && tournament.played === 0 ? (
        <p className={styles.soft} role="status">
          {t("ui.tournaments.preparing")}
        </p>
      ) : null}
      {data.problem ? (
        <Notice look="bad" role="alert">
          <span>
            {t("ui.tournaments.failed")} <English>{data.problem}</English>
          </span>
        </Notice>
      ) : null}
      {health?.owner ? <TournamentTools found={data} /> : null}
      <section className={styles.card}>
        <h2 id="standings">{t("ui.tournaments.standings")}</h2>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reachable by keyboard */}
        <section className={styles.scroll} tabIndex={0} aria-labelledby="standings">
          <table className={`${styles.table} ${styles.numbers}`}>
            <thead>
              <tr>
                <th scope="col">{t("ui.agents.name")}</th>
                <th scope="col">{t("ui.agents.rating")}</th>
                <th scope="col">{t("ui.tournaments.share")}</th>
                <th scope="col">{t("ui.tournaments.games")}</th>
              </tr>
            </thead>
            <tbody>
              {standings.map((one) => (
                <tr key={one.agent}>
                  <th scope="row">
                    <AgentName spec={one.agent} />
                  </th>
                  <td>
                    {one.rating ? (
                      <>
                        <Num value={one.rating.elo} grouping={false} />{" "}
                        <Interval low={one.rating.low} high={one.rating.high} grouping={false} />
                      </>
                    ) : (
                      "–"
                    )}
                  </td>
                  <td>
                    <Num value={one.win_share} percent digits={1} />{" "}
                    <Interval low={one.low} high={one.high} percent digits={1} />
                  </td>
                  <td>
                    <Num value={one.games} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </section>
      {report ? (
        <section className={styles.card} aria-labelledby="report">
          <div className={`${styles.row} ${styles.between}`}>
            <h2 id="report">{t("ui.tournaments.report")}</h2>
            <div className={styles.row}>
              <a className={buttonClass("primary")} href={reportUrl(id)} hrefLang="en" target="_blank" rel="noreferrer">
                {t("ui.tournaments.open_report")}
              </a>
              <a className={buttonClass()} href={reportUrl(id)} hrefLang="en" download={`report-${id}.html`}>
                {t("ui.tournaments.download")}
              </a>
            </div>
          </div>
        </section>
      ) : (
        <p className={styles.soft}>{t("ui.tournaments.no_report")}</p>
      )}
    </div>
  );
}
