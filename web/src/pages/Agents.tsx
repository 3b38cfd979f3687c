/** Who plays each game: the characters, and all agents with the ratings that tournaments gave them. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { api } from "../api/client";
import type { AgentRow } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { agentOf, CHARACTERS, CharacterCard } from "../ui/characters";
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
          <Players game={game} agents={data.filter((agent) => agent.game === game)} />
        </details>
      ))}
    </div>
  );
}

/** So many games show their agents at once. */
const AT_FIRST = 2;

/** Players at the table for which the stars are shown, where a character is not made for another number. */
const PLAYERS = 4;

/** The characters first; agents by their names behind them, or alone where a game has no characters. */
function Players({ game, agents }: { game: string; agents: readonly AgentRow[] }) {
  const { t } = useLocale();
  const characters = CHARACTERS.filter(
    (one) => one.game === game && agents.some(({ name }) => name === agentOf(one.spec)),
  );
  const rows = (
    <ul>
      {agents.map((agent) => (
        <Row key={agent.name} agent={agent} />
      ))}
    </ul>
  );
  if (characters.length === 0) return rows;
  return (
    <>
      <ul className={styles.characters}>
        {characters.map((one) => (
          <CharacterCard key={one.name} character={one} players={one.players?.[0] ?? PLAYERS}>
            <Against game={game} spec={one.spec} name={one.name} />
          </CharacterCard>
        ))}
      </ul>
      <details>
        <summary>{t("ui.agents.all", { count: agents.length })}</summary>
        {rows}
      </details>
    </>
  );
}

function Against({ game, spec, name }: { game: string; spec: string; name: string }) {
  const { t } = useLocale();
  return (
    <Link href={`/new?game=${game}&against=${encodeURIComponent(spec)}`}>
      {t("ui.agents.against")} <span className="visually-hidden">{name}</span>
    </Link>
  );
}

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
      <Against game={agent.game} spec={agent.name} name={agent.name} />
    </li>
  );
}
