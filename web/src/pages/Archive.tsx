/** All games of this server: to look at again, to forget, to bring in from a file. */
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { api, Problem } from "../api/client";
import type { GameRow } from "../api/types";
import { useLocale } from "../i18n/Locale";
import { ForgetDialog } from "../table/ForgetDialog";
import { heldGames } from "../table/held";
import { Button, buttonClass } from "../ui/Button";
import { Menu } from "../ui/Menu";
import { ProblemText } from "../ui/ProblemText";
import { usePageTitle } from "../ui/usePageTitle";
import { GameList } from "./GameList";
import { LARGE } from "./GameTiles";
import styles from "./pages.module.css";

const PAGE = 30;
/** What the server takes. */
const LARGEST = 5 * 1024 * 1024;
const STATUSES = ["", "mine", "running", "over"] as const;

export function Archive() {
  const { t } = useLocale();
  usePageTitle(t("ui.nav.archive"));
  const [status, setStatus] = useState<(typeof STATUSES)[number]>("");
  const games = useInfiniteQuery({
    queryKey: ["games", "archive", status],
    queryFn: ({ pageParam }) =>
      status === "mine"
        ? heldGames()
        : api.games({ limit: PAGE, ...(status ? { status } : {}), ...(pageParam ? { before: pageParam } : {}) }),
    initialPageParam: "",
    getNextPageParam: (page) => (status === "mine" || page.length < PAGE ? undefined : page.at(-1)?.created),
  });
  const { data: health } = useQuery({ queryKey: ["health"], queryFn: api.health, staleTime: 60_000 });
  const [forgetting, setForgetting] = useState<GameRow | null>(null);
  const rows = games.data?.pages.flat() ?? [];
  return (
    <div className={styles.page}>
      <h1>{t("ui.nav.archive")}</h1>
      <div className={styles.two}>
        <Import />
        <Positions />
      </div>
      <section className={styles.card} aria-labelledby="archive-list">
        <div className={`${styles.row} ${styles.between}`}>
          <h2 id="archive-list">{t("ui.archive.games")}</h2>
          <label className={styles.row}>
            <span>{t("ui.archive.filter")}</span>
            <select value={status} onChange={({ target }) => setStatus(target.value as typeof status)}>
              {STATUSES.map((one) => (
                <option key={one} value={one}>
                  {t(`ui.archive.status_${one || "all"}`)}
                </option>
              ))}
            </select>
          </label>
        </div>
        <ProblemText error={games.error} />
        {rows.length > 0 ? (
          <GameList
            games={rows}
            more={(game) =>
              health?.owner ? (
                <Menu label={t("ui.archive.menu")}>
                  <Button small onClick={() => setForgetting(game)}>
                    {t("ui.forget.open")}
                  </Button>
                </Menu>
              ) : null
            }
          />
        ) : (
          <p className={styles.soft}>{games.isPending ? t("ui.loading") : t("ui.archive.none")}</p>
        )}
        {games.hasNextPage ? (
          <Button onClick={() => games.fetchNextPage()} disabled={games.isFetching}>
            {t("ui.archive.more")}
          </Button>
        ) : null}
      </section>
      {forgetting === null ? null : (
        <ForgetDialog
          id={forgetting.id}
          game={forgetting.game}
          seats={forgetting.seats}
          onClose={() => setForgetting(null)}
          onForgotten={() => setForgetting(null)}
        />
      )}
    </div>
  );
}

/** A position of one's own: whose game it would be is asked for first. */
function Positions() {
  const { t, title } = useLocale();
  return (
    <section className={styles.card} aria-labelledby="archive-position">
      <h2 id="archive-position">{t("ui.position.title")}</h2>
      <p className={styles.soft}>{t("ui.archive.position_help")}</p>
      <div className={styles.row}>
        {LARGE.map((game) => (
          <Link key={game} href={`/position/${game}`} className={buttonClass()}>
            <bdi>{title(game)}</bdi>
          </Link>
        ))}
      </div>
    </section>
  );
}

/** A record from a file becomes a game of this server, after it was played again and found to be in order. */
function Import() {
  const { t } = useLocale();
  const [, navigate] = useLocation();
  const queries = useQueryClient();
  const bring = useMutation({
    mutationFn: async (file: File) => {
      if (file.size > LARGEST) throw new Problem("too_big", "", "", 413);
      let record: unknown;
      try {
        record = JSON.parse(await file.text());
      } catch {
        throw new Problem("no_record", "", "", 400);
      }
      return api.importRecord(record);
    },
    onSuccess: (created) => {
      void queries.invalidateQueries({ queryKey: ["games"] });
      navigate(`/g/${created.id}`);
    },
  });
  return (
    <section className={styles.card} aria-labelledby="archive-import">
      <h2 id="archive-import">{t("ui.archive.import")}</h2>
      <p className={styles.soft}>{t("ui.archive.import_help")}</p>
      <div>
        <label className={`${buttonClass()} ${styles.file}`}>
          {t("ui.archive.file")}
          <input
            type="file"
            className="visually-hidden"
            accept="application/json,.json"
            disabled={bring.isPending}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) bring.mutate(file);
              target.value = "";
            }}
          />
        </label>
      </div>
      <ProblemText error={bring.error} />
    </section>
  );
}
