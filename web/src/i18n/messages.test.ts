import { describe, expect, it } from "vitest";
import { type Catalogue, type Language, render, type Voice } from "./messages";

const catalogue: Catalogue = {
  g: {
    money: "${n}",
    "event.rent": "the rent of {deed:deed} is {amount:money}: from {seat:seat} to {owner:seat}",
    "deed.boardwalk": "Boardwalk",
    "event.got": "{seat:seat} gets {items:deed,list}",
    "event.left_one": "{count} house left",
    "event.left_other": "{count} houses left",
    "event.said": "said: {what}",
  },
};
const voice: Voice = { language: "en", catalogue };
const say = (k: string, a: Record<string, unknown>, more: Partial<Voice> = {}) =>
  render({ k, a }, { ...voice, ...more });

describe("a message", () => {
  it("names words, money and seats", () => {
    const args = { deed: "boardwalk", amount: 50, seat: 0, owner: 2 };
    expect(say("g.event.rent", args)).toBe("The rent of Boardwalk is $50: from seat 0 to seat 2");
    expect(say("g.event.rent", args, { seatName: (n) => ["Ana", "Bob", "Cy"][n] ?? "" })).toContain("from Ana to Cy");
  });
  it("joins lists, chooses plurals, says nothing for null", () => {
    expect(say("g.event.got", { seat: 1, items: ["boardwalk", "pig", "boardwalk"] })).toBe(
      "Seat 1 gets Boardwalk, pig, and Boardwalk",
    );
    expect(say("g.event.left", { count: 1 })).toBe("1 house left");
    expect(say("g.event.left", { count: 3 })).toBe("3 houses left");
    expect(say("g.event.said", { what: null })).toBe("Said: ");
  });
  it("says a message within a message", () => {
    expect(say("g.event.said", { what: { k: "g.event.left", a: { count: 1 } } })).toBe("Said: 1 house left");
  });
  it("falls back to its English, then its key", () => {
    expect(render({ k: "other.event.x", t: "Something." }, voice)).toBe("Something.");
    expect(render({ k: "other.event.x" }, voice)).toBe("other.event.x");
  });
  it("has the reader's digits and isolates what it is given", () => {
    expect(say("g.event.left", { count: 12 }, { language: "fa" })).toBe("۱۲ houses left");
    expect(say("g.event.left", { count: 12 }, { language: "fa", latinDigits: true })).toBe("12 houses left");
    expect(say("g.event.left", { count: 12 }, { isolate: true })).toBe("\u206812\u2069 houses left");
  });
});

/** The cases that both runtimes pass; the file comes with the Python one. */
interface Case {
  lang: Language;
  message: { k: string; a?: Record<string, unknown>; t?: string };
  text: string;
  seats?: string[];
}
const shared = Object.values(
  import.meta.glob<{ catalogue?: Record<Language, Catalogue>; cases: Case[] }>("../../../tests/messages_cases.json", {
    eager: true,
    import: "default",
  }),
);

describe.each(shared)("the cases shared with Python", ({ catalogue: all, cases }) => {
  it.each(cases)("$lang $message.k", ({ lang, message, text, seats }) => {
    const given: Voice = { language: lang, catalogue: all?.[lang] ?? {} };
    expect(render(message, seats ? { ...given, seatName: (n) => seats[n] ?? "" } : given)).toBe(text);
  });
});
