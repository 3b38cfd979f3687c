import { expect, it } from "vitest";
import type { PuzzleRow } from "../api/puzzles";
import { answeredOnce, mixed, nextOf, progressOf } from "./progress";

const rows = (...numbers: number[]): PuzzleRow[] =>
  numbers.map((number) => ({ number, name: `n${number}`, level: "easy", kind: "buy", players: 3 }));

it("counts right answers in a row, and the first answer to a puzzle alone", () => {
  let now = progressOf({}, "monopoly");
  for (const [number, right] of [
    [0, true],
    [1, true],
    [1, false],
    [2, false],
    [2, true],
    [3, true],
  ] as const)
    now = answeredOnce(now, `n${number}`, right);
  expect(now).toEqual({ answered: { n0: true, n1: true, n2: false, n3: true }, streak: 1, best: 2 });
});

it("goes on to a puzzle that was not answered", () => {
  const none = progressOf({}, "brass");
  expect(nextOf(rows(0, 1, 2), 0, none)).toBe(1);
  expect(nextOf(rows(0, 1, 2), 2, none)).toBe(0);
  expect(nextOf(rows(0, 1, 2), 0, { ...none, answered: { n1: true } })).toBe(2);
  expect(nextOf(rows(0, 1, 2), 1, { ...none, answered: { n0: true, n1: false, n2: true } })).toBe(2);
  expect(nextOf([], 0, none)).toBe(0);
});

it("knows a puzzle that stands in another place of a later list", () => {
  const now = answeredOnce(progressOf({}, "brass"), "n0", true);
  const later = [
    { ...rows(7)[0], number: 0 },
    { ...rows(0)[0], number: 1 },
  ] as PuzzleRow[];
  expect(nextOf(later, -1, now)).toBe(0);
  expect(nextOf(later, 0, now)).toBe(0);
});

it("does not tell by its place which move is best", () => {
  const places = Array.from({ length: 400 }, (_, number) => mixed([0, 1, 2, 3], number).indexOf(0));
  for (const place of [0, 1, 2, 3]) {
    const share = places.filter((one) => one === place).length / places.length;
    expect(Math.abs(share - 0.25)).toBeLessThan(0.09); // four standard errors
  }
  expect(mixed([0, 1, 2], 7)).toEqual(mixed([0, 1, 2], 7));
});
