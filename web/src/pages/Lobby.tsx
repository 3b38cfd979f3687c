/** The beginning: games to go on with, a quick game, friends, games to watch, and all other games. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useLocation } from "wouter";
import { api } from "../api/client";
import type { GameSpec, SeatWish } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { heldGames } from "../table/held";
import { keep } from "../table/keys";
import { bare } from "../table/SeatsEditor";
import { Button, buttonClass } from "../ui/Button";
import { type Character, CharacterCard, offeredCharacters } from "../ui/characters";
import { ProblemText } from "../ui/ProblemText";
import { usePageTitle } from "../ui/usePageTitle";
import { GameList } from "./GameList";
import { byWeight, Emblem, GameTiles, LARGE } from "./GameTiles";
import styles from "./Lobby.module.css";
import { Preparing } from "./Preparing";
import pages from "./pages.module.css";

export function Lobby() {
  const { t } = useLocale();
  usePageTitle(t("ui.nav.lobby"));
  const running = useQuery({
    queryKey: ["games", "running"],
    queryFn: () => api.games({ limit: 30 }),
    refetchInterval: 5000,
  });
  const held = useQuery({ queryKey: ["games", "held"], queryFn: heldGames, refetchInterval: 5000 });
  const specs = useQuery({ queryKey: ["specs"], queryFn: api.specs, staleTime: Number.POSITIVE_INFINITY });
  const own = held.data ?? [];
  const known = new Set(own.map((game) => game.id));
  const isPending = running.isPending || held.isPending;
  const games = isPending ? [] : (running.data ?? []).filter((game) => !known.has(game.id));
  const mine = own.filter((game) => game.status !== "over");
  const others = games.filter((game) => game.status !== "over").slice(0, 8);
  const over = [...own, ...games]
    .filter((game) => game.status === "over")
    .sort((one, other) => other.created.localeCompare(one.created))
    .slice(0, 5);
  const large = byWeight(specs.data ?? []).filter(({ name }) => LARGE.includes(name));
  const small = (specs.data ?? []).filter(({ name }) => !LARGE.includes(name));
  return (
    <div className={pages.page}>
      <div>
        <h1>{t("ui.lobby.title")}</h1>
        <p className={pages.soft}>{t("ui.lobby.about")}</p>
      </div>
      <ProblemText error={running.error ?? held.error ?? specs.error} />
      {mine.length > 0 ? (
        <section className={pages.card} aria-labelledby="lobby-mine">
          <h2 id="lobby-mine">{t("ui.lobby.continue")}</h2>
          <GameList games={mine} />
        </section>
      ) : null}
      <section className={styles.play} aria-labelledby="lobby-play">
        <h2 id="lobby-play">{t("ui.lobby.play")}</h2>
        {specs.isPending ? <p className={pages.soft}>{t("ui.loading")}</p> : null}
        <div className={styles.doors}>
          {large.map((spec) => (
            <Door key={spec.name} spec={spec} />
          ))}
        </div>
      </section>
      <section className={pages.card} aria-labelledby="lobby-new">
        <h2 id="lobby-new">{t("ui.lobby.small")}</h2>
        {specs.isPending ? <p className={pages.soft}>{t("ui.loading")}</p> : <GameTiles specs={small} />}
      </section>
      <div className={`${pages.two} ${styles.lists}`}>
        <section className={pages.card} aria-labelledby="lobby-watch">
          <h2 id="lobby-watch">{t("ui.lobby.running")}</h2>
          {others.length > 0 ? (
            <GameList games={others} />
          ) : (
            <p className={pages.soft}>{t(isPending ? "ui.loading" : "ui.lobby.none_running")}</p>
          )}
        </section>
        <section className={pages.card} aria-labelledby="lobby-over">
          <h2 id="lobby-over">{t("ui.lobby.finished")}</h2>
          {over.length > 0 ? (
            <GameList games={over} />
          ) : (
            <p className={pages.soft}>{t(isPending ? "ui.loading" : "ui.lobby.none_finished")}</p>
          )}
          <p>
            <Link href="/games" className={buttonClass("quiet")}>
              {t("ui.lobby.archive")}
            </Link>
          </p>
        </section>
      </div>
    </div>
  );
}

/** Seats of a quick game: so many players, or as many as there are characters for. */
const PLAYERS = 4;

/** One large game: played at once against characters, with friends, watched, or set up in full. */
function Door({ spec }: { spec: GameSpec }) {
  const { t, title } = useLocale();
  const [, navigate] = useLocation();
  const all = offeredCharacters(spec.name, PLAYERS, spec.agents);
  const against = all.slice(0, PLAYERS - 1);
  const start = useMutation({
    mutationFn: (seats: SeatWish[]) => api.create({ game: spec.name, seats, hints: "request", public: true }),
    onSuccess: ({ id, tokens }) => {
      keep(id, tokens);
      navigate(`/g/${id}`);
    },
  });
  const seated = (players: readonly Character[]): SeatWish[] =>
    players.map(({ name, spec: agent }) => ({ kind: "agent", name, agent }));
  return (
    <article className={styles.door} aria-labelledby={`door-${spec.name}`}>
      <Emblem game={spec.name} />
      <div>
        <h3 id={`door-${spec.name}`}>
          <bdi>{title(spec.name)}</bdi>
        </h3>
        <p>{t(`ui.lobby.pitch.${spec.name}`)}</p>
      </div>
      <ul className={styles.against} aria-label={t("ui.lobby.against")}>
        {against.map((character) => (
          <CharacterCard key={character.name} character={character} players={PLAYERS} />
        ))}
      </ul>
      <div className={styles.buttons}>
        <Button
          look="primary"
          disabled={start.isPending}
          onClick={() =>
            start.mutate([{ kind: "human", name: bare(t("ui.new.player", { n: 1 })) }, ...seated(against)])
          }
        >
          {t("ui.lobby.play_now")}
          <span className="visually-hidden"> {title(spec.name)}</span>
        </Button>
        <Link href={`/new?game=${spec.name}&friends=1`} className={buttonClass("plain")}>
          {t("ui.lobby.friends")}
          <span className="visually-hidden"> {title(spec.name)}</span>
        </Link>
        <Button disabled={start.isPending} onClick={() => start.mutate(seated(all.slice(0, PLAYERS)))}>
          {t("ui.lobby.watch_now")}
          <span className="visually-hidden"> {title(spec.name)}</span>
        </Button>
        <Link href={`/rules/${spec.name}`} className={buttonClass("plain")}>
          {t("ui.lobby.learn")}
          <span className="visually-hidden"> {title(spec.name)}</span>
        </Link>
        <Link href={`/puzzles?game=${spec.name}`} className={buttonClass("plain")}>
          {t("ui.lobby.puzzles")}
          <span className="visually-hidden"> {title(spec.name)}</span>
        </Link>
        <Link href={`/new?game=${spec.name}`} className={buttonClass("quiet")}>
          {t("ui.lobby.set_up")}
          <span className="visually-hidden"> {title(spec.name)}</span>
        </Link>
      </div>
      <Preparing
        game={spec.name}
        players={PLAYERS}
        agents={against.map((one) => one.spec)}
        hinter={spec.hint_agents[0]?.name}
      />
      <ProblemText error={start.error} />
      {start.isPending ? (
        <p role="status" className={pages.soft}>
          {t("ui.new.preparing")}
        </p>
      ) : null}
    </article>
  );
}
