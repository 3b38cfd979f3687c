/** The rules of a game in words: sections of paragraphs, and searching in them. */
import type { Language } from "../i18n/messages";

/** A paragraph's name is its section's and its own: "jail.out". */
export interface Section {
  name: string;
  title: string;
  paragraphs: { name: string; text: string }[];
}

export interface Rules {
  about: string;
  sections: Section[];
}

/** They are loaded by who reads them. */
const files = import.meta.glob<Record<string, string>>("../../../src/magnate/locales/*/*_rules.json", {
  import: "default",
});

/** The rules of a game, with the texts that the server's skin replaces; null where nobody has written any. */
export async function loadRules(
  game: string,
  language: Language,
  skin: Readonly<Record<string, string>> = {},
): Promise<Rules | null> {
  const load = files[`../../../src/magnate/locales/${language}/${game}_rules.json`];
  return load ? rulesOf({ ...(await load()), ...skin }) : null;
}

/** A key without a dot is the title of a section, but for `about`, with which the page begins. */
export function rulesOf(texts: Readonly<Record<string, string>>): Rules {
  const keys = Object.keys(texts).filter((key) => key !== "about");
  const sections = keys
    .filter((key) => !key.includes("."))
    .map((name) => ({
      name,
      title: texts[name] ?? "",
      paragraphs: keys
        .filter((key) => key.startsWith(`${name}.`))
        .map((key) => ({ name: key, text: texts[key] ?? "" })),
    }));
  return { about: texts.about ?? "", sections };
}

/** The paragraphs that have all of the words, in their own text or their section's title. */
export function found(sections: readonly Section[], words: string): Section[] {
  const wanted = plain(words).split(/\s+/).filter(Boolean);
  return sections
    .map((section) => ({
      ...section,
      paragraphs: section.paragraphs.filter(({ text }) => {
        const within = plain(`${section.title} ${text}`);
        return wanted.every((word) => within.includes(word));
      }),
    }))
    .filter(({ paragraphs }) => paragraphs.length > 0);
}

/** Without capitals and accents; the joiners in Persian words are spaces, as they are often typed. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .replace(/\u200c/g, " ");
}
