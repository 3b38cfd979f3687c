/** The messages of a language, loaded from the files that the command line reads too, and from the server's packages. */
import { api } from "../api/client";
import type { Catalogue, Language } from "./messages";

/** All but what only the command line says, and the rules, which are read on pages of their own. */
const files = import.meta.glob<Record<string, string>>(
  ["../../../src/magnate/locales/*/*.json", "!**/terminal.json", "!**/review.json", "!**/*_rules.json"],
  {
    import: "default",
  },
);

/**
 * All domains of one language; they are one file of the built page. What packages bring is added where the page has no
 * words of its own. The names of the server's skin replace the page's. Without an answer the page has its own alone.
 */
export async function loadCatalogue(language: Language): Promise<Catalogue> {
  const asked: ReturnType<typeof api.words> = api.words(language).catch(() => ({ domains: {}, names: {} }));
  const of = Object.entries(files).filter(([path]) => path.includes(`/locales/${language}/`));
  const read = await Promise.all(of.map(async ([path, load]) => [domainOf(path), await load()] as const));
  const own: Catalogue = Object.fromEntries(read);
  const { domains, names } = await asked;
  const all = Object.keys({ ...own, ...domains, ...names });
  return Object.fromEntries(all.map((one) => [one, { ...domains[one], ...own[one], ...names[one] }]));
}

function domainOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1, -".json".length);
}
