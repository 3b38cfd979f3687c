import { expect, test } from "vitest";
import { type Arrow, neighbour, SPOTS } from "./walk";

const ARROWS: Arrow[] = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
const at = (ref: string) => {
  const found = SPOTS.find((spot) => spot.ref === ref);
  if (!found) throw new Error(ref);
  return found;
};

test("an arrow goes to the space beside", () => {
  expect(neighbour(at("space:stoke.0"), "ArrowRight").ref).toBe("space:stoke.1");
  expect(neighbour(at("space:birmingham.0"), "ArrowDown").ref).toBe("space:birmingham.2");
  expect(neighbour(at("space:stoke.2"), "ArrowRight").ref).toBe("line:leek-stoke");
});

test("every spot can be reached from every other by arrows", () => {
  for (const start of [SPOTS[0], SPOTS.at(-1)]) {
    if (!start) throw new Error("no spots");
    const seen = new Set([start]);
    for (const spot of seen) for (const arrow of ARROWS) seen.add(neighbour(spot, arrow));
    expect(SPOTS.filter((spot) => !seen.has(spot)).map((spot) => spot.ref)).toEqual([]);
  }
});
