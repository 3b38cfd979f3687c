/** Every key that the page asks for has words. */
import { parse } from "@messageformat/parser";
import { describe, expect, it } from "vitest";
import type { RejectCode } from "../api/types";
import { LANGUAGES } from "./messages";

const sources = import.meta.glob<string>("../**/*.{ts,tsx}", { eager: true, query: "?raw", import: "default" });
const files = import.meta.glob<Record<string, string>>("../../../src/magnate/locales/*/*.json", {
  eager: true,
  import: "default",
});

/** Domains of the page: its own, and those of the boards. */
const words: Record<string, Record<string, string>> = {};
for (const [path, keys] of Object.entries(files)) {
  const [, language, domain] = /locales\/(\w+)\/(\w+)\.json$/.exec(path) ?? [];
  if (language === "en" && (domain === "ui" || domain?.endsWith("_ui"))) words[domain] = keys;
}

/** Keys in the code; one that ends in "${…}" is a family, of which there must be at least one. */
function keysIn(text: string): string[] {
  return [...text.matchAll(/["'`]((?:ui|\w+_ui)\.[a-z][\w.]*)(\$\{)?/g)].map(
    ([, key, open]) => `${key}${open ? "*" : ""}`,
  );
}

const own = Object.entries(sources).filter(([path]) => !path.includes(".test."));
const asked = own.flatMap(([path, text]) => keysIn(text).map((key) => ({ key, path })));

describe("the page's words", () => {
  it("are all there", () => {
    const missing = asked.filter(({ key }) => {
      const dot = key.indexOf(".");
      const known = Object.keys(words[key.slice(0, dot)] ?? {});
      const wanted = key.slice(dot + 1);
      if (wanted.endsWith("*")) return !known.some((one) => one.startsWith(wanted.slice(0, -1)));
      return !known.some((one) => one === wanted || one.startsWith(`${wanted}.`));
    });
    expect(missing).toEqual([]);
  });

  it("are there for every problem that the page itself finds", () => {
    const codes = own.flatMap(([, text]) => [...text.matchAll(/new Problem\("(\w+)"/g)].map(([, code]) => code));
    expect(codes).toContain("offline");
    expect(codes.filter((code) => !(`problem.${code}` in (words.ui ?? {})))).toEqual([]);
  });

  it.each(LANGUAGES)("say in %s why the server rejects something", (language) => {
    const codes: Record<RejectCode, true> = {
      stale: true,
      illegal: true,
      not_yours: true,
      rate: true,
      over: true,
      refused: true,
      bad: true,
    };
    const path = `../../../src/magnate/locales/${language}/ui.json`;
    const known = Object.keys(files[path] ?? {}).filter((key) => key.startsWith("reject."));
    expect(known.sort()).toEqual(
      Object.keys(codes)
        .map((code) => `reject.${code}`)
        .sort(),
    );
  });
});

describe("buttons", () => {
  const MOST = 24;
  const wordsIn = (language: string, domain: string) =>
    files[`../../../src/magnate/locales/${language}/${domain}.json`] ?? {};
  /** The longest form of a text, without what stands for names and numbers. */
  function length(template: string): number {
    const forms = [...template.matchAll(/ \w+ \{((?:[^{}]|\{[^{}]*\})*)\}/g)].map(([, form]) => form ?? "");
    const texts = template.includes(", plural,") ? forms : [template];
    return Math.max(...texts.map((text) => text.replace(/\{[^{}]*\}/g, "").trim().length));
  }
  /** What a page writes on its buttons: the children of each, without its attributes. */
  const written = own.flatMap(([, text]) =>
    [...text.matchAll(/<Button\b[\s\S]*?<\/Button>/g)].flatMap(([button]) => {
      const children = button.replace(/\b(?:title|aria-label)=\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, "");
      return keysIn(children).filter((key) => !key.endsWith("*"));
    }),
  );

  it.each(LANGUAGES)("of the pages say in %s what they do in 24 characters", (language) => {
    expect(written.length).toBeGreaterThan(60);
    const long = written.filter((key) => {
      const dot = key.indexOf(".");
      return length(wordsIn(language, key.slice(0, dot))[key.slice(dot + 1)] ?? "") > MOST;
    });
    expect(long).toEqual([]);
  });

  it.each(
    LANGUAGES.flatMap((language) => ["monopoly", "brass"].map((game) => [language, game])),
  )("for the actions have so many characters of their own in %s, %s", (language, game) => {
    const board = wordsIn(language, `${game}_ui`);
    const actions = Object.entries(wordsIn(language, game)).filter(([key]) => /^(action|kind)\./.test(key));
    expect(actions.length).toBeGreaterThan(40);
    const long = actions.filter(([key, text]) => length(board[`brief.${key}`] ?? text) > MOST);
    expect(long).toEqual([]);
  });
});

describe("the files of the languages", () => {
  it.each(Object.entries(files))("%s is ICU MessageFormat", (path, templates) => {
    const [, language] = /locales\/(\w+)\//.exec(path) ?? [];
    const cardinal = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const rejected = Object.entries(templates).filter(([, template]) => {
      try {
        parse(template, { cardinal: cardinal.filter((category) => ["one", "few", "other"].includes(category)) });
        return false;
      } catch {
        return true;
      }
    });
    expect(rejected).toEqual([]);
  });

  it("are read by a parser that rejects other syntax", () => {
    expect(() => parse("{count, plural, few {a} other {b}}", { cardinal: ["one", "other"] })).toThrow();
    expect(() => parse("{deed:deed}")).toThrow();
    expect(parse("{items, deed, list}")).toMatchObject([{ type: "function", arg: "items", key: "deed" }]);
  });
});
