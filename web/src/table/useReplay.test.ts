import { describe, expect, it } from "vitest";
import type { Turn } from "../api/types";
import { beginnings, firstAfter, lastBefore } from "./useReplay";

const turn = (at: number, mark: Turn["mark"]): Turn => ({ at, seat: 0, label: { k: "x" }, mark });
const brass = [turn(0, "era"), turn(4, "turn"), turn(9, "round"), turn(9, "turn"), turn(12, "turn"), turn(20, "era")];

describe("going by turns, rounds and eras", () => {
  it("knows where they begin: a round with an era, a turn with both", () => {
    expect(beginnings(brass, "turn")).toEqual([0, 4, 9, 9, 12, 20]);
    expect(beginnings(brass, "round")).toEqual([0, 9, 20]);
    expect(beginnings(brass, "era")).toEqual([0, 20]);
  });

  it("finds none where the game tells of none", () => {
    const pig = [turn(0, "turn"), turn(3, "turn")];
    expect(beginnings(pig, "round")).toEqual([]);
    expect(beginnings(pig, "era")).toEqual([]);
    expect(beginnings([], "turn")).toEqual([]);
  });

  it("finds the one before and the one after", () => {
    expect(lastBefore([4, 9, 12], 9)).toBe(4);
    expect(lastBefore([4, 9, 12], 4)).toBe(0);
    expect(firstAfter([4, 9, 12], 4)).toBe(9);
    expect(firstAfter([4, 9, 12], 12)).toBeNull();
  });
});
