import { describe, expect, it } from "vitest";
import type { Turn } from "../api/types";
import { markAfter, markBefore } from "./useReplay";

const turn = (at: number, mark: Turn["mark"]): Turn => ({ at, seat: 0, label: { k: "x" }, mark });
const turns = [turn(0, "round"), turn(4, "turn"), turn(9, "round"), turn(12, "turn")];

describe("going by turns and rounds", () => {
  it("finds the one before and the one after", () => {
    expect(markBefore(turns, 9, ["turn", "round", "era"])).toBe(4);
    expect(markBefore(turns, 9, ["round", "era"])).toBe(0);
    expect(markBefore(turns, 0, ["turn"])).toBe(0);
    expect(markAfter(turns, 4, ["turn", "round", "era"])).toBe(9);
    expect(markAfter(turns, 4, ["turn"])).toBe(12);
    expect(markAfter(turns, 12, ["turn"])).toBeNull();
  });
});
