import { describe, expect, it } from "vitest";
import { LANGUAGES } from "../i18n/messages";
import { isPlaceholder, partsOf } from "./naming";

const words = import.meta.glob<Record<string, string>>("../../../src/magnate/locales/*/ui.json", {
  eager: true,
  import: "default",
});

describe("names", () => {
  it.each(LANGUAGES)("that nobody has chosen are known in %s", (language) => {
    const said = words[`../../../src/magnate/locales/${language}/ui.json`]?.["new.player"] ?? "";
    expect(isPlaceholder(said.replace("{n}", "2"))).toBe(true);
    expect(isPlaceholder(said.replace("{n}", "۲"))).toBe(true);
    expect(isPlaceholder("Ann 2")).toBe(false);
  });

  it("that differ in a number alone keep it where they are cut", () => {
    expect(partsOf("Player 12")).toEqual(["Player", " 12"]);
    expect(partsOf("Ann Lee")).toEqual(["Ann Lee", ""]);
    expect(partsOf("7")).toEqual(["7", ""]);
  });
});
