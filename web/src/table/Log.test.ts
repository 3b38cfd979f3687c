import { describe, expect, it } from "vitest";
import type { Line } from "../api/types";
import { inShort } from "./Log";

const line = (at: number, k: string, more: Partial<Line> = {}, a: Record<string, unknown> = {}): Line => ({
  ...{ at, seat: 0, m: { k, a }, ...more },
});
const draws = (card: string, at = 0) => line(at, "brass.event.draws", {}, { seat: 0, card });

describe("the log in short", () => {
  it("tells in one line how the game was set up", () => {
    const all = [line(0, "brass.event.merchant-laid"), draws("leek"), line(0, "brass.event.turn", { mark: "round" })];
    expect(inShort(all, "brass_ui.log.setup").map(({ m }) => m.k)).toEqual(["brass_ui.log.setup", "brass.event.turn"]);
    expect(inShort(all, null)).toEqual(all);
  });

  it("tells in one sentence all that a move does, and beside it what that brings others", () => {
    const has = ({ k }: { k: string }) => k !== "brass.event.flips";
    const keys = ["pays", "takes", "flips", "builds", "gives", "links", "gives"];
    const all = keys.map((key, n) => line(n, `brass.event.${key}`, key === "flips" ? { seat: 1 } : {}));
    const told = inShort(all, null, {}, { has, ends: ["brass.event.gives"] });
    expect(told.map(({ m, at }) => [m.k, at])).toEqual([
      ["log.move", 4],
      ["brass.event.flips", 2],
      ["log.move", 6],
    ]);
  });

  it("tells two moves of a turn apart, whichever part of them comes first", () => {
    const keys = ["borrows", "gives", "gives", "gives", "gives", "scouts"];
    const all = keys.map((key, n) => line(n, `brass.event.${key}`));
    const told = inShort(all, null, {}, { has: () => true, ends: ["brass.event.gives"] });
    expect(told.map(({ at }) => at)).toEqual([1, 5]);
  });

  it("tells together what somebody does again and again", () => {
    const all = [line(4, "brass.event.turn", { mark: "turn" }), draws("leek", 5), draws("stone", 5), draws("coal", 6)];
    const [, drawn] = inShort(all, null, { "brass.event.draws": "card" });
    expect(drawn).toMatchObject({ at: 6, m: { a: { card: ["leek", "stone", "coal"] } } });
  });
});
