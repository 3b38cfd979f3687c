/** Who reads is called "you", in every sentence of Monopoly's table, in each language. */
import { describe, expect, it } from "vitest";
import type { Message } from "../api/types";
import { brief, type Catalogue, LANGUAGES, type Language, sentence, type Voice } from "./messages";

const files = import.meta.glob<Record<string, string>>(
  "../../../src/magnate/locales/*/{monopoly,monopoly_ui,ui,engine,table}.json",
  { eager: true, import: "default" },
);

function wordsOf(language: Language): Catalogue {
  const own = Object.entries(files).filter(([path]) => path.includes(`/locales/${language}/`));
  return Object.fromEntries(own.map(([path, words]) => [path.slice(path.lastIndexOf("/") + 1, -5), words]));
}

const english = wordsOf("en");
const NAMES = ["Ana", "Bob", "Cleo", "Dan"];

function voiceOf(language: Language, you?: number): Voice {
  return { language, words: wordsOf(language), english, seatName: (seat) => NAMES[seat] ?? "", you };
}

/** What a table tells, and its trade window and auction; not what is about another than who reads. */
const TOLD: Record<string, RegExp> = {
  monopoly: /^(event\.(?!ends\.share)|prompt\.)/,
  monopoly_ui: /^(trade\.(completes|breaks|after)|auction\.waiting)$/,
  table: /./,
  engine: /^(prompt\.decide|outcome\.win)$/,
  ui: /^(status\.(acts|thinks|prepares)|over\.won)$/,
};

/** Each sentence with each parameter that is a seat, as a message in which every seat is another. */
const cases = Object.entries(TOLD).flatMap(([domain, told]) =>
  Object.entries(english[domain] ?? {}).flatMap(([key, text]) => {
    if (!told.test(key)) return [];
    const kinds = [...text.matchAll(/\{(\w+), (seats?)\}/g)].map(([, name, kind]) => [name ?? "", kind] as const);
    const names = [...new Map(kinds).entries()];
    const a = Object.fromEntries(names.map(([name, kind], seat) => [name, kind === "seats" ? [seat] : seat]));
    const m: Message = { k: `${domain}.${key}`, a };
    return names.map(([name], seat) => ({ k: m.k, m, name, seat }));
  }),
);
/** The one who is asked is never one of the others. */
const asked = cases.filter(({ k, name }) => !k.includes(".prompt.") || name === "seat");

describe.each(LANGUAGES)("in %s", (language) => {
  it.each(asked)("$k says you to its $name", ({ m, seat }) => {
    const mine = voiceOf(language, seat);
    const name = NAMES[seat] ?? "?";
    expect(sentence(m, voiceOf(language))).toContain(name);
    expect(sentence(m, mine)).not.toContain(name);
    expect(brief(m, mine)).not.toContain(name);
    expect(brief(m, mine)).not.toMatch(/^(you|tine)\b/);
  });

  it("names everybody to who only watches", () => {
    const watcher = voiceOf(language);
    for (const { m, seat } of cases) expect(sentence(m, watcher)).toContain(NAMES[seat]);
  });
});

it("conjugates, and speaks of others as before", () => {
  const buys = { k: "monopoly.event.buys", a: { seat: 0, deed: "boardwalk", price: 400 } };
  const pays = { k: "monopoly.event.pays", a: { seat: 1, to: 0, amount: 50 } };
  expect(brief(buys, voiceOf("en", 0))).toBe("You buy Boardwalk for $400.");
  expect(brief(buys, voiceOf("en", 1))).toBe("Ana buys Boardwalk for $400.");
  expect(brief(pays, voiceOf("en", 0))).toBe("Bob pays you $50.");
  expect(brief(pays, voiceOf("ro", 0))).toMatch(/^Bob îți plătește/);
  expect(brief(pays, voiceOf("fa", 1))).toContain("می‌پردازید");
  expect(sentence({ k: "monopoly.prompt.roll", a: { seat: 0 } }, voiceOf("en", 0))).toBe("Your turn: roll the dice.");
});
