/** Links to seats that this browser made for others: kept until the seat is taken, so that they can be copied again. */
import { stored } from "../ui/stored";

type Links = Readonly<Record<string, string>>;

const kept = stored<Readonly<Record<string, Links>>>("magnate.invites", (found) =>
  typeof found === "object" && found !== null ? (found as Record<string, Links>) : {},
);

const NONE: Links = {};

export const invites = {
  use: (game: string): Links => kept.use()[game] ?? NONE,
  add(game: string, links: Links): void {
    if (Object.keys(links).length > 0) kept.set({ ...kept.get(), [game]: { ...kept.get()[game], ...links } });
  },
  forget(game: string): void {
    if (!(game in kept.get())) return;
    const { [game]: _, ...rest } = kept.get();
    kept.set(rest);
  },
};
