/** Names of people: who came by a link is asked for one, and this browser remembers it. */
import { stored } from "../ui/stored";

/** Tables to which this browser came by a link that asks for a name, and whose person has not said it. */
const kept = stored<readonly string[]>("magnate.newcomers", (found) =>
  Array.isArray(found) ? found.filter((one): one is string => typeof one === "string") : [],
);

export const newcomers = {
  use: (game: string): boolean => kept.use().includes(game),
  add: (game: string): void => kept.set([...new Set([...kept.get(), game])]),
  forget: (game: string): void => kept.set(kept.get().filter((one) => one !== game)),
};

/** What this browser's person was called last. */
export const ownName = stored<string>("magnate.name", (found) => (typeof found === "string" ? found : ""));

/** Longest nickname that the server takes. */
export const NAME_LENGTH = 24;

/** "Player 2" in the languages of the page: a name that nobody has chosen. */
const PLACEHOLDER = /^(Player|Jucătorul|بازیکن) \p{N}+$/u;

export function isPlaceholder(name: string): boolean {
  return PLACEHOLDER.test(name);
}

/** A name before the number that alone may tell it from others, and the number: each has its own room. */
export function partsOf(name: string): [stem: string, number: string] {
  const [, stem, number] = /^(.*\S)(\s\p{N}+)$/u.exec(name) ?? [];
  return stem && number ? [stem, number] : [name, ""];
}
