import { describe, expect, it } from "vitest";
import { looking } from "./useMySeat";

const two = { 0: "a", 2: "c" };

describe("who looks at the table", () => {
  it("is nobody without a key, and the only seat with one", () => {
    expect(looking({}, true, 0, null).eyes).toBeUndefined();
    expect(looking({ 2: "c" }, true, 0, null)).toEqual({ seated: 2, eyes: { seat: "c" }, handOver: null });
  });
  it("changes by itself where nothing is hidden, and stays while an agent plays", () => {
    expect(looking(two, false, 2, 0)).toEqual({ seated: 2, eyes: { seat: "c" }, handOver: null });
    expect(looking(two, false, 1, 2)).toEqual({ seated: 2, eyes: { seat: "c" }, handOver: null });
  });
  it("is handed over where something is hidden: nobody looks meanwhile, after a reload too", () => {
    expect(looking(two, true, 2, 0)).toEqual({ seated: 0, eyes: { door: "a" }, handOver: 2 });
    expect(looking(two, true, 0, null)).toEqual({ seated: null, eyes: { door: "a" }, handOver: 0 });
    expect(looking(two, true, 2, 2)).toEqual({ seated: 2, eyes: { seat: "c" }, handOver: null });
    expect(looking(two, true, 1, 2).eyes).toEqual({ seat: "c" });
    expect(looking(two, true, 1, null).eyes).toEqual({ door: "a" });
  });
  it("uses a key whose seat is not known yet, to learn it", () => {
    expect(looking({ "?": "x" }, true, 0, null).eyes).toEqual({ seat: "x" });
  });
});
