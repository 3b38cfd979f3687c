/** What the agents of a table take is compiled while somebody looks at the page, and it says how long that lasts. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { api } from "../api/client";
import { useLocale } from "../i18n/Locale";
import pages from "./pages.module.css";

/** Milliseconds between two questions, and how many are asked before a wait is worth words. */
const EVERY = 2000;
const SILENT = 3;

interface PreparingProps {
  game: string;
  players: number;
  /** The specs of those who play. */
  agents: readonly string[];
  /** Who finds hints: made ready too, after them and without a word. */
  hinter: string | undefined;
}

export function Preparing({ game, players, agents, hinter }: PreparingProps) {
  const { t } = useLocale();
  const prepare = (specs: readonly string[], isWanted: boolean) => ({
    queryKey: ["prepare", game, players, specs],
    queryFn: () => api.prepare(game, players, specs),
    enabled: isWanted,
    refetchInterval: (query: { state: { data?: { ready: boolean } | undefined; dataUpdateCount: number } }) =>
      query.state.data?.ready === false ? EVERY : (false as const),
    retry: false,
  });
  const seats = useQuery(prepare(agents, true));
  const isReady = seats.data?.ready ?? true;
  useQuery(prepare(hinter === undefined ? [] : [hinter], hinter !== undefined && seats.data?.ready === true));
  const asked = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every answer counts
  useEffect(() => {
    asked.current += 1;
  }, [seats.dataUpdatedAt]);
  if (isReady || ((seats.data?.left ?? null) === null && asked.current < SILENT)) return null;
  const minutes = Math.max(1, Math.ceil((seats.data?.left ?? 60) / 60));
  return (
    <p role="status" className={pages.soft} data-preparing>
      {t("ui.lobby.preparing", { count: minutes })}
    </p>
  );
}
