import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../i18n/messages";

const files = import.meta.glob<Record<string, string>>("../../../src/magnate/locales/*/*.json", {
  eager: true,
  import: "default",
});
/** What is of use to who reads the code or the documents, and to nobody at a table. */
const INSIDE =
  /\w_\w|version 1|versiunea 1|نسخهٔ ۱|seat 0|locul 0|بازیکن ۰|section|secțiun|بخش [۰-۹]|thesis|tez[aă]\b|پایان‌نامه|report\b/iu;

describe.each(LANGUAGES)("rules in %s", (language) => {
  it.each(["monopoly", "brass"])("of %s are told in words", (game) => {
    const words = files[`../../../src/magnate/locales/${language}/${game}.json`] ?? {};
    const own = files[`../../../src/magnate/locales/${language}/${game}_ui.json`] ?? {};
    const keys = Object.keys(words).filter((key) => key.startsWith("option."));
    expect(keys.length).toBeGreaterThan(3);
    const labels = keys.map((key) => own[key.replace("option.", "house.")] ?? words[key] ?? "");
    const choices = Object.keys(words).filter((key) => key.startsWith("choice."));
    const told = [...labels, ...choices.map((key) => words[key] ?? "")];
    expect(told.filter((text) => text.length < 2 || INSIDE.test(text))).toEqual([]);
  });
});
