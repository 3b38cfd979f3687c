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
