import { describe, expect, it } from "vitest";
import type { Action, Decision } from "../api/types";
import { back, FLAT, NO_PICKS, narrow, type Picks, pick, reopen } from "./narrow";

function decision(rows: Record<string, string | number>[], facets: string[]): Decision {
  const actions: Action[] = rows.map((f, id) => ({
    id,
    name: Object.values(f).join(":"),
    m: { k: "x", t: `${id}` },
    f,
  }));
  return { id: "d1", seat: 0, prompt: { k: "x" }, facets, actions };
}

/** Builds of two industries in many places, and things without a place. */
const towns = Array.from({ length: 8 }, (_, n) => `town${n}`);
const large = decision(
  [
    ...towns.map((town) => ({ kind: "build", industry: "coal", town })),
    ...towns.slice(0, 5).map((town) => ({ kind: "build", industry: "iron", town })),
    { kind: "loan" },
    { kind: "trade", seat: 2 },
    { kind: "trade", seat: 3 },
  ],
  ["kind", "industry", "town"],
);

describe("narrowing", () => {
  it("offers few actions as one list", () => {
    const few = decision([{ kind: "roll" }, { kind: "hold" }], ["kind"]);
    const { question, choices } = narrow(few);
    expect(question).toBeNull();
    expect(choices.map((choice) => choice.actions[0]?.name)).toEqual(["roll", "hold"]);
  });

  it("asks for the first facet that tells many apart, and offers single actions as they are", () => {
    const { question, choices, only } = narrow(large);
    expect(question).toBe("kind");
    expect(choices.map(({ facet, value, actions }) => [facet, value, actions.length])).toEqual([
      ["kind", "build", 13],
      [null, null, 1],
      ["kind", "trade", 2],
    ]);
    expect(only).toBeNull();
  });

  it("takes a click on a later facet first", () => {
    const picks = pick(large, NO_PICKS, "town:town6");
    const left = narrow(large, picks);
    expect(left.only?.name).toBe("build:coal:town6");
    expect([...left.implied]).toEqual([
      ["kind", "build"],
      ["industry", "coal"],
    ]);
    expect(left.picked).toEqual(new Set(["town:town6"]));
  });

  it("lets a click that contradicts take the place of what was picked", () => {
    const trade = pick(large, NO_PICKS, "kind:trade");
    const picks = pick(large, trade, "town:town1");
    expect([...picks]).toEqual([["town", "town1"]]);
  });

  it("keeps numbers numbers, and ignores what no action has", () => {
    expect([...pick(large, NO_PICKS, "seat:3")]).toEqual([["seat", 3]]);
    expect(pick(large, NO_PICKS, "town:nowhere")).toBe(NO_PICKS);
  });

  it("goes back by one answer or to a question", () => {
    const picks = pick(large, pick(large, NO_PICKS, "kind:build"), "industry:iron");
    expect([...back(picks)]).toEqual([["kind", "build"]]);
    expect([...reopen(picks, "kind")]).toEqual([]);
  });

  it("leaves to a game's own panels what they take over", () => {
    const left = narrow(large, NO_PICKS, new Set(["trade"]));
    expect(left.choices.some((choice) => choice.value === "trade")).toBe(false);
    expect(left.targets.has("seat:2")).toBe(true);
  });

  it("reaches every action by its buttons, with no dead end and no more questions than facets", () => {
    const reached = new Set<string>();
    const walk = (picks: Picks, depth: number) => {
      expect(depth).toBeLessThanOrEqual(large.facets.length);
      const { choices } = narrow(large, picks);
      expect(choices.length).toBeGreaterThan(0);
      for (const { facet, value, actions } of choices) {
        const [first] = actions;
        if (facet === null && first) reached.add(first.name);
        else if (facet !== null && value !== null) walk(new Map(picks).set(facet, value), depth + 1);
      }
    };
    walk(NO_PICKS, 0);
    expect(reached.size).toBe(large.actions.length);
    expect(large.actions.length).toBeGreaterThan(FLAT);
  });

  it("offers each action by itself where no facet tells them apart", () => {
    const same = decision(
      Array.from({ length: FLAT + 3 }, () => ({ kind: "same" })),
      ["kind"],
    );
    expect(narrow(same).choices).toHaveLength(FLAT + 3);
  });
});
