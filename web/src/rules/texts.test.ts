/** The rules pages: every reason why something is refused leads to a paragraph that there is. */
import { describe, expect, it } from "vitest";
import type { Message, Ref } from "../api/types";
import { rule as brass } from "../games/brass/rules";
import { rule as monopoly } from "../games/monopoly/rules";
import { LANGUAGES } from "../i18n/messages";
import { found, loadRules, rulesOf } from "./texts";

const words = import.meta.glob<Record<string, string>>("../../../src/magnate/locales/en/*.json", {
  eager: true,
  import: "default",
});
const wordsOf = (domain: string) => words[`../../../src/magnate/locales/en/${domain}.json`] ?? {};
const GAMES: Record<string, (reason: Message | null, about: Ref) => string | undefined> = { monopoly, brass };
/** Of these no rule speaks: what is legal, what does not exist, and what must wait. The last has the rule of its element. */
const NO_RULE = /^why\.(ok|no[-_]such[-_]action|not[-_]now)$/;

describe.each(Object.entries(GAMES))("the rules of %s", (game, rule) => {
  it.each(LANGUAGES)("have sections with paragraphs in %s", async (language) => {
    const rules = await loadRules(game, language);
    expect(rules?.about).toBeTruthy();
    expect(rules?.sections.length).toBeGreaterThan(8);
    expect(rules?.sections.filter(({ paragraphs }) => paragraphs.length === 0)).toEqual([]);
  });

  it("have a place for every reason and every kind of action", async () => {
    const rules = await loadRules(game, "en");
    const known = new Set(rules?.sections.flatMap(({ paragraphs }) => paragraphs.map(({ name }) => name)));
    const keys = Object.keys(wordsOf(game));
    const kinds = keys.filter((key) => key.startsWith("kind.")).map((key) => `kind:${key.slice(5)}`);
    const reasons = keys.filter((key) => key.startsWith("why.") && !NO_RULE.test(key));
    expect(kinds.length).toBeGreaterThan(10);
    expect(kinds.filter((kind) => !known.has(rule(null, kind) ?? ""))).toEqual([]);
    expect(reasons.length).toBeGreaterThan(40);
    const about = "nothing:1"; // an element with a rule of its own would hide that the reason has none
    expect(reasons.filter((key) => !known.has(rule({ k: `${game}.${key}` }, about) ?? ""))).toEqual([]);
  });

  it("say nothing of what is no rule", () => {
    expect(rule({ k: `${game}.why.ok` }, "nothing:1")).toBeUndefined();
  });
});

describe("searching", () => {
  const { sections } = rulesOf({
    about: "The rules.",
    jail: "Jail",
    "jail.out": "Pay $50 or throw a double.",
    "jail.in": "Trei duble la rând te trimit la închisoare.",
    rent: "Rent",
    "rent.group": "گروه کامل نمی‌آورد",
  });
  const names = (text: string) => found(sections, text).flatMap(({ paragraphs }) => paragraphs.map(({ name }) => name));

  it("finds paragraphs by all words, whatever their case, accents and joiners", () => {
    expect(names("JAIL double")).toEqual(["jail.out"]);
    expect(names("inchisoare")).toEqual(["jail.in"]);
    expect(names("نمی آورد")).toEqual(["rent.group"]);
    expect(names("double rent")).toEqual([]);
  });

  it.each([
    ["en", "jail fine", "jail.out"],
    ["en", "fine jail", "jail.out"],
    ["en", "interest", "mortgage.lift"],
    ["en", "mortgage interest", "mortgage.lift"],
    ["en", "interest of mortgages", "trade.interest"],
    ["en", "unmortgage", "mortgage.lift"],
    ["en", "unmortgaging", "mortgage.lift"],
    ["en", "properties", "rent.mortgaged"],
    ["ro", "amendă închisoare", "jail.out"],
    ["ro", "dobândă", "mortgage.lift"],
    ["fa", "جریمه زندان", "jail.out"],
    ["fa", "بهره رهن", "mortgage.lift"],
  ] as const)("finds in %s by “%s” the rule %s", async (language, text, name) => {
    const rules = await loadRules("monopoly", language);
    const told = found(rules?.sections ?? [], text).flatMap(({ paragraphs }) => paragraphs.map((one) => one.name));
    expect(told).toContain(name);
    expect(told.length).toBeLessThan(20);
  });

  it("finds all where nothing is asked", () => {
    expect(names(" ")).toEqual(["jail.out", "jail.in", "rent.group"]);
  });
});
