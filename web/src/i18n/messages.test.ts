import { describe, expect, it } from "vitest";
import shared from "../../../tests/messages_cases.json";
import type { Message } from "../api/types";
import { type Catalogue, type Language, moved, render, sentence, type Voice } from "./messages";

const files: Record<string, Catalogue> = shared.files;
const voice = (language: Language, more: Partial<Voice> = {}): Voice => ({
  language,
  words: files[language] ?? {},
  english: files.en ?? {},
  ...more,
});

interface Case {
  lang: string;
  m: Message;
  text?: string;
  sentence?: string;
}

describe("the cases that Python's runtime passes too", () => {
  it.each(shared.cases as unknown as Case[])("%j", ({ lang, m, text, sentence: whole }) => {
    if (text !== undefined) expect(render(m, voice(lang as Language))).toBe(text);
    if (whole !== undefined) expect(sentence(m, voice(lang as Language))).toBe(whole);
  });
});

describe("in the browser", () => {
  const rent = { k: "g.event.rent", a: { deed: "boardwalk", amount: 12, seat: 0, owner: 1 } };
  const seatName = (seat: number) => ["Ana", "Bob", "Cy"][seat] ?? "";

  it("seats are called by their players' names", () => {
    expect(sentence(rent, voice("en", { seatName }))).toBe("The rent of Boardwalk is $12: from Ana to Bob.");
    expect(render({ k: "g.event.wins", a: { winners: [0, 1, 2] } }, voice("en", { seatName }))).toBe(
      "Ana, Bob and Cy won.",
    );
  });

  it("digits may be Latin, and parameters isolated", () => {
    const count = { k: "g.event.count", a: { value: 1240 } };
    expect(render(count, voice("fa"))).toBe("۱٬۲۴۰");
    expect(render(count, voice("fa", { latinDigits: true }))).toMatch(/^1\D240$/);
    expect(render(count, voice("en", { isolate: true }))).toBe("\u20681,240\u2069");
  });

  it("Persian words go from right to left, though an English name begins them", () => {
    const told = { k: "g.event.says", a: { what: "Illinois Avenue و ۷۶۳ دلار" } };
    const fa = voice("fa", { isolate: true });
    const what = { ...fa, words: { g: { "event.says": "{what}" } } };
    expect(render(told, what)).toBe("\u2067Illinois Avenue و ۷۶۳ دلار\u2069");
    expect(render({ k: told.k, a: { what: "Illinois Avenue" } }, what)).toBe("\u2068Illinois Avenue\u2069");
    expect(render({ k: told.k, a: { what: "۷۶۳" } }, what)).toBe("\u2068۷۶۳\u2069");
  });

  it("a parameter that is only another message is isolated once", () => {
    const money = { k: "g.event.count", a: { value: { k: "g.event.count", a: { value: 12 } } } };
    expect(render(money, voice("en", { isolate: true }))).toBe("\u206812\u2069");
  });
});

describe("a whole move", () => {
  const words = {
    brass: { "place.oxford": "Oxford", "place.birmingham": "Birmingham", "card.brewery": "brewery" },
    brass_ui: { "move.event.links.canal": "canal {ends, place, line}", "move.event.gives": "{card, card} card" },
    pig: { "event.rolls": "rolls {n}." },
  };
  const en: Voice = { language: "en", words, english: words };
  // biome-ignore lint/suspicious/noThenProperty: so the server calls it
  const then = (first: Message, second: Message) => ({ k: "engine.moves.then", a: { first, then: second } });

  it("is told by what the game's board calls its parts, in that order", () => {
    const gives = { k: "brass.event.gives", a: { card: "brewery" } };
    const links = { k: "brass.event.links", a: { kind: "canal", ends: ["birmingham", "oxford"] } };
    const flips = { k: "brass.event.flips" };
    expect(moved(then(then(gives, flips), links), en)).toBe("Canal Birmingham–Oxford, brewery card");
    expect(moved(then(gives, gives), en)).toBe("Brewery card ×2");
  });

  it("is told in sentences without such words", () => {
    const rolls = (n: number) => ({ k: "pig.event.rolls", a: { n } });
    expect(moved(then(rolls(2), rolls(3)), en)).toBe("Rolls 2; Rolls 3");
    expect(moved(rolls(2), en)).toBe("Rolls 2");
  });
});
