/** The beginning: games to go on with, games to watch, and a new one. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { api } from "../api/client";
import { useLocale } from "../i18n/Locale";
import { heldGames } from "../table/held";
import { buttonClass } from "../ui/Button";
import { ProblemText } from "../ui/ProblemText";
import { usePageTitle } from "../ui/usePageTitle";
import { GameList } from "./GameList";
import { GameTiles } from "./GameTiles";
import styles from "./pages.module.css";

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
  return (
    <div className={styles.page}>
      <h1>{t("ui.lobby.title")}</h1>
      <ProblemText error={running.error ?? held.error ?? specs.error} />
      {mine.length > 0 ? (
        <section className={styles.card} aria-labelledby="lobby-mine">
          <h2 id="lobby-mine">{t("ui.lobby.continue")}</h2>
          <GameList games={mine} />
        </section>
      ) : null}
      <section className={styles.card} aria-labelledby="lobby-new">
        <h2 id="lobby-new">{t("ui.lobby.new")}</h2>
        {specs.isPending ? <p className={styles.soft}>{t("ui.loading")}</p> : <GameTiles specs={specs.data ?? []} />}
      </section>
      <div className={styles.two}>
        <section className={styles.card} aria-labelledby="lobby-watch">
          <h2 id="lobby-watch">{t("ui.lobby.running")}</h2>
          {others.length > 0 ? (
            <GameList games={others} />
          ) : (
            <p className={styles.soft}>{t(isPending ? "ui.loading" : "ui.lobby.none_running")}</p>
          )}
        </section>
        <section className={styles.card} aria-labelledby="lobby-over">
          <h2 id="lobby-over">{t("ui.lobby.finished")}</h2>
          {over.length > 0 ? (
            <GameList games={over} />
          ) : (
            <p className={styles.soft}>{t(isPending ? "ui.loading" : "ui.lobby.none_finished")}</p>
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
