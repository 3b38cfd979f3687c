import { useQuery } from "@tanstack/react-query";
import { type GameUI, gameUI } from "../games/registry";

/** The board of a game, loaded when it is needed: undefined while it loads, null where there is none. */
export function useGameUI(game: string | undefined): GameUI | null | undefined {
  const { data } = useQuery({
    queryKey: ["game-ui", game],
    queryFn: () => gameUI(game ?? ""),
    enabled: game !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: "always",
  });
  return data;
}
