import { describe, expect, it } from "vitest";
import type { Line, Turn } from "../api/types";
import { beginnings, firstAfter, lastBefore, turnStarts } from "./useReplay";

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

  it("counts each turn once, with those that the log has told of since; of one that was taken back no more", () => {
    const line = (at: number, mark: Turn["mark"] | null): Line => ({ at, seat: 0, m: { k: "x" }, mark });
    const log = [line(20, "era"), line(23, null), line(25, "turn"), line(31, "round")];
    expect(turnStarts(brass, log, 40)).toEqual([0, 4, 9, 12, 20, 25, 31]);
    expect(turnStarts(brass, log, 30)).toEqual([0, 4, 9, 12, 20, 25]);
    expect(turnStarts([], log, 40)).toEqual([]);
    expect(turnStarts([...brass, turn(22, "turn")], log, 40)).toEqual([0, 4, 9, 12, 20, 25, 31]);
  });

  it("believes the server where the log tells of no turns", () => {
    expect(turnStarts([turn(0, "turn"), turn(3, "turn")], [{ at: 0, seat: 0, m: { k: "x" } }], 5)).toEqual([0, 3]);
  });
});
