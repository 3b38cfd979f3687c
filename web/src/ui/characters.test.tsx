import { describe, expect, it } from "vitest";
import { CHARACTERS, charactersOf, middling, offeredCharacters, strengthOf } from "./characters";
import ratings from "./ratings.json";

const SIZES = { monopoly: [2, 3, 4, 5, 6, 7, 8], brass: [2, 3, 4] };

describe("The strength of characters", () => {
  it("was measured at every size of table that they are offered at", () => {
    for (const [game, sizes] of Object.entries(SIZES))
      for (const players of sizes)
        for (const { spec } of charactersOf(game, players))
          expect(strengthOf(game, spec, players)?.seconds, `${spec} ${players}`).toBeGreaterThanOrEqual(0);
  });

  it("is of characters that there are", () => {
    for (const [game, sizes] of Object.entries(ratings))
      for (const specs of Object.values(sizes))
        for (const spec of Object.keys(specs))
          expect(CHARACTERS.some((one) => one.game === game && one.spec === spec)).toBe(true);
  });

  it("is middle in the opponents of a quick game", () => {
    for (const game of Object.keys(SIZES))
      for (const { name, spec } of middling(game, 4).slice(0, 3))
        expect([2, 3, 4], name).toContain(strengthOf(game, spec, 4)?.stars);
  });

  it("is between one star and five, more for a higher rating", () => {
    const strong = strengthOf("monopoly", "magnate:negotiator", 4);
    const weak = strengthOf("monopoly", "strategic:cautious_accumulator", 4);
    expect(strong?.stars).toBeGreaterThan(weak?.stars ?? 5);
    expect(strong?.stars).toBeLessThanOrEqual(5);
    expect(weak?.stars).toBeGreaterThanOrEqual(1);
    expect(strengthOf("monopoly", "random", 4)).toBeUndefined();
  });
});

it("offers those whose agent the server has, with settings or without", () => {
  const offered = (...agents: string[]) =>
    offeredCharacters(
      "brass",
      4,
      agents.map((name) => ({ name })),
    ).map(({ spec }) => spec);
  expect(offered("ismcts").every((spec) => spec.startsWith("ismcts:sims="))).toBe(true);
  expect(offered("magnate:brass")).toContain("magnate:brass");
  expect(offered("planner", "magnate")).toEqual([]);
});
