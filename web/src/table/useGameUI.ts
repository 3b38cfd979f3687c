import { useQuery } from "@tanstack/react-query";
import { type GameUI, gameUI } from "../games/registry";

/** Milliseconds after which a board that could not be loaded is asked for again. */
const AGAIN = 5000;

/** The board of a game, loaded when it is needed: undefined while it loads, null where there is none or it fails. */
export function useGameUI(game: string | undefined): GameUI | null | undefined {
  const { data, errorUpdateCount } = useQuery({
    queryKey: ["game-ui", game],
    queryFn: () => gameUI(game ?? ""),
    enabled: game !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
    refetchInterval: ({ state }) => (state.status === "error" ? AGAIN : false),
  });
  return data === undefined && errorUpdateCount > 0 ? null : data;
}
