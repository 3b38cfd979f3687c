import { expect, test } from "vitest";
import { initialsOf } from "./PlayerMark";

test("initials differ where the names have the letters for it", () => {
  expect(initialsOf(["Player 1", "planner", "planner:pottery"])).toEqual(["P", "L", "A"]);
  expect(initialsOf(["Player 1", "Player 2", "random", "Rex 2"])).toEqual(["1", "2", "R", "E"]);
  expect(initialsOf(["Tessa", "tom", "ت"])).toEqual(["T", "O", "ت"]);
  expect(initialsOf(["A", "a", "?"])).toEqual(["A", "A", ""]);
});
