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

/** The paragraphs that have all of the words or others of their meaning, in their own text or their section's title. */
export function found(sections: readonly Section[], words: string): Section[] {
  const wanted = plain(words)
    .split(/[^\p{L}\p{N}$%£]+/u)
    .filter((word) => word && !LITTLE.has(word))
    .map(spellings);
  return sections
    .map((section) => ({
      ...section,
      paragraphs: section.paragraphs.filter(({ text }) => {
        const within = plain(`${section.title} ${text}`);
        return wanted.every((ways) => ways.some((way) => within.includes(way)));
      }),
    }))
    .filter(({ paragraphs }) => paragraphs.length > 0);
}

/** Words that say nothing of what is looked for. */
const LITTLE = new Set([
  "a",
  "an",
  "the",
  "of",
  "to",
  "in",
  "for",
  "how",
  "what",
  "is",
  "and",
  "si",
  "la",
  "de",
  "و",
  "از",
]);

/** Groups of stems by which the same is looked for; the rules may use any of a group. */
const MEANINGS: readonly (readonly string[])[] = [
  ["fine", "bail", "paying $", "pay $"],
  ["interest", "10 %"],
  ["unmortgag", "redeem", "lifting", "lift"],
  ["prison", "jail"],
  ["dice", "die", "throw", "roll"],
  ["property", "properti", "deed", "street"],
  ["swap", "exchang", "deal", "trade", "trading"],
  ["money", "cash"],
  ["coin", "loan", "borrow"],
  ["amend", "platind", "platest"],
  ["dobând", "dobanda", "10 %"],
  ["dezipotec", "ridicarea ipotec"],
  ["zar", "arunc"],
  ["جریمه", "پرداخت"],
  ["بهره", "سود", "۱۰ درصد"],
  ["فک رهن", "آزادسازی", "برداشتن رهن"],
];

/** A word's stem, and those of words that mean the same. */
function spellings(word: string): string[] {
  const own = stem(word);
  const same = MEANINGS.filter((group) => group.some((one) => alike(plain(one), own)));
  return [...new Set([own, ...same.flat().map(plain)])];
}

function alike(one: string, other: string): boolean {
  return one === other || (Math.min(one.length, other.length) > 3 && (one.startsWith(other) || other.startsWith(one)));
}

/** Without the ending of an English or Romanian word. */
function stem(word: string): string {
  const short = word.replace(/(?:ings?|ies|ed|es|s|y|ilor|elor|ului|ul|ei|ele|ile)$/u, "");
  return short.length > 2 ? short : word;
}

/** Without capitals and accents; the joiners in Persian words are spaces, as they are often typed. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .replace(/\u200c/g, " ");
}
