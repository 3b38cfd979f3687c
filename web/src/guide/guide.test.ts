import { beforeEach, describe, expect, it } from "vitest";
import brassWords from "../../../src/magnate/locales/en/brass_ui.json";
import monopolyWords from "../../../src/magnate/locales/en/monopoly_ui.json";
import { guide as brass } from "../games/brass/guide";
import { guide as monopoly } from "../games/monopoly/guide";
import { begin, type GameGuide, guided, nextStep, see } from "./guide";

const GUIDES: [string, GameGuide, Record<string, string>][] = [
  ["monopoly", monopoly, monopolyWords],
  ["brass", brass, brassWords],
];
const all = () => true;

beforeEach(() => guided.set(null));

it.each(GUIDES)("the guide of %s has ten hints at most, each with words", (_, { steps }, words) => {
  expect(steps.length).toBeLessThanOrEqual(10);
  expect(new Set(steps.map(({ name }) => name)).size).toBe(steps.length);
  expect(steps.filter(({ name }) => !words[`guide.${name}`])).toEqual([]);
});

describe("the next hint", () => {
  const game: GameGuide = {
    agent: "random",
    steps: [
      { name: "board", at: ["#board"] },
      { name: "buy", at: ["#ask"], when: ["buy"] },
      { name: "log", at: ["#log"] },
      { name: "end", at: ["#board"] },
    ],
  };

  it("is the first that was not seen", () => {
    expect(nextStep(game, [], new Set(), all)?.name).toBe("board");
    expect(nextStep(game, ["board", "log"], new Set(["buy"]), all)?.name).toBe("buy");
  });

  it("waits for what it is about, and does not keep later ones waiting", () => {
    expect(nextStep(game, ["board"], new Set(["roll"]), all)?.name).toBe("log");
    expect(nextStep(game, ["board", "log"], new Set(["roll"]), all)).toBeNull();
  });

  it("ends the guide when all others were seen", () => {
    expect(nextStep(game, ["board", "log"], new Set(["roll"]), all)).toBeNull();
    expect(nextStep(game, ["board", "buy", "log"], new Set(["roll"]), all)?.name).toBe("end");
  });

  it("points at something that is there", () => {
    expect(nextStep(game, [], new Set(), ({ name }) => name !== "board")?.name).toBe("log");
  });
});

describe("what this browser keeps", () => {
  it("is the table and what was seen there", () => {
    see("board"); // no game is guided
    expect(guided.get()).toBeNull();
    begin("g1");
    see("board");
    see("board");
    expect(guided.get()).toEqual({ table: "g1", seen: ["board"] });
    expect(JSON.parse(localStorage.getItem("magnate.guide") ?? "")).toEqual({ table: "g1", seen: ["board"] });
  });
});
